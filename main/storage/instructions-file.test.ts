import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { InstructionsFile } from './instructions-file.ts';

describe('instructions of the person', () => {
  let folder: string;
  let file: InstructionsFile;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-instructions-'));
    file = new InstructionsFile(join(folder, 'profile', 'instructions.md'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('are a file of the profile that comes with the first words and goes with the last [UI-17.instructions]', async () => {
    expect(await file.read()).toEqual({ text: '', path: file.path });
    expect(await file.write('', 'Answer in Welsh.\n')).toMatchObject({
      text: 'Answer in Welsh.\n',
    });
    expect(await readFile(file.path, 'utf8')).toBe('Answer in Welsh.\n');
    expect((await stat(file.path)).mode & 0o077).toBe(0);
    expect(file.revision).toBe(1);
    await file.write('Answer in Welsh.\n', ' ');
    await expect(stat(file.path)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('that another program wrote are never overwritten unseen [UI-17.instructions]', async () => {
    await file.write('', 'Mine');
    await writeFile(file.path, 'Theirs');
    await expect(file.write('Mine', 'Mine too')).rejects.toMatchObject({
      code: 'instructions.changed',
    });
    expect((await file.read()).text).toBe('Theirs');
  });

  it('that are too large are neither used nor replaced, and it is said [UI-17.instructions]', async () => {
    await expect(file.write('', 'ä'.repeat(40_000))).rejects.toMatchObject({
      code: 'instructions.invalid',
    });
    await file.write('', 'Mine');
    await writeFile(file.path, 'x'.repeat(70_000));
    expect((await file.read()).problem).toContain('larger than 64 KiB');
    await expect(file.write('', 'Mine')).rejects.toMatchObject({ code: 'instructions.invalid' });
    expect((await readFile(file.path, 'utf8')).length).toBe(70_000);
  });
});
