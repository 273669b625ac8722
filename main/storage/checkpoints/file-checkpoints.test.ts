import {
  chmod,
  mkdir,
  readdir,
  readFile,
  rm,
  stat,
  unlink,
  writeFile,
  mkdtemp,
  appendFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileCheckpoints } from './file-checkpoints.ts';

let root = '';
let checkpoints: FileCheckpoints;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'parley-checkpoints-'));
  checkpoints = new FileCheckpoints(join(root, 'kept'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const path = (name: string): string => join(root, name);
const textOf = (name: string): Promise<string> => readFile(path(name), 'utf8');

/** A change as a tool makes it. */
async function change(name: string, text: string): Promise<void> {
  const before = await readFile(path(name)).catch(() => undefined);
  await checkpoints.before(path(name), before);
  await writeFile(path(name), text);
  await checkpoints.after(path(name), Buffer.from(text));
}

/** Three turns: a.txt changes in each, b.txt is made in the second. */
async function threeTurns(): Promise<void> {
  await writeFile(path('a.txt'), 'a0');
  await chmod(path('a.txt'), 0o640);
  await checkpoints.beginTurn('m1');
  await change('a.txt', 'a1');
  await checkpoints.beginTurn('m2');
  await change('a.txt', 'a2');
  await change('a.txt', 'a2+');
  await change('b.txt', 'b2');
  await checkpoints.command('make all');
  await checkpoints.beginTurn('m3');
  await change('a.txt', 'a3');
}

describe('FileCheckpoints', () => {
  it('tells first, then brings files back to before a message, and deletes those made since [RT-44.rewind]', async () => {
    await threeTurns();
    const plan = await checkpoints.rewind('m2', true);
    expect(plan).toEqual({
      restored: [
        { path: path('a.txt'), action: 'restore' },
        { path: path('b.txt'), action: 'delete' },
      ],
      refused: [],
      commands: ['make all'],
    });
    expect(await textOf('a.txt')).toBe('a3');
    expect(await checkpoints.rewind('m2', false)).toEqual({
      ...plan,
      undoId: expect.any(String) as string,
    });
    expect(await textOf('a.txt')).toBe('a1');
    expect((await stat(path('a.txt'))).mode & 0o777).toBe(0o640);
    await expect(stat(path('b.txt'))).rejects.toThrow();
    // Nothing is left to do, and one can go further back.
    expect((await checkpoints.rewind('m2', false)).restored).toEqual([]);
    expect((await checkpoints.rewind('m1', false)).restored).toHaveLength(1);
    expect(await textOf('a.txt')).toBe('a0');
  });

  it('leaves alone what something else changed, deleted or replaced since, with the reason [RT-44.rewind]', async () => {
    await threeTurns();
    await writeFile(path('a.txt'), 'theirs');
    await unlink(path('b.txt'));
    const { restored, refused } = await checkpoints.rewind('m1', false);
    expect(restored).toEqual([]);
    expect(refused).toEqual([
      { path: path('a.txt'), reason: 'It was changed by something else since.' },
    ]);
    expect(await textOf('a.txt')).toBe('theirs');
  });

  it('brings back a file that was deleted by a turn’s own later state only when nothing else did [RT-44.rewind]', async () => {
    await threeTurns();
    await unlink(path('a.txt'));
    const { refused } = await checkpoints.rewind('m3', false);
    expect(refused[0]?.reason).toContain('deleted by something else');
  });

  it('says of a message whose checkpoints were removed that they were, and keeps those since [RT-44.kept, RT-44.rewind]', async () => {
    await threeTurns();
    await rm(join(root, 'kept'), { recursive: true });
    await mkdir(join(root, 'kept'));
    const mark = '{"type":"cleared","at":"2026-06-01T00:00:00.000Z"}\n';
    await writeFile(join(root, 'kept/index.jsonl'), mark);
    checkpoints = new FileCheckpoints(join(root, 'kept'));
    await checkpoints.beginTurn('m4');
    await change('a.txt', 'a4');
    await expect(checkpoints.rewind('m2', true)).rejects.toThrow(/until 2026-06-01.*`keptFiles`/);
    await checkpoints.rewind('m4', false);
    expect(await textOf('a.txt')).toBe('a3');
  });

  it('goes on in a later session, also behind a line that a crash cut off [RT-44.rewind, RT-42]', async () => {
    await threeTurns();
    await appendFile(join(root, 'kept/index.jsonl'), '{"type":"befo');
    checkpoints = new FileCheckpoints(join(root, 'kept'));
    await checkpoints.beginTurn('m4');
    await change('a.txt', 'a4');
    checkpoints = new FileCheckpoints(join(root, 'kept'));
    await checkpoints.rewind('m4', false);
    expect(await textOf('a.txt')).toBe('a3');
    await checkpoints.rewind('m1', false);
    expect(await textOf('a.txt')).toBe('a0');
  });

  it('gives no file back damaged, and keeps what was cut off anew [RT-44.rewind, RE-3]', async () => {
    await threeTurns();
    const kept = join(root, 'kept/files');
    for (const name of await readdir(kept)) await writeFile(join(kept, name), '');
    const { restored, refused } = await checkpoints.rewind('m1', false, [path('a.txt')]);
    expect(restored).toEqual([]);
    expect(refused).toMatchObject([
      { path: path('a.txt'), reason: expect.stringMatching(/damaged/) as string },
    ]);
    expect(await textOf('a.txt')).toBe('a3');
    // The same content is met again, and its copy of before is of no use.
    await checkpoints.beginTurn('m4');
    await change('a.txt', 'a4');
    await checkpoints.rewind('m4', false);
    expect(await textOf('a.txt')).toBe('a3');
  });

  it('knows only messages of the person, and keeps contents from others [RT-44.rewind, RT-40]', async () => {
    await threeTurns();
    await expect(checkpoints.rewind('m9', true)).rejects.toThrow(
      'no checkpoint for the message m9',
    );
    expect((await stat(join(root, 'kept'))).mode & 0o777).toBe(0o700);
    expect((await stat(join(root, 'kept/index.jsonl'))).mode & 0o777).toBe(0o600);
  });

  it('take a rewind back, of all files or of one alone [UI-14.rewind]', async () => {
    await threeTurns();
    const { undoId } = await checkpoints.rewind('m2', false);
    expect(await textOf('a.txt')).toBe('a1');
    // Another process, such as the runtime of the session, goes on with the same folder.
    const other = new FileCheckpoints(join(root, 'kept'));
    expect((await other.rewind(undoId, false)).restored).toHaveLength(2);
    expect([await textOf('a.txt'), await textOf('b.txt')]).toEqual(['a3', 'b2']);
    const one = await checkpoints.rewind(undefined, false, [path('a.txt')]);
    expect(one.restored).toEqual([{ path: path('a.txt'), action: 'restore' }]);
    expect([await textOf('a.txt'), await textOf('b.txt')]).toEqual(['a0', 'b2']);
  });

  it('tell which files are not as they were, with what they held, and whose change it is [UI-64.changes]', async () => {
    await threeTurns();
    await writeFile(path('c.txt'), 'c0');
    await change('c.txt', 'c3');
    await unlink(path('c.txt'));
    expect(await checkpoints.changes()).toEqual([
      { path: path('a.txt'), kind: 'changed', isForeign: false },
      { path: path('b.txt'), kind: 'created', isForeign: false },
      { path: path('c.txt'), kind: 'deleted', isForeign: true },
    ]);
    const { before, now } = await checkpoints.contents(path('a.txt'), undefined);
    expect([String(before), String(now)]).toEqual(['a0', 'a3']);
    expect(String((await checkpoints.contents(path('a.txt'), 'm3')).before)).toBe('a2+');
    await expect(checkpoints.contents('/etc/passwd', undefined)).rejects.toThrow('did not change');
  });
});
