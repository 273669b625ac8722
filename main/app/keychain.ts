import { safeStorage } from 'electron';
import type { SecretCipher } from '../storage/secret-store.ts';

/**
 * The part of Electron's `safeStorage` that every Electron we run on has. Its asynchronous successors came after the oldest
 * of them; once that is gone, they take the place of these.
 */
interface SynchronousStorage {
  isEncryptionAvailable(): boolean;
  encryptString(text: string): Buffer;
  decryptString(encrypted: Buffer): string;
}

/** The system's keychain as a cipher, or the reason why there is none. To be called once Electron is ready. */
export function openKeychain(): SecretCipher | { readonly reason: string } {
  const storage: SynchronousStorage = safeStorage;
  const backend = backendName();
  if (!storage.isEncryptionAvailable()) {
    return { reason: `The system's keychain is locked or absent (backend: ${backend}).` };
  }
  // These two encrypt with a password that is the same on every machine.
  if (backend === 'basic_text' || backend === 'unknown') {
    return { reason: `The system offers no keychain that protects keys (backend: ${backend}).` };
  }
  return {
    backend,
    encrypt: (text) => storage.encryptString(text),
    decrypt: (bytes) => storage.decryptString(bytes),
  };
}

function backendName(): string {
  if (process.platform === 'darwin') return 'keychain';
  if (process.platform === 'win32') return 'dpapi';
  return safeStorage.getSelectedStorageBackend();
}
