import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DraftStore } from './draft-store.ts';

let folder = '';
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'parley-drafts-')), 'drafts');
});
afterEach(() => rm(join(folder, '..'), { recursive: true, force: true }));

const file = (text: string) =>
  ({ type: 'file', media_type: 'text/plain', text, name: 'a.txt' }) as const;

it('files of a draft are there after a restart, for their owner alone, and gone when they are sent [UI-10.drafts]', async () => {
  const first = new DraftStore(folder);
  await Promise.all([first.keep('start', [file('one')]), first.keep('start', [file('two')])]);
  const later = new DraftStore(folder);
  expect(await later.read('start')).toEqual([file('two')]);
  expect(await later.read('other')).toEqual([]);
  if (process.platform !== 'win32') {
    expect((await stat(join(folder, 'start.json'))).mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  }
  await later.keep('start', []);
  expect(await later.read('start')).toEqual([]);
  await later.keep('start', [file('three')]);
  await later.remove('start');
  expect(await later.read('start')).toEqual([]);
});

it('a file of a newer version stays as it is, and of many drafts the newest are kept [UI-10.drafts]', async () => {
  const store = new DraftStore(folder);
  for (let n = 0; n < 55; n += 1) await store.keep(`d${String(n)}`, [file(String(n))]);
  expect(await store.read('d54')).toEqual([file('54')]);
  const kept = await Promise.all(
    Array.from({ length: 55 }, async (_, n) => (await store.read(`d${String(n)}`)).length),
  );
  expect(kept.reduce((sum, count) => sum + count, 0)).toBe(50);
  const newer = JSON.stringify({ schemaVersion: 2, more: true });
  await writeFile(join(folder, 'd54.json'), newer);
  expect(await store.read('d54')).toEqual([]);
  await expect(store.keep('d54', [file('x')])).rejects.toThrow('newer version');
  expect(await readFile(join(folder, 'd54.json'), 'utf8')).toBe(newer);
});
