import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import type * as FileSystem from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SDKUserMessage } from '../../../../shared/agent/messages.ts';
import { openTranscript } from './open-transcript.ts';
import { ManualClock } from '../../../lib/testing/manual-clock.ts';
import { SettingsStore } from '../../../storage/settings-store.ts';
import { cutTranscript } from '../../../storage/transcript/cut-transcript.ts';
import { readTranscript } from '../../../storage/transcript/read-transcript.ts';

const { disk } = await vi.hoisted(async () => {
  const { FailingDisk: Disk } = await import('../../../lib/testing/failing-disk.ts');
  return { disk: new Disk() };
});
vi.mock('node:fs/promises', async (original) => disk.wrap(await original<typeof FileSystem>()));

const sessionId = '11111111-1111-4111-8111-111111111111';
const clock = new ManualClock();
let root = '';
beforeEach(async () => {
  disk.heal();
  root = await mkdtemp(join(tmpdir(), 'parley-faults-'));
  await mkdir(join(root, 'work'));
});
afterEach(async () => {
  disk.heal();
  await rm(root, { recursive: true, force: true });
});

/** Tries something with each of its calls refused in turn, until none is. */
async function atEachCall(
  how: 'failAt' | 'fullFrom',
  prepare: () => Promise<void>,
  attempt: () => Promise<unknown>,
  check: (failed: boolean) => Promise<void>,
): Promise<number> {
  for (let call = 1; call < 60; call += 1) {
    await prepare();
    disk[how](call);
    const failed = await attempt().then(
      () => false,
      () => true,
    );
    const wasHit = disk.heal();
    await check(failed);
    if (!wasHit) return call - 1;
  }
  throw new Error('It never came to an end.');
}

const said = (text: string): SDKUserMessage => ({
  type: 'user',
  uuid: crypto.randomUUID(),
  session_id: sessionId,
  parent_tool_use_id: null,
  message: { role: 'user', content: text },
});

const open = (resume: boolean) =>
  openTranscript({
    configRoot: join(root, 'profile'),
    cwd: join(root, 'work'),
    sessionId,
    resume,
    model: { provider_id: 'offline', id: 'offline' },
    appVersion: '1',
    program: 'test',
    clock,
  });

/** What the messages of a transcript say. */
async function words(path: string): Promise<string[]> {
  const { messages } = await readTranscript(path);
  return messages.flatMap((message) =>
    message.type === 'user' && typeof message.message.content === 'string'
      ? [message.message.content]
      : [],
  );
}

describe.each(['failAt', 'fullFrom'] as const)('a disk that refuses (%s)', (how) => {
  it('leaves settings as they were or as they were set, in the file and in force, and nothing beside them [RE-3.settings]', async () => {
    const path = join(root, 'settings.json');
    let store: SettingsStore | undefined;
    const calls = await atEachCall(
      how,
      async () => {
        store = await SettingsStore.open({ path, clock, onTrouble: () => undefined });
        await store.set({ theme: 'light' });
      },
      async () => store?.set({ theme: 'dark' }),
      async (failed) => {
        const kept = JSON.parse(await readFile(path, 'utf8')) as { theme: string };
        expect(kept.theme).toBe(failed ? 'light' : 'dark');
        expect(store?.get().theme).toBe(kept.theme);
        expect(await readdir(root)).toEqual(['settings.json', 'work']);
      },
    );
    expect(calls).toBeGreaterThan(4);
  });

  it('takes a message off a session or leaves it as it was [RE-3.cut]', async () => {
    let path = '';
    let second = said('');
    await atEachCall(
      how,
      async () => {
        await rm(join(root, 'profile'), { recursive: true, force: true });
        const transcript = await open(false);
        path = transcript.path;
        second = said('two');
        await transcript.writer.append(said('one'));
        await transcript.writer.append(second);
        await transcript.close();
      },
      () => cutTranscript(path, second.uuid),
      async (failed) => {
        expect(await words(path)).toEqual(failed ? ['one', 'two'] : ['one']);
        expect(await readdir(dirname(path))).toEqual([`${sessionId}.jsonl`]);
      },
    );
  });

  it('keeps every message of a transcript that was taken, none that was refused, and no half of one [RE-3.append]', async () => {
    let path = '';
    let taken: string[] = [];
    await atEachCall(
      how,
      async () => {
        await rm(join(root, 'profile'), { recursive: true, force: true });
        taken = [];
      },
      async () => {
        const transcript = await open(false);
        path = transcript.path;
        // Half of the long one is more than what comes after it.
        for (const text of ['one', 'two '.repeat(500), 'three']) {
          const written = transcript.writer.append(said(text), { sync: text !== 'one' });
          await written.then(
            () => taken.push(text),
            () => undefined,
          );
        }
        disk.heal();
        await transcript.writer.append(said('after')).then(() => taken.push('after'));
        await transcript.close();
        throw new Error('It was refused at some time, or not at all.');
      },
      async () => {
        if (taken.length === 0) return;
        const read = await readTranscript(path);
        expect(read.problems).toEqual([]);
        expect(await words(path)).toEqual(taken);
      },
    );
  });
});

it('text that a full disk refused is written once there is room, in its order [RE-3.append, RT-41.batches]', async () => {
  const { writer, path, close } = await open(false);
  const messageUuid = crypto.randomUUID();
  const say = async (text: string): Promise<void> => {
    writer.delta({ messageUuid, index: 0, kind: 'text', text, model: 'm' });
    clock.advance(1_000);
    // Behind it in the queue.
    await writer.toolStart('call', {}).catch(() => undefined);
  };
  disk.fullFrom(1);
  await say('one ');
  await say('two ');
  disk.heal();
  await say('three');
  await close();
  const { messages } = await readTranscript(path);
  expect(messages.at(-1)).toMatchObject({
    message: { content: [{ type: 'text', text: 'one two three' }] },
  });
});

/** Whether this process may have a small disk of its own. */
const mayMount = (folder: string): boolean =>
  process.platform === 'linux' &&
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=512k', 'tmpfs', folder]).status === 0;

it('a disk that is really full keeps the old settings and every message, and goes on when there is room [RE-3.full]', async ({
  skip,
}) => {
  if (!mayMount(root)) skip('Small disks may be mounted by the administrator alone.');
  try {
    await mkdir(join(root, 'work'));
    const path = join(root, 'settings.json');
    const store = await SettingsStore.open({ path, clock, onTrouble: () => undefined });
    await store.set({ theme: 'light' });
    const transcript = await open(false);
    const taken: string[] = [];
    const append = async (text: string): Promise<void> => {
      await transcript.writer.append(said(text), { sync: true });
      taken.push(text);
    };
    const fill = async (size: number): Promise<void> => {
      for (let n = 0; ; n += 1) await append(String(n).padEnd(size, '.'));
    };
    await expect(fill(20_000)).rejects.toThrow(/could not be written: ENOSPC/);
    await expect(fill(1)).rejects.toThrow(/could not be written: ENOSPC/);
    await expect(store.set({ theme: 'dark' })).rejects.toThrow(/ENOSPC/);
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ theme: 'light' });
    expect(await words(transcript.path)).toEqual(taken);
    await rm(path);
    await append('room');
    await transcript.close();
    expect(await words(transcript.path)).toEqual(taken);
    expect((await readTranscript(transcript.path)).problems).toEqual([]);
  } finally {
    spawnSync('umount', ['-l', root]);
  }
});
