import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { transcriptPath } from '../../lib/profile-paths.ts';
import { acquireTranscriptLock, transcriptLockPath } from '../transcript/transcript-lock.ts';
import { parseKeptFiles } from './kept-files-limits.ts';
import type { KeptFilesLimits } from './kept-files-limits.ts';
import { sessionFolder } from './session-folders.ts';
import { tidyKeptFiles } from './tidy-kept-files.ts';

const DAY_MS = 24 * 60 * 60_000;
const NOW = Date.parse('2026-06-01T00:00:00Z');
let root = '';
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'parley-tidy-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function setAge(path: string, days: number): Promise<void> {
  const time = new Date(NOW - days * DAY_MS);
  await utimes(path, time, time);
}

/** A session with a checkpoint and a long result, last used so many days ago. */
async function session(days: number, more: { stored?: boolean; bytes?: number } = {}) {
  const id = crypto.randomUUID();
  const transcript = transcriptPath(root, '/work', id);
  for (const kind of ['results', 'checkpoints'] as const) {
    const folder = sessionFolder(root, kind, id);
    await mkdir(join(folder, 'files'), { recursive: true });
    await writeFile(join(folder, 'files', 'one'), Buffer.alloc(more.bytes ?? 10));
    await writeFile(join(folder, 'index.jsonl'), '{"type":"turn","messageId":"m"}\n');
    for (const name of ['files', 'index.jsonl', '.']) await setAge(join(folder, name), days);
  }
  if (more.stored !== false) {
    await mkdir(dirname(transcript), { recursive: true });
    await writeFile(transcript, '');
    await setAge(transcript, days);
  }
  return { id, transcript };
}

const tidy = (limits: Partial<KeptFilesLimits> = {}): Promise<void> =>
  tidyKeptFiles({
    configRoot: root,
    limits: { checkpointDays: 0, checkpointMegabytes: 0, ...limits },
    now: NOW,
    signal: new AbortController().signal,
  });
const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
const hasCheckpoints = ({ id }: { id: string }): Promise<boolean> =>
  exists(join(sessionFolder(root, 'checkpoints', id), 'files'));
const hasResults = ({ id }: { id: string }): Promise<boolean> =>
  exists(sessionFolder(root, 'results', id));

describe('tidyKeptFiles', () => {
  it('clears checkpoints of sessions that rest too long and says so in their place, and no results of them [RT-44.kept]', async () => {
    const [old, fresh, held] = [await session(91), await session(89), await session(91)];
    const lock = await acquireTranscriptLock(transcriptLockPath(held.transcript), 'test');
    await tidy({ checkpointDays: 90 });
    expect(await hasCheckpoints(old)).toBe(false);
    const left = join(sessionFolder(root, 'checkpoints', old.id), 'index.jsonl');
    expect(JSON.parse(await readFile(left, 'utf8'))).toEqual({
      type: 'cleared',
      at: '2026-06-01T00:00:00.000Z',
    });
    expect(await Promise.all([old, fresh, held].map(hasResults))).toEqual([true, true, true]);
    // One is in use by another program, and the lock of the other is free again.
    expect(await Promise.all([fresh, held].map(hasCheckpoints))).toEqual([true, true]);
    await lock.release();
    expect(
      (await readdir(dirname(old.transcript))).filter((name) => name.includes('lock')),
    ).toEqual([]);
    await tidy();
    expect(await hasCheckpoints(held)).toBe(true);
  });

  it('clears those that rest longest where all take too much, and none of the last day [RT-44.kept]', async () => {
    const bytes = 1024 * 1024;
    const [first, second, third] = [
      await session(30, { bytes }),
      await session(20, { bytes }),
      await session(0, { bytes }),
    ];
    await tidy({ checkpointMegabytes: 2 });
    expect(await Promise.all([first, second, third].map(hasCheckpoints))).toEqual([
      false,
      true,
      true,
    ]);
    await tidy({ checkpointMegabytes: 0.5 });
    expect(await Promise.all([second, third].map(hasCheckpoints))).toEqual([false, true]);
  });

  it('removes what belongs to no session after a week, and nothing that is on its way out of the trash [RT-44.kept]', async () => {
    const [gone, young, restored, waiting] = [
      await session(8, { stored: false }),
      await session(6, { stored: false }),
      await session(8, { stored: false }),
      await session(8, { stored: false }),
    ];
    await mkdir(join(root, 'trash', restored.id), { recursive: true });
    await mkdir(dirname(waiting.transcript), { recursive: true });
    await writeFile(waiting.transcript.replace('.jsonl', '.queue.json'), '[]');
    await mkdir(`${sessionFolder(root, 'checkpoints', gone.id)}.removed-1`);
    await tidy();
    expect(await readdir(join(root, 'checkpoints'))).not.toContain(`${gone.id}.removed-1`);
    const all = [gone, young, restored, waiting];
    expect(await Promise.all(all.map(hasResults))).toEqual([false, true, true, true]);
    expect(await Promise.all(all.map(hasCheckpoints))).toEqual([false, true, true, true]);
  });
});

describe('tidyKeptFiles, while transcripts cannot be read', () => {
  it.skipIf(process.platform === 'win32')(
    'removes nothing of their sessions [RT-44.kept]',
    async () => {
      const one = await session(30);
      await rename(join(root, 'projects'), join(root, 'other-disk'));
      await symlink(join(root, 'other-disk-is-away'), join(root, 'projects'));
      await tidy();
      expect(await Promise.all([hasResults(one), hasCheckpoints(one)])).toEqual([true, true]);
      await rm(join(root, 'projects'));
      await symlink(join(root, 'other-disk'), join(root, 'projects'));
      await tidy();
      expect(await hasResults(one)).toBe(true);
      await rm(one.transcript.replace(join(root, 'projects'), join(root, 'other-disk')));
      await tidy();
      expect(await hasResults(one)).toBe(false);
    },
  );
});

describe('the setting keptFiles', () => {
  it('has limits of its own, and one that cannot be read keeps everything and is told [RT-44.kept]', () => {
    expect(parseKeptFiles(undefined).limits).toEqual({
      checkpointDays: 90,
      checkpointMegabytes: 2048,
    });
    expect(parseKeptFiles({ checkpointDays: 7 }).limits.checkpointDays).toBe(7);
    const broken = parseKeptFiles({ checkpointDays: 'few' });
    expect(broken.limits).toEqual({ checkpointDays: 0, checkpointMegabytes: 0 });
    expect(broken.problem).toContain('keptFiles.checkpointDays');
  });
});
