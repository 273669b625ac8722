import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../lib/clock.ts';
import { ManualClock } from '../../lib/testing/manual-clock.ts';
import type { Log } from '../../lib/logger.ts';
import type { CredentialKey, StoredCredential } from './credential.ts';
import { credentialId } from './credential.ts';
import { MemoryCredentialStore } from './credential-store.ts';
import type { CredentialStore } from './credential-store.ts';
import type { KeychainEntry, OpenKeychainEntry } from './keychain.ts';
import { tokenFilePath } from './document-store.ts';
import { openCredentialStore } from './open-credential-store.ts';
import { buildProgram } from './testing/child-program.ts';
import type { ChildProgram } from './testing/child-program.ts';

let root = '';
let logged: string[] = [];
const log: Log = (_level, message, details) => {
  logged.push(`${message} ${JSON.stringify(details)}`);
};
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'oauth-store-'));
  logged = [];
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** A keychain that a test can lock, empty and exchange. */
class PretendedKeychain {
  readonly entries = new Map<string, Buffer>();
  isLocked = false;
  readonly open: OpenKeychainEntry = async (service, account): Promise<KeychainEntry> => {
    const name = `${service}/${account}`;
    const check = (): void => {
      if (this.isLocked) throw new Error('The keychain is locked.');
    };
    return {
      get: async () => {
        check();
        return this.entries.get(name) ?? null;
      },
      set: async (secret) => {
        check();
        this.entries.set(name, secret);
      },
      delete: async () => {
        check();
        this.entries.delete(name);
      },
    };
  };
}

async function fileStore(): Promise<CredentialStore> {
  return (
    await openCredentialStore({
      configRoot: root,
      withoutKeychain: 'file',
      keychain: null,
      clock: systemClock,
      log,
    })
  ).store;
}
async function sealedStore(keychain: PretendedKeychain): Promise<CredentialStore> {
  return (
    await openCredentialStore({
      configRoot: root,
      withoutKeychain: 'file',
      keychain: keychain.open,
      clock: systemClock,
      log,
    })
  ).store;
}

const key: CredentialKey = {
  serverId: 'server-1',
  issuer: 'https://auth.example.com',
  resource: 'https://mcp.example.com/mcp',
  account: '',
};
function credential(token: string, savedAt = 1): StoredCredential {
  return {
    client: {
      source: 'registered',
      clientId: 'c',
      clientSecret: `secret-${token}`,
      redirectUris: [],
    },
    tokens: { accessToken: token, tokenType: 'Bearer', refreshToken: `r-${token}`, obtainedAt: 0 },
    savedAt,
  };
}

