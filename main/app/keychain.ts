import { safeStorage } from 'electron';
import type { SecretCipher } from '../storage/secret-store.ts';

/** The system's keychain as a cipher, or the reason why there is none. To be called once Electron is ready. */
export function openKeychain(): SecretCipher | { readonly reason: string } {
  const backend = backendName();
  if (!safeStorage.isEncryptionAvailable()) {
    return { reason: `The system's keychain is locked or absent (backend: ${backend}).` };
  }
  // These two encrypt with a password that is the same on every machine.
  if (backend === 'basic_text' || backend === 'unknown') {
    return { reason: `The system offers no keychain that protects keys (backend: ${backend}).` };
  }
  return {
    backend,
    encrypt: (text) => safeStorage.encryptString(text),
    decrypt: (bytes) => safeStorage.decryptString(bytes),
  };
}

function backendName(): string {
  if (process.platform === 'darwin') return 'keychain';
  if (process.platform === 'win32') return 'dpapi';
  return safeStorage.getSelectedStorageBackend();
}
