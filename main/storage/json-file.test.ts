import { mkdtemp, readFile, readdir, rm, stat, symlink, writeFile, lstat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readJsonFile, writeJsonFile } from './json-file.ts';

const format = {
  schema: z.object({ schemaVersion: z.literal(1), theme: z.string() }),
  schemaVersion: 1,
};

describe('a JSON settings file', () => {
  let folder: string;
  let path: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-json-'));
    path = join(folder, 'inner', 'settings.json');
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('comes back as it was written, readable by its owner only, and leaves no other file', async () => {
    await writeJsonFile(path, { schemaVersion: 1, theme: 'dark ‘é’' });
    expect(await readJsonFile(path, format)).toEqual({
      state: 'value',
      value: { schemaVersion: 1, theme: 'dark ‘é’' },
    });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readdir(join(folder, 'inner'))).toEqual(['settings.json']);
  });

  it('is missing before it was written', async () => {
    expect(await readJsonFile(path, format)).toEqual({ state: 'missing' });
  });

  it.each([
    ['no JSON', '{"schemaVersion":1,'],
    ['another shape', '{"schemaVersion":1,"theme":7}'],
    ['an older unknown version', '{"theme":"dark"}'],
  ])('that holds %s is kept aside with its bytes', async (_name, text) => {
    path = join(folder, 'settings.json');
    await writeFile(path, text);
    const content = await readJsonFile(path, format);
    if (content.state !== 'corrupt') throw new Error(`state ${content.state}`);
    expect(content.keptAs.startsWith(`${path}.corrupt-`)).toBe(true);
    expect(await readFile(content.keptAs, 'utf8')).toBe(text);
    expect(content.reason).toMatch(/^The file .+\.$/);
    expect(await readJsonFile(path, format)).toEqual({ state: 'missing' });
  });

  it('of a newer program stays where it is', async () => {
    path = join(folder, 'settings.json');
    const text = '{"schemaVersion":2,"colours":[]}';
    await writeFile(path, text);
    expect(await readJsonFile(path, format)).toEqual({ state: 'newer', schemaVersion: 2 });
    expect(await readFile(path, 'utf8')).toBe(text);
  });

  it('that is a link keeps being one', async () => {
    const target = join(folder, 'dotfiles.json');
    path = join(folder, 'settings.json');
    await writeFile(target, '{}');
    await symlink(target, path);
    await writeJsonFile(path, { schemaVersion: 1, theme: 'x' });
    expect((await lstat(path)).isSymbolicLink()).toBe(true);
    expect(await readFile(target, 'utf8')).toContain('"theme": "x"');
  });

  it('is untouched and leaves no litter when the value cannot be written', async () => {
    await writeJsonFile(path, { schemaVersion: 1, theme: 'old' });
    const circular: Record<string, unknown> = {};
    circular['self'] = circular;
    await expect(writeJsonFile(path, circular)).rejects.toThrow();
    expect(await readFile(path, 'utf8')).toContain('old');
    expect(await readdir(join(folder, 'inner'))).toEqual(['settings.json']);
  });
});
