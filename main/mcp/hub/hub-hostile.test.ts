import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ServerDraft } from '../../../shared/mcp/server-config.ts';
import { ManualClock } from '../../lib/testing/manual-clock.ts';
import type { McpHub } from './hub.ts';
import {
  HubDesk,
  added,
  connected,
  facadeOf,
  hostileDraft,
  isGone,
  reaches,
  stateOf,
} from './testing/hub-desk.ts';
import { textOf } from './testing/raw-client.ts';

vi.setConfig({ testTimeout: 30_000 });

const signal = new AbortController().signal;
let desk: HubDesk;
let clock: ManualClock;
let hub: McpHub;
let starts: string;

beforeEach(async () => {
  desk = await HubDesk.open();
  clock = new ManualClock();
  hub = await desk.hub({}, clock);
  starts = join(desk.root, 'starts');
  await writeFile(starts, '');
});
afterEach(() => desk.dispose());

const pids = async (): Promise<number[]> =>
  (await readFile(starts, 'utf8'))
    .split('\n')
    .filter((line) => line !== '')
    .map(Number);
const commandDraft = (command: string): ServerDraft => ({
  ...hostileDraft(),
  definition: { type: 'stdio', command, args: [], env: {} },
});

/** How a server is bad: what it is told, the state that must come, and the reason that must be named. */
interface Row {
  readonly how: string;
  readonly switches: readonly string[];
  readonly status: 'connected' | 'failed';
  readonly code?: string;
  readonly reason?: string;
  /** Its time is over only when the test says so. */
  readonly limit?: boolean;
  /** It is connected first, and lost after a grace time. */
  readonly grace?: boolean;
}

const rows: readonly Row[] = [
  {
    how: 'exits at once',
    switches: ['--stderr=no config', '--exit=3'],
    ...failed('exited-early', '3'),
  },
  { how: 'prints junk', switches: ['--junk'], status: 'connected' },
  { how: 'floods stderr', switches: ['--flood-stderr=50000'], status: 'connected' },
  {
    how: 'never answers',
    switches: ['--silent'],
    ...failed('no-answer', '10 seconds'),
    limit: true,
  },
  {
    how: 'never lists its tools',
    switches: ['--silent-on=tools/list'],
    ...failed('no-answer', '10 seconds'),
    limit: true,
  },
  { how: 'answers late', switches: ['--late=400'], status: 'connected' },
  { how: 'ignores stop', switches: ['--ignore-stop', '--grandchild'], status: 'connected' },
  {
    how: 'closes its output and lives on',
    switches: ['--close-stdout'],
    ...failed('connection-lost', 'closed its output, though its process still runs'),
    grace: true,
  },
  { how: 'reads nothing more', switches: ['--stop-reading'], status: 'connected' },
  {
    how: 'refuses initialize',
    switches: ['--fail-initialize'],
    ...failed('protocol-error', 'The licence has run out.'),
  },
];

function failed(code: string, reason: string) {
  return { status: 'failed' as const, code, reason };
}

/** Lets time pass until something is done. */
async function passing<T>(work: Promise<T>): Promise<T> {
  const state = { isDone: false };
  const done = work.finally(() => (state.isDone = true));
  while (!state.isDone) {
    clock.advance(250);
    await new Promise((next) => setImmediate(next));
  }
  return done;
}

describe('a server that', () => {
  for (const { how, switches, status, code, reason, limit, grace } of rows) {
    it(`${how} is ${status}, with its reason, alone, and in no storm [RE-11, RE-11.isolated]`, async () => {
      const good = await connected(hub, hostileDraft(['--name=good']));
      const bad = await added(hub, {
        ...hostileDraft([`--starts=${starts}`, ...switches]),
        name: 'Bad',
        startTimeoutMs: 10_000,
      });
      await vi.waitFor(async () => expect(await pids()).not.toEqual([]), 8_000);
      if (limit) {
        expect(stateOf(hub, bad).status).toBe('connecting');
        // The question for the era, then the limit of the start.
        for (let step = 0; step < 4; step += 1) {
          clock.advance(5_000);
          await new Promise((done) => setImmediate(done));
        }
      }
      if (grace) {
        await reaches(hub, bad, 'connected');
        await vi.waitFor(() => {
          clock.advance(500);
          expect(stateOf(hub, bad).status).toBe('failed');
        }, 8_000);
      }
      const state = await reaches(hub, bad, status);
      if (code !== undefined) {
        expect(state.failure?.code).toBe(code);
        expect(state.failure?.message).toContain(reason);
      }
      // The neighbour never noticed.
      const client = await facadeOf(hub, 'hostile');
      expect(textOf(await client.call('echo', { text: 'still here' }))).toContain('still here');
      expect(stateOf(hub, good).status).toBe('connected');
      expect(hub.logs(bad).length).toBeLessThanOrEqual(1_000);
      // Needed again and again, it is started at most five times a minute.
      const needy = await facadeOf(hub, 'bad');
      for (let need = 0; need < 8; need += 1) {
        void needy.request('initialize', {});
        clock.advance(1_000);
        await new Promise((done) => setImmediate(done));
      }
      expect((await pids()).length).toBeLessThanOrEqual(5);
      await passing(hub.setEnabled(bad, false, signal));
      for (const pid of await pids()) expect(isGone(pid)).toBe(true);
      expect(stateOf(hub, good).status).toBe('connected');
    });
  }

  it('does not exist, or may not be run, says so with where it was looked for [RE-11.missing, RE-11.not-executable]', async () => {
    const missing = await added(hub, commandDraft('no-such-server'));
    const { failure } = await reaches(hub, missing, 'failed');
    expect(failure).toMatchObject({ code: 'command-not-found', command: 'no-such-server' });
    expect(failure?.pathSearched).not.toEqual([]);
    const file = join(desk.root, 'plain.sh');
    await writeFile(file, '#!/bin/sh\n');
    await chmod(file, 0o600);
    const plain = await added(hub, commandDraft(file));
    expect((await reaches(hub, plain, 'failed')).failure).toMatchObject({
      code: 'not-executable',
      resolvedPath: file,
    });
  });
});
