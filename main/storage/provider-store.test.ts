import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ProviderDraft } from '../../shared/ipc/routes/providers.ts';
import { ProviderStore } from './provider-store.ts';
import type { SecretStore } from './secret-store.ts';
import { openSecretStore } from './secret-store.ts';

const clock = { now: () => 1_700_000_000_000, after: () => () => undefined };
const plainCipher = {
  backend: 'test',
  encrypt: (text: string) => Buffer.from(text).reverse(),
  decrypt: (bytes: Buffer) => Buffer.from(bytes).reverse().toString(),
};

describe('model providers', () => {
  let folder: string;
  let secrets: SecretStore;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-providers-'));
    secrets = await openSecretStore(
      { path: join(folder, 'secrets.json'), clock, onTrouble: () => undefined },
      plainCipher,
    );
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  const open = (): Promise<ProviderStore> =>
    ProviderStore.open(
      { path: join(folder, 'providers.json'), clock, onTrouble: () => undefined },
      secrets,
    );
  const draft = (baseUrl?: string): ProviderDraft => ({
    kind: 'openai-compatible',
    label: 'Mine',
    models: ['m1', 'm1', 'm2'],
    ...(baseUrl === undefined ? {} : { baseUrl }),
  });

  it('begin with the offline one, which cannot be changed', async () => {
    const store = await open();
    expect(store.list()).toMatchObject([{ id: 'offline', kind: 'offline', key: 'not-needed' }]);
    expect(await store.resolve('offline')).toMatchObject({ config: { kind: 'offline' } });
    await expect(store.update('offline', draft())).rejects.toMatchObject({
      code: 'provider.invalid',
    });
    await expect(store.setKey('offline', 'k')).rejects.toMatchObject({ code: 'provider.invalid' });
  });

  it('are kept, with each model once, and the key apart from the record [SE-50.provider-key, SE-51.provider-file]', async () => {
    const store = await open();
    const { id } = await store.add(draft('https://api.example/v1'));
    expect(await store.setKey(id, 'c4n4ry')).toMatchObject({ key: 'stored' });
    expect(await readFile(join(folder, 'providers.json'), 'utf8')).not.toContain('c4n4ry');
    const again = await open();
    expect(again.list()[1]).toMatchObject({
      id,
      models: [
        { id: 'm1', label: 'm1' },
        { id: 'm2', label: 'm2' },
      ],
      key: 'stored',
    });
    expect(JSON.stringify(again.list())).not.toContain('c4n4ry');
    expect(await again.resolve(id)).toEqual({
      config: {
        id,
        kind: 'openai-compatible',
        label: 'Mine',
        base_url: 'https://api.example/v1',
      },
      apiKey: 'c4n4ry',
    });
  });

  it('forget the key when the address gets another origin, also when it comes back [SE-50.origin]', async () => {
    const store = await open();
    const { id } = await store.add(draft('https://api.example/v1'));
    await store.setKey(id, 'c4n4ry');
    expect(await store.update(id, draft('https://api.example/v2'))).toMatchObject({
      key: 'stored',
    });
    expect(await store.update(id, draft('https://evil.example/v1'))).toMatchObject({
      key: 'missing',
    });
    expect((await store.resolve(id))?.apiKey).toBeUndefined();
    expect(await store.update(id, draft('https://api.example/v1'))).toMatchObject({
      key: 'missing',
    });
  });

  it('never take a key to an address that was edited in the file [SE-50.origin]', async () => {
    const { id } = await (await open()).add(draft('https://api.example/v1'));
    await (await open()).setKey(id, 'c4n4ry');
    const file = join(folder, 'providers.json');
    await writeFile(file, (await readFile(file, 'utf8')).replace('api.example', 'evil.example'));
    expect((await (await open()).resolve(id))?.apiKey).toBeUndefined();
  });

  it('on this computer need no key', async () => {
    const store = await open();
    expect(await store.add(draft('http://127.0.0.1:11434/v1'))).toMatchObject({
      key: 'not-needed',
    });
    expect(await store.add(draft('https://127.example/v1'))).toMatchObject({ key: 'missing' });
  });

  it('refuse credentials in the address', async () => {
    await expect((await open()).add(draft('https://me:pw@api.example/'))).rejects.toMatchObject({
      code: 'provider.invalid',
    });
  });

  it('are gone with their key when removed, and unknown ones are named', async () => {
    const store = await open();
    const { id } = await store.add(draft());
    await store.setKey(id, 'c4n4ry');
    let heard = 0;
    store.onChange(() => (heard += 1));
    await store.remove(id);
    expect(heard).toBe(1);
    expect(store.list()).toHaveLength(1);
    expect(secrets.state(`provider/${id}/default`)).toBe('missing');
    await expect(store.remove(id)).rejects.toMatchObject({ code: 'provider.not-found' });
    await expect(store.clearKey(id)).rejects.toMatchObject({ code: 'provider.not-found' });
  });
});
