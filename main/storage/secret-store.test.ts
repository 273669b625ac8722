import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SecretCipher, SecretStore } from './secret-store.ts';
import { openSecretStore } from './secret-store.ts';

const clock = { now: () => 1_700_000_000_000, after: () => () => undefined };

/** A keychain that holds one key; another key cannot read what it wrote. */
function keychain(key: number, state: { locked: boolean } = { locked: false }): SecretCipher {
  const turn = (bytes: Buffer): Buffer => Buffer.from(bytes.map((byte) => byte ^ key));
  return {
    backend: `test-${String(key)}`,
    encrypt: (text) => {
      if (state.locked) throw new Error('locked');
      return turn(Buffer.from(`v1:${text}`));
    },
    decrypt: (bytes) => {
      const text = turn(bytes).toString();
      if (state.locked || !text.startsWith('v1:')) throw new Error('cannot decrypt');
      return text.slice(3);
    },
  };
}

describe('secrets', () => {
  let folder: string;
  let path: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-secrets-'));
    path = join(folder, 'secrets.json');
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  const open = (cipher: SecretCipher | undefined): Promise<SecretStore> =>
    openSecretStore({ path, clock, onTrouble: () => undefined }, cipher);

  it('lie encrypted on disk with their backend and come back [SE-50.keychain]', async () => {
    const store = await open(keychain(7));
    expect(store.storage).toBe('keychain');
    expect(store.state('a')).toBe('missing');
    await store.set('a', 'c4n4ry');
    expect(store.state('a')).toBe('stored');
    const text = await readFile(path, 'utf8');
    expect(text).not.toContain('c4n4ry');
    expect(text).not.toContain(Buffer.from('c4n4ry').toString('base64'));
    expect(text).toContain('test-7');
    expect((await open(keychain(7))).get('a')).toBe('c4n4ry');
  });

  it('stay in memory without a keychain, and no file is written [SE-50.memory]', async () => {
    const store = await open(undefined);
    expect(store.storage).toBe('memory');
    await store.set('a', 'c4n4ry');
    expect(store.get('a')).toBe('c4n4ry');
    expect(store.state('a')).toBe('in-memory');
    await expect(readFile(path)).rejects.toThrow();
    expect((await open(undefined)).state('a')).toBe('missing');
  });

  it('are locked, not lost, while the backend is absent or another one [SE-50.locked, RE-31.keychain]', async () => {
    await (await open(keychain(7))).set('a', 'c4n4ry');
    for (const cipher of [undefined, keychain(9), keychain(7, { locked: true })]) {
      const store = await open(cipher);
      expect(store.state('a')).toBe('locked');
      expect(store.get('a')).toBeUndefined();
    }
    const other = await open(keychain(9));
    await other.set('b', 'second');
    expect((await open(keychain(7))).get('a')).toBe('c4n4ry');
  });

  it('refuse with a code when the keychain does, and then hold nothing', async () => {
    const store = await open(keychain(7, { locked: true }));
    await expect(store.set('a', 'c4n4ry')).rejects.toMatchObject({ code: 'secrets.unavailable' });
    expect(store.state('a')).toBe('missing');
  });

  it('are gone from disk once they are deleted', async () => {
    const store = await open(keychain(7));
    await store.set('a', 'c4n4ry');
    await store.delete('a');
    expect(store.state('a')).toBe('missing');
    expect(await readFile(path, 'utf8')).not.toContain('test-7');
  });

  it('know no name that every object has', async () => {
    const store = await open(keychain(7));
    expect(store.state('constructor')).toBe('missing');
    expect(store.get('toString')).toBeUndefined();
  });
});
