import { afterEach, describe, expect, it } from 'vitest';
import type { SDKMessage } from '../../../../shared/agent/messages.ts';
import { itemOf, transcriptFrom } from '../../../../shared/agent/transcript.ts';
import { createIpc } from '../../../lib/ipc.ts';
import { scriptBridge, wireError, type Script } from '../../../testing/scripted-bridge.tsx';
import {
  agentSays,
  id,
  sessionId,
  snapshotOf,
  textDelta,
  turnResult,
  userSays,
} from '../testing/messages.ts';
import { createChatRegistry, type ChatRegistry } from './chat-registry.ts';
import type { FrameClock } from './frame-clock.ts';

/** Frames and timers that come when the test says so. */
function manualClock() {
  let next = 1;
  const frames = new Map<number, () => void>();
  const timers = new Map<number, { run: () => void; ms: number }>();
  let changed: () => void = () => undefined;
  let hidden = false;
  const take = (waiting: Map<number, () => void>) => {
    const runs = [...waiting.values()];
    waiting.clear();
    for (const run of runs) run();
  };
  const clock: FrameClock = {
    requestFrame: (run) => {
      frames.set((next += 1), run);
      return next;
    },
    cancelFrame: (key) => frames.delete(key),
    startTimer: (run, ms) => {
      timers.set((next += 1), { run, ms });
      return next;
    },
    stopTimer: (key) => timers.delete(key),
    isHidden: () => hidden,
    onVisibilityChange: (run) => {
      changed = run;
      return () => undefined;
    },
  };
  return {
    clock,
    frames,
    timers,
    frame: () => take(frames),
    timer: () => {
      const runs = [...timers.values()];
      timers.clear();
      for (const { run } of runs) run();
    },
    hide: (value: boolean) => {
      hidden = value;
      changed();
    },
  };
}

let registry: ChatRegistry | undefined;
afterEach(() => registry?.dispose());

async function openChat(script: Script) {
  const bridge = scriptBridge(script);
  const time = manualClock();
  registry = createChatRegistry({ ipc: createIpc(bridge), clock: time.clock });
  const made = registry;
  await made.reload(sessionId);
  const { state } = made.open(sessionId);
  const batch = (sequence: number, ...messages: SDKMessage[]) =>
    bridge.emit('sessions.messages', { batches: [{ sessionId, sequence, messages }] });
  return { bridge, time, state, batch, registry: made };
}

const settle = async () => {
  for (let turns = 0; turns < 10; turns += 1) await Promise.resolve();
};