describe.each([
  { name: 'memory', open: async () => new MemoryCredentialStore() as CredentialStore },
  { name: 'file', open: fileStore },
  { name: 'keychain', open: () => sealedStore(new PretendedKeychain()) },
])('sign-ins in $name', ({ open }) => {
  it('are kept by server, issuer, resource and account, each apart [OA-5]', async () => {
    const store = await open();
    const keys = [
      key,
      { ...key, serverId: 'server-2' },
      { ...key, issuer: 'https://auth.example.com/' },
      { ...key, resource: 'https://mcp.example.com/' },
      { ...key, account: 'work' },
    ];
    for (const [index, one] of keys.entries())
      await store.write(one, credential(`t${index}`, index));
    for (const [index, one] of keys.entries()) {
      expect((await store.read(one))?.tokens?.accessToken).toBe(`t${index}`);
    }
    expect(await store.list('server-1')).toEqual([keys[4], keys[3], keys[2], keys[0]]);
    await store.remove(key);
    expect(await store.read(key)).toBeUndefined();
    expect((await store.read({ ...key, account: 'work' }))?.tokens?.accessToken).toBe('t4');
  });

  it('are changed by one caller at a time [OA-6]', async () => {
    const store = await open();
    const order: string[] = [];
    const work = (name: string) =>
      store.exclusive(key, async () => {
        order.push(`${name} in`);
        await store.write(key, credential(name));
        order.push(`${name} out`);
      });
    await Promise.all([work('a'), work('b'), work('c')]);
    expect(order).toEqual(['a in', 'a out', 'b in', 'b out', 'c in', 'c out']);
  });

  it('go on after work that failed [OA-6]', async () => {
    const store = await open();
    await expect(store.exclusive(key, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await store.exclusive(key, async () => 'yes')).toBe('yes');
  });
});

describe('the file', () => {
  it('is mcp-oauth-tokens.json, for nobody else to read, whatever its mode was [SDK-35]', async () => {
    await mkdir(root, { recursive: true });
    await writeFile(tokenFilePath(root), '{"schemaVersion":1,"credentials":{}}');
    await chmod(tokenFilePath(root), 0o644);
    const store = await fileStore();
    await store.write(key, credential('t'));
    expect(store.backend).toBe('file');
    expect((await stat(join(root, 'mcp-oauth-tokens.json'))).mode & 0o777).toBe(0o600);
    expect((await readdir(root)).filter((name) => name !== 'mcp-oauth-tokens.json')).toEqual([]);
  });

  it('is seen by others as soon as it changes [OA-5]', async () => {
    const [one, other] = [await fileStore(), await fileStore()];
    expect(await other.read(key)).toBeUndefined();
    await one.write(key, credential('a'));
    expect((await other.read(key))?.tokens?.accessToken).toBe('a');
    await one.write(key, credential('b'));
    expect((await other.read(key))?.tokens?.accessToken).toBe('b');
    await one.remove(key);
    expect(await other.read(key)).toBeUndefined();
  });

  it('keeps what several callers change at once [OA-6]', async () => {
    const stores = await Promise.all([fileStore(), fileStore(), fileStore()]);
    await Promise.all(
      stores.flatMap((store, index) =>
        ['a', 'b', 'c'].map((account) =>
          store.write({ ...key, account: `${index}${account}` }, credential('t')),
        ),
      ),
    );
    expect(await (await fileStore()).list('server-1')).toHaveLength(9);
  });

  it('that is broken is moved aside, and never deleted [SE-50]', async () => {
    await writeFile(tokenFilePath(root), '{"schemaVersion":1,"creden');
    const store = await fileStore();
    expect(await store.read(key)).toBeUndefined();
    await store.write(key, credential('t'));
    expect((await store.read(key))?.tokens?.accessToken).toBe('t');
    const aside = (await readdir(root)).find((name) => name.includes('.corrupt-')) ?? '';
    expect(await readFile(join(root, aside), 'utf8')).toBe('{"schemaVersion":1,"creden');
  });

  it('of a newer program is neither read nor written; sign-ins then last until the end [RE-31]', async () => {
    const newer = '{"schemaVersion":99,"credentials":"other"}';
    await writeFile(tokenFilePath(root), newer);
    const store = await fileStore();
    await expect(store.read(key)).rejects.toMatchObject({ code: 'store' });
    await store.write(key, credential('t'));
    expect((await store.read(key))?.tokens?.accessToken).toBe('t');
    expect(await readFile(tokenFilePath(root), 'utf8')).toBe(newer);
    expect(logged.join()).not.toContain('"t"');
  });
});

describe('the keychain', () => {
  it('holds one key; the tokens are sealed with it beside the profile [SE-50]', async () => {
    const keychain = new PretendedKeychain();
    const store = await sealedStore(keychain);
    await store.write(key, credential('canary-token'));
    const text = await readFile(join(root, 'mcp-oauth-tokens.sealed.json'), 'utf8');
    expect(store.backend).toBe('keychain');
    expect(text).not.toMatch(/canary|secret-/);
    expect(keychain.entries.size).toBe(1);
    expect((await (await sealedStore(keychain)).read(key))?.tokens?.accessToken).toBe(
      'canary-token',
    );
  });

  it('that is locked for a while loses nothing and asks for no second key [RE-31]', async () => {
    const keychain = new PretendedKeychain();
    await (await sealedStore(keychain)).write(key, credential('t'));
    const store = await sealedStore(keychain);
    keychain.isLocked = true;
    expect(await store.read(key)).toBeUndefined();
    await store.write({ ...key, account: 'new' }, credential('n'));
    expect((await store.read({ ...key, account: 'new' }))?.tokens?.accessToken).toBe('n');
    keychain.isLocked = false;
    expect((await store.read(key))?.tokens?.accessToken).toBe('t');
    expect(keychain.entries.size).toBe(1);
    expect(logged.join()).toContain('lasts until the program ends');
  });

  it('that was exchanged keeps what the old one sealed, until it is back [SE-50]', async () => {
    const [old, fresh] = [new PretendedKeychain(), new PretendedKeychain()];
    await (await sealedStore(old)).write(key, credential('old'));
    const store = await sealedStore(fresh);
    expect(await store.read(key)).toBeUndefined();
    await store.write({ ...key, account: 'new' }, credential('new'));
    expect((await (await sealedStore(old)).read(key))?.tokens?.accessToken).toBe('old');
    expect(
      (await (await sealedStore(fresh)).read({ ...key, account: 'new' }))?.tokens?.accessToken,
    ).toBe('new');
  });

  it('does not open an entry that was put in the place of another [SE-50]', async () => {
    const keychain = new PretendedKeychain();
    const path = join(root, 'mcp-oauth-tokens.sealed.json');
    const other = { ...key, account: 'other' };
    const store = await sealedStore(keychain);
    await store.write(key, credential('mine'));
    await store.write(other, credential('theirs'));
    const file = JSON.parse(await readFile(path, 'utf8')) as {
      credentials: Record<string, { content: object }>;
    };
    const [mine, theirs] = [
      file.credentials[credentialId(key)],
      file.credentials[credentialId(other)],
    ];
    if (!mine || !theirs) throw new Error('not stored');
    mine.content = theirs.content;
    await writeFile(path, JSON.stringify(file));
    expect(await (await sealedStore(keychain)).read(key)).toBeUndefined();
    expect((await store.read(other))?.tokens?.accessToken).toBe('theirs');
  });

  it.each(['file', 'memory'] as const)(
    'that is absent gives way to the %s, with the reason [SE-50]',
    async (withoutKeychain) => {
      const keychain = new PretendedKeychain();
      keychain.isLocked = true;
      const opened = await openCredentialStore({
        configRoot: root,
        withoutKeychain,
        keychain: keychain.open,
        clock: systemClock,
        log,
      });
      expect(opened.store.backend).toBe(withoutKeychain);
      expect(opened.reason).toBe('The keychain is locked.');
    },
  );
});

describe('a keychain that does not answer', () => {
  it('holds nothing up for long [RE-31]', async () => {
    const clock = new ManualClock();
    const opening = openCredentialStore({
      configRoot: root,
      withoutKeychain: 'memory',
      keychain: () => new Promise(() => undefined),
      clock,
      log,
    });
    clock.advance(20_000);
    expect((await opening).reason).toBe('it did not answer in time');
  });
});

const hasSecretService =
  process.platform === 'linux' &&
  ['dbus-run-session', 'gnome-keyring-daemon'].every(
    (command) => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0,
  );

describe('several programs', () => {
  let lockWorker: ChildProgram | undefined;
  let storeWorker: ChildProgram | undefined;
  afterAll(async () => {
    await lockWorker?.dispose();
    await storeWorker?.dispose();
  });

  it('hold a lock one after another [OA-6]', async () => {
    const worker = (lockWorker ??= await buildProgram('lock-worker.ts'));
    const [lock, counter] = [join(root, 'x.lock'), join(root, 'counter')];
    await writeFile(counter, '0');
    const programs = await Promise.all([1, 2, 3].map(() => worker.start(lock, counter, '15')));
    await Promise.all(programs.map((program) => program.go()));
    expect(await readFile(counter, 'utf8')).toBe('45');
  }, 60_000);

  it('take over the lock of one that was killed [RE-30]', async () => {
    const worker = (lockWorker ??= await buildProgram('lock-worker.ts'));
    const [lock, counter] = [join(root, 'x.lock'), join(root, 'counter')];
    await writeFile(counter, '0');
    const holder = await worker.start(lock, counter, 'stay');
    expect(await holder.go()).toBe('held');
    await holder.kill();
    const programs = await Promise.all([1, 2, 3].map(() => worker.start(lock, counter, '3')));
    await Promise.all(programs.map((program) => program.go()));
    expect(await readFile(counter, 'utf8')).toBe('9');
  }, 60_000);

  it('share the sign-ins of a profile through the system, sealed where it has a keychain [SDK-35]', async () => {
    storeWorker ??= await buildProgram('store-worker.ts');
    const unlock = hasSecretService
      ? 'printf pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1; '
      : '';
    const run = (name: string): string => `echo go | "$NODE" "$PROGRAM" "$ROOT" ${name}; `;
    const shell = ['sh', '-c', `${unlock}${run('one')}${run('two')}`];
    const [command = '', ...args] = hasSecretService ? ['dbus-run-session', '--', ...shell] : shell;
    const { stdout } = spawnSync(command, args, {
      encoding: 'utf8',
      timeout: 50_000,
      env: {
        PATH: process.env['PATH'],
        NODE: process.execPath,
        PROGRAM: storeWorker.path,
        ROOT: join(root, 'profile'),
        HOME: root,
        XDG_DATA_HOME: join(root, 'data'),
        XDG_RUNTIME_DIR: root,
      },
    });
    const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
    const [one, two] = lines.map(
      (line) => JSON.parse(line) as { backend: string; found: string | null },
    );
    const backend = hasSecretService ? 'keychain' : 'file';
    expect([one, two]).toEqual([
      expect.objectContaining({ backend, found: null }),
      expect.objectContaining({ backend, found: 'one' }),
    ]);
    const files = await readdir(join(root, 'profile'));
    const texts = await Promise.all(
      files.map((file) => readFile(join(root, 'profile', file), 'utf8')),
    );
    expect(texts.some((text) => text.includes('canary'))).toBe(!hasSecretService);
  }, 60_000);
});
