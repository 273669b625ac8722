import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../lib/clock.ts';
import { silentLog } from '../../lib/logger.ts';
import type { CredentialKey, StoredCredential } from './credential.ts';
import type { OpenKeychainEntry } from './keychain.ts';
import { tokenFilePath } from './document-store.ts';
import { plainFileStore } from './open-credential-store.ts';
import { ProfileCredentialStore } from './profile-store.ts';

let root = '';
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'profile-store-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const secrets = new Map<string, Buffer>();
let asked = 0;
beforeEach(() => {
  secrets.clear();
  asked = 0;
});
const keychain: OpenKeychainEntry = async (service, account) => {
  const name = `${service}/${account}`;
  asked += 1;
  return {
    get: async () => secrets.get(name) ?? null,
    set: async (secret) => void secrets.set(name, secret),
    delete: async () => void secrets.delete(name),
  };
};
const locked: OpenKeychainEntry = () => Promise.reject(new Error('it is locked'));

const key: CredentialKey = {
  serverId: 'https://mcp.example.com',
  issuer: 'https://auth.example.com',
  resource: 'https://mcp.example.com/mcp',
  account: '',
};
const credential = (accessToken: string, savedAt = 1): StoredCredential => ({
  client: { source: 'registered', clientId: 'c', redirectUris: [] },
  tokens: { accessToken, tokenType: 'Bearer', obtainedAt: 0 },
  savedAt,
});
const open = (entry: OpenKeychainEntry, onOpened = (): void => undefined): ProfileCredentialStore =>
  new ProfileCredentialStore(
    { configRoot: root, clock: systemClock, log: silentLog, keychain: entry },
    onOpened,
  );
const plain = () => plainFileStore({ configRoot: root, clock: systemClock, log: silentLog });
const tokenOf = async (store: { read: ProfileCredentialStore['read'] }, one = key) =>
  (await store.read(one))?.tokens?.accessToken;
const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

describe('the sign-ins of a profile', () => {
  it('ask the keychain when the first is needed, not before [SE-50.tokens]', async () => {
    let opened = 0;
    const store = open(keychain, () => (opened += 1));
    expect([asked, store.opened]).toEqual([0, undefined]);
    await store.write(key, credential('a'));
    expect(opened).toBe(1);
    expect(store.backend).toBe('keychain');
    expect(await tokenOf(open(keychain))).toBe('a');
  });

  it('that lay in the plain file move into the keychain’s care, and the file goes [SE-50.tokens]', async () => {
    const other = { ...key, account: 'work' };
    await plain().write(key, credential('canary-old', 5));
    await plain().write(other, credential('canary-work', 5));
    await open(keychain).write({ ...key, serverId: 'server-2' }, credential('x'));
    const store = open(keychain);
    expect(await tokenOf(store)).toBe('canary-old');
    expect(await tokenOf(store, other)).toBe('canary-work');
    expect(await exists(tokenFilePath(root))).toBe(false);
    const text = await readFile(join(root, 'mcp-oauth-tokens.sealed.json'), 'utf8');
    expect(text).not.toContain('canary');
  });

  it('of two places: the newer one counts [SE-50.tokens]', async () => {
    await open(keychain).write(key, credential('sealed-newer', 9));
    await plain().write(key, credential('plain-older', 5));
    expect(await tokenOf(open(keychain))).toBe('sealed-newer');
    expect(await exists(tokenFilePath(root))).toBe(false);
    await plain().write(key, credential('plain-newer', 12));
    expect(await tokenOf(open(keychain))).toBe('plain-newer');
  });

  it('that are sealed with a lost key are not written over by the plain file [SE-50.tokens]', async () => {
    await open(keychain).write(key, credential('sealed'));
    const before = await readFile(join(root, 'mcp-oauth-tokens.sealed.json'), 'utf8');
    secrets.clear();
    await plain().write(key, credential('plain', 9));
    expect(await tokenOf(open(keychain))).toBeUndefined();
    expect(await readFile(join(root, 'mcp-oauth-tokens.sealed.json'), 'utf8')).toBe(before);
    expect(await tokenOf(plain())).toBe('plain');
  });

  it('survive a plain file that nobody can read [SE-50.tokens]', async () => {
    await writeFile(tokenFilePath(root), '{"schemaVersion":99}');
    const store = open(keychain);
    await store.write(key, credential('a'));
    expect(await tokenOf(store)).toBe('a');
    expect(await readFile(tokenFilePath(root), 'utf8')).toBe('{"schemaVersion":99}');
  });
});

