import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileLockError, withFileLock, withSharedFile } from './file-lock.ts';
import { writeJsonFile } from './json-file.ts';
import type { FileTrouble } from './versioned-file.ts';
import { SettingsStore, defaultSettings } from './settings-store.ts';

const clock = { now: () => 1_700_000_000_000, after: () => () => undefined };

describe('the settings', () => {
  let folder: string;
  let path: string;
  let troubles: FileTrouble[];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-settings-'));
    path = join(folder, 'settings.json');
    troubles = [];
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  const open = (): Promise<SettingsStore> =>
    SettingsStore.open({ path, clock, onTrouble: (trouble) => troubles.push(trouble) });
  const onDisk = async (): Promise<unknown> => JSON.parse(await readFile(path, 'utf8')) as unknown;

  it('are the defaults at first and come back as they were set', async () => {
    const store = await open();
    expect(store.get()).toEqual(defaultSettings);
    const heard: string[] = [];
    store.onChange((settings) => heard.push(settings.theme));
    await store.set({ theme: 'dark', panel: undefined });
    expect(heard).toEqual(['dark']);
    expect((await open()).get()).toEqual({ ...defaultSettings, theme: 'dark' });
    expect(await onDisk()).toMatchObject({ schemaVersion: 1, theme: 'dark' });
  });

  it('say of a profile that is new, until the person is welcomed, that it is [UI-4]', async () => {
    const openNew = (): Promise<SettingsStore> =>
      SettingsStore.open({ path, clock, isNew: true, onTrouble: () => undefined });
    const store = await openNew();
    expect(store.get().welcomed).toBe(false);
    await store.set({ theme: 'dark' });
    expect((await open()).get().welcomed).toBe(false);
    await store.set({ welcomed: true });
    expect((await openNew()).get().welcomed).toBe(true);
    await rm(path);
    expect((await open()).get().welcomed).toBeUndefined();
  });

  it('leave what runtimes keep in the same file as it is on disk [SET-1.shared]', async () => {
    const permissions = { allow: ['Read'] };
    await writeFile(path, JSON.stringify({ permissions, hooks: {} }));
    const store = await open();
    expect(troubles).toEqual([]);
    expect(store.get()).toEqual(defaultSettings);
    await store.set({ theme: 'dark' });
    expect(await onDisk()).toMatchObject({ schemaVersion: 1, theme: 'dark', permissions });
    const changed = { ...((await onDisk()) as object), permissions: { allow: ['Edit'] } };
    await writeFile(path, JSON.stringify(changed));
    await store.set({ panel: 'closed' });
    expect(await onDisk()).toMatchObject({ panel: 'closed', permissions: { allow: ['Edit'] } });
    expect((await open()).get()).toMatchObject({ theme: 'dark', panel: 'closed' });
  });

  it('lose nothing when app and runtimes write at the same time [SET-1.shared, SDK-17.updates]', async () => {
    const store = await open();
    const others = Array.from({ length: 8 }, (_, n) =>
      withSharedFile(path, async () => {
        const now = JSON.parse(await readFile(path, 'utf8').catch(() => '{}')) as {
          permissions?: { allow: string[] };
        };
        const allow = [...(now.permissions?.allow ?? []), `tool-${String(n)}`];
        await writeJsonFile(path, { ...now, permissions: { allow } });
      }),
    );
    const own = (['dark', 'light', 'dark'] as const).map((theme) => store.set({ theme }));
    await Promise.all([...others, ...own]);
    const found = (await onDisk()) as { permissions: { allow: string[] }; theme: string };
    expect([found.theme, found.permissions.allow.length]).toEqual(['dark', 8]);
  });

  it('keep all of many changes made at once', async () => {
    const store = await open();
    await Promise.all([
      store.set({ theme: 'light' }),
      store.set({ panel: 'closed' }),
      store.set({ sidebar: 'rail' }),
    ]);
    expect((await open()).get()).toMatchObject({
      theme: 'light',
      panel: 'closed',
      sidebar: 'rail',
    });
  });

  it.each([
    ['cut off', '{"schemaVersion":1,"theme":"da'],
    ['empty', ''],
    ['of another shape', '[]'],
    ['without a version', '{"theme":"dark"}'],
    ['with a value that means nothing', '{"schemaVersion":1,"theme":"pink"}'],
  ])(
    'that are %s are kept aside, said so, and replaced by the defaults [RE-2.settings]',
    async (_how, text) => {
      await writeFile(path, text);
      const store = await open();
      expect(store.get()).toEqual(defaultSettings);
      expect(troubles).toMatchObject([{ kind: 'corrupt', path }]);
      const kept = (await readdir(folder)).filter((name) =>
        name.startsWith('settings.json.corrupt-'),
      );
      expect(kept).toHaveLength(1);
      expect(await readFile(join(folder, kept[0] ?? ''), 'utf8')).toBe(text);
      await store.set({ theme: 'dark' });
      expect((await open()).get().theme).toBe('dark');
    },
  );

  it('of a newer app are neither used nor rewritten [RE-5.newer]', async () => {
    const text = '{"schemaVersion":2,"theme":{"name":"new"}}';
    await writeFile(path, text);
    const store = await open();
    expect(troubles).toMatchObject([{ kind: 'newer', version: 2 }]);
    expect(await store.set({ theme: 'dark' })).toMatchObject({ theme: 'dark' });
    expect(await readFile(path, 'utf8')).toBe(text);
  });

  it('wait no longer than they may for a lock in whose place a folder is [RE-2.lock]', async () => {
    await mkdir(`${path}.lock`);
    const work = withFileLock(`${path}.lock`, { patienceMs: 0 }, () => Promise.resolve());
    await expect(work).rejects.toThrow(FileLockError);
  });

  it('stay as they were when they cannot be written', async () => {
    const store = await open();
    await store.set({ theme: 'dark' });
    await rm(folder, { recursive: true });
    await writeFile(folder, 'in the way');
    await expect(store.set({ theme: 'light' })).rejects.toThrow();
    expect(store.get().theme).toBe('dark');
  });
});
