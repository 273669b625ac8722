import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { resultMessage } from '../../e2e/servers/runtime/messages.ts';
import { isOpenedAsText } from '../lib/harmless-files.ts';
import { systemClock } from '../lib/clock.ts';
import { FileCheckpoints } from '../storage/checkpoints/file-checkpoints.ts';
import { SessionChanges } from './session-changes.ts';

const session = '11111111-1111-4111-8111-111111111111';
const message = '22222222-2222-4222-8222-222222222222';

let root = '';
let isRunning = false;
let told: (readonly string[])[] = [];
let due: (() => void)[] = [];
let changes: SessionChanges;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'parley-changes-'));
  isRunning = false;
  told = [];
  due = [];
  changes = new SessionChanges({
    folder: join(root, 'checkpoints'),
    clock: {
      ...systemClock,
      after: (_, run) => {
        due.push(run);
        return () => undefined;
      },
    },
    folderOf: () => null,
    live: () => Promise.resolve({ readOnly: undefined, running: isRunning }),
    onChange: (ids) => told.push(ids),
  });
  const kept = new FileCheckpoints(join(root, 'checkpoints', session));
  await kept.beginTurn(message);
  for (const [name, before, after] of [
    ['list.ts', 'one\ntwo', 'one\n2'],
    ['icon.png', undefined, 'a\0b'],
  ] as const) {
    if (before !== undefined) await writeFile(join(root, name), before);
    await kept.before(join(root, name), before === undefined ? undefined : Buffer.from(before));
    await writeFile(join(root, name), after);
    await kept.after(join(root, name), Buffer.from(after));
  }
  await kept.command('make');
});
afterEach(async () => {
  changes.dispose();
  await rm(root, { recursive: true, force: true });
});

describe('changes of a session', () => {
  it('are listed with both texts, and nothing else of the disk is told [UI-64.changes]', async () => {
    const list = join(root, 'list.ts');
    expect((await changes.list(session)).files.map(({ kind }) => kind)).toEqual([
      'changed',
      'created',
    ]);
    expect(await changes.compare(session, list, undefined)).toEqual({
      before: { kind: 'text', text: 'one\ntwo' },
      now: { kind: 'text', text: 'one\n2' },
    });
    expect(await changes.compare(session, join(root, 'icon.png'), message)).toEqual({
      before: { kind: 'none' },
      now: { kind: 'binary' },
    });
    await expect(changes.compare(session, '/etc/hostname', undefined)).rejects.toMatchObject({
      code: 'session.no-checkpoint',
    });
    await expect(changes.requireChanged(session, '/etc/hostname')).rejects.toThrow();
  });

  it('go back between turns alone, as it was told before, and are told [UI-14.rewind]', async () => {
    const preview = await changes.preview(session, message);
    expect(preview.restored.map(({ action }) => action)).toEqual(['restore', 'delete']);
    expect(preview.commands).toEqual(['make']);
    isRunning = true;
    await expect(changes.rewind(session, { since: message })).rejects.toMatchObject({
      code: 'session.busy',
    });
    expect(await readFile(join(root, 'list.ts'), 'utf8')).toBe('one\n2');
    isRunning = false;
    const { undoId, ...done } = await changes.rewind(session, { since: message });
    expect(done).toEqual(preview);
    expect(await readFile(join(root, 'list.ts'), 'utf8')).toBe('one\ntwo');
    await changes.rewind(session, { since: String(undoId) });
    expect(await readFile(join(root, 'list.ts'), 'utf8')).toBe('one\n2');
    changes.heard(session, [resultMessage(session)]);
    // What happens in a row is told once.
    for (const run of due) run();
    expect(told).toEqual([[session]]);
  });

  it('go back once where it is asked for twice at a time [UI-14.rewind]', async () => {
    const since = { since: message };
    const [first, second] = await Promise.all([
      changes.rewind(session, since),
      changes.rewind(session, since),
    ]);
    expect(first.restored).toHaveLength(2);
    expect(second).toEqual({ restored: [], refused: [], commands: ['make'] });
    await changes.rewind(session, { since: String(first.undoId) });
    expect(await readFile(join(root, 'list.ts'), 'utf8')).toBe('one\n2');
  });

  it('are opened only where opening does not run them [UI-64.changes]', () => {
    const opened = ['/a/list.ts', '/a/run.sh', '/a/evil.desktop', '/a/x.js', '/a/notes.md', '/a/b'];
    expect(opened.filter((path) => isOpenedAsText(path, 0o644))).toEqual([
      '/a/list.ts',
      '/a/notes.md',
    ]);
    expect(isOpenedAsText('/a/notes.md', 0o755)).toBe(process.platform === 'win32');
  });
});