describe('sign-ins of an older version', () => {
  const old = (serverId: string, more: Partial<CredentialKey> = {}) => ({
    ...key,
    serverId,
    ...more,
  });

  it('move to the address they are for, the newer of two, and nothing is lost [SDK-35.moved]', async () => {
    await plain().write(old('record-1'), credential('older', 1));
    await plain().write(old('https://mcp.example.com/mcp'), credential('newer', 2));
    await plain().write(old('record-1', { account: 'work' }), credential('work', 3));
    const store = open(locked);
    expect(await tokenOf(store)).toBe('newer');
    expect(await tokenOf(store, { ...key, account: 'work' })).toBe('work');
    expect(await plain().keys()).toHaveLength(2);
    // Sealed ones too, once the keychain is back.
    await plain().write(old('record-2', { account: 'late' }), credential('late'));
    const sealed = open(keychain);
    expect(await tokenOf(sealed, { ...key, account: 'late' })).toBe('late');
    expect(await sealed.list('record-2')).toEqual([]);
  });

  it('stay where they are until the copy is on disk [SDK-35.moved]', async () => {
    await open(keychain).write(old('record-1'), credential('kept'));
    const values = new Map(secrets);
    secrets.clear();
    expect(await tokenOf(open(keychain))).toBeUndefined();
    secrets.clear();
    for (const [name, value] of values) secrets.set(name, value);
    expect(await tokenOf(open(keychain))).toBe('kept');
  });
});

describe('without a keychain', () => {
  it('they are in memory until the person chooses the file, and then in it [SE-50.tokens]', async () => {
    let opened = 0;
    const store = open(locked, () => (opened += 1));
    await store.write(key, credential('a'));
    expect(await store.open()).toMatchObject({
      store: { backend: 'memory' },
      reason: 'it is locked',
    });
    expect(await exists(tokenFilePath(root))).toBe(false);
    await store.keepInFile();
    expect(store.backend).toBe('file');
    expect(opened).toBe(2);
    expect((await stat(tokenFilePath(root))).mode & 0o777).toBe(0o600);
    expect(await tokenOf(store)).toBe('a');
    // The choice holds: the next start finds the file, with or without something in it.
    expect(await tokenOf(open(locked))).toBe('a');
    await store.remove(key);
    const next = open(locked);
    await next.write(key, credential('b'));
    expect([next.backend, await tokenOf(plain())]).toEqual(['file', 'b']);
  });

  it('what another program put into the file is used, renewed there, and signed out of [SDK-35.shared]', async () => {
    const store = open(locked);
    const own = { ...key, account: 'own' };
    await store.write(own, credential('mine'));
    await plain().write(key, credential('theirs'));
    expect([await tokenOf(store), await tokenOf(store, own)]).toEqual(['theirs', 'mine']);
    expect(await store.list(key.serverId)).toHaveLength(2);
    await store.exclusive(key, () => store.write(key, credential('renewed', 2)));
    expect([await tokenOf(plain()), await tokenOf(plain(), own)]).toEqual(['renewed', undefined]);
    await store.remove(key);
    expect([await tokenOf(store), await tokenOf(plain())]).toEqual([undefined, undefined]);
  });

  it('choosing the file changes nothing where the keychain keeps them [SE-50.tokens]', async () => {
    const store = open(keychain);
    await store.keepInFile();
    expect(store.backend).toBe('keychain');
    expect(await exists(tokenFilePath(root))).toBe(false);
  });
});