describe('chat registry', () => {
  it('draws any number of deltas once a frame [UI-12]', async () => {
    const { batch, state, time } = await openChat({
      'sessions.open': () => snapshotOf([userSays(2, 'hi')]),
    });
    let changes = 0;
    state.subscribe(() => (changes += 1));
    for (let n = 1; n <= 50; n += 1) batch(n, textDelta(n + 10, 9, 'x'));
    expect(changes).toBe(0);
    time.frame();
    expect(changes).toBe(1);
    expect(itemOf(state.getState().transcript, `${id(9)}:0`)).toMatchObject({
      text: 'x'.repeat(50),
    });
  });

  it('goes on by a timer while the window is hidden', async () => {
    const { batch, state, time } = await openChat({ 'sessions.open': () => snapshotOf([]) });
    batch(1, userSays(2, 'first'));
    time.hide(true);
    expect(time.frames.size).toBe(0);
    expect([...time.timers.values()].map(({ ms }) => ms)).toEqual([250]);
    time.timer();
    expect(state.getState().transcript.order).toEqual([id(2)]);
  });

  it('reads the session again when a batch is missing, and loses nothing [UI-12]', async () => {
    const all = [
      userSays(2, 'a'),
      agentSays(3, { type: 'text', text: 'b' }),
      userSays(4, 'c'),
      userSays(5, 'd'),
    ];
    const snapshots = [snapshotOf(all.slice(0, 1), 1), snapshotOf(all.slice(0, 3), 3)];
    const { batch, state, time, bridge } = await openChat({
      'sessions.open': () => snapshots.shift() ?? snapshotOf(all, 4),
    });
    batch(4, userSays(5, 'd'));
    time.frame();
    await settle();
    expect(bridge.inputs('sessions.open')).toHaveLength(2);
    expect(state.getState().transcript).toEqual(transcriptFrom(all));
  });

  it('ignores batches that the snapshot has already and sorts those that overtook each other', async () => {
    const { batch, state, time } = await openChat({
      'sessions.open': () => snapshotOf([userSays(2, 'a')], 5),
    });
    batch(5, userSays(8, 'old'));
    batch(7, userSays(4, 'c'));
    batch(6, userSays(3, 'b'));
    time.frame();
    expect(state.getState().transcript.order).toEqual([id(2), id(3), id(4)]);
  });

  it('says so when a session cannot be opened, and can try again [UI-5]', async () => {
    const answers = [
      () => {
        throw wireError('session.not-found', 'No transcript.');
      },
      () => snapshotOf([userSays(2, 'a')]),
    ];
    const { state, registry: made } = await openChat({
      'sessions.open': () => (answers.shift() ?? (() => snapshotOf([])))(),
    });
    expect(state.getState()).toMatchObject({
      phase: 'failed',
      error: { details: expect.stringContaining('No transcript.') },
    });
    await made.reload(sessionId);
    expect(state.getState()).toMatchObject({ phase: 'ready', error: undefined });
  });

  it('keeps a sent message in the queue until the transcript has it', async () => {
    const {
      batch,
      state,
      time,
      registry: made,
    } = await openChat({
      'sessions.open': () => snapshotOf([]),
      'sessions.send': () => ({ messageUuid: id(7) }),
    });
    await made.send(sessionId, 'later');
    expect(state.getState().pending).toMatchObject([{ text: 'later', uuid: id(7) }]);
    batch(1, userSays(7, 'later'));
    time.frame();
    expect(state.getState().pending).toEqual([]);
  });

  it('shows what waits in main’s queue after a reload, once [UI-10.send]', async () => {
    const {
      batch,
      state,
      time,
      registry: made,
    } = await openChat({
      'sessions.open': () =>
        snapshotOf(
          [],
          0,
          [],
          [
            { uuid: id(7), text: 'before the reload' },
            { uuid: id(8), text: 'after it' },
          ],
        ),
      'sessions.send': () => ({ messageUuid: id(8) }),
    });
    await made.send(sessionId, 'after it');
    expect(state.getState().pending.map(({ text }) => text)).toEqual([
      'before the reload',
      'after it',
    ]);
    batch(1, userSays(7, 'before the reload'));
    time.frame();
    expect(state.getState().pending.map(({ text }) => text)).toEqual(['after it']);
  });

  it('takes from a batch only what it has not yet', async () => {
    const { batch, state, time } = await openChat({
      'sessions.open': () => snapshotOf([userSays(2, 'a'), userSays(3, 'b')], 2),
    });
    batch(3, textDelta(10, 9, 'old'), userSays(3, 'b'), textDelta(11, 9, 'new'));
    batch(5, textDelta(12, 9, ' and'), textDelta(13, 9, ' newer'));
    time.frame();
    expect(itemOf(state.getState().transcript, `${id(9)}:0`)).toMatchObject({
      text: 'new and newer',
    });
  });

  it('drops a message that main refused and tells why', async () => {
    const { state, registry: made } = await openChat({ 'sessions.open': () => snapshotOf([]) });
    await expect(made.send(sessionId, 'x')).rejects.toMatchObject({ code: 'ipc.unknown-route' });
    expect(state.getState().pending).toEqual([]);
  });

  it('follows the state of a turn', async () => {
    const { batch, state, time } = await openChat({ 'sessions.open': () => snapshotOf([]) });
    batch(1, userSays(2, 'go'));
    time.frame();
    expect(state.getState().turnStartedAt).toBeTypeOf('number');
    batch(2, turnResult(3));
    time.frame();
    expect(state.getState().turnStartedAt).toBeUndefined();
  });
});
