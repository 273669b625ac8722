import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { SDKMessage } from '../../shared/agent/messages.ts';
import type { SessionSummary } from '../../shared/ipc/routes/sessions.ts';
import { SessionEventFeed } from './session-events.ts';

/** A clock that moves only when it is told to. */
function manualClock() {
  let now = 0;
  let timers: { at: number; run: () => void }[] = [];
  return {
    now: () => now,
    after: (ms: number, run: () => void) => {
      const timer = { at: now + ms, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    advance: (ms: number) => {
      now += ms;
      const due = timers.filter((timer) => timer.at <= now);
      timers = timers.filter((timer) => timer.at > now);
      for (const timer of due) timer.run();
    },
    waiting: () => timers.length,
  };
}

function scripted() {
  const clock = manualClock();
  const sent: [string, unknown][] = [];
  const feed = new SessionEventFeed((event, payload) => {
    sent.push([event, payload]);
  }, clock);
  return { clock, sent, feed };
}

const message = (uuid: string): SDKMessage => ({
  type: 'system',
  subtype: 'runtime_exited',
  uuid,
  session_id: uuid,
  reason: 'x',
  stderr: [],
});
const summary = (title: string): SessionSummary => ({
  id: randomUUID(),
  title,
  folder: null,
  model: { provider_id: 'offline', id: 'offline' },
  state: 'idle',
  createdAt: 0,
  updatedAt: 0,
});

describe('what happens in sessions', () => {
  it('goes out together, in order, about once a frame', () => {
    const { clock, sent, feed } = scripted();
    const [first, second] = [randomUUID(), randomUUID()];
    feed.events.messages(first, 1, [message(first)]);
    feed.events.messages(second, 7, [message(second)]);
    feed.events.messages(first, 2, [message(first)]);
    expect(sent).toEqual([]);
    clock.advance(16);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject([
      'sessions.messages',
      {
        batches: [
          { sessionId: first, sequence: 1 },
          { sessionId: second, sequence: 7 },
          { sessionId: first, sequence: 2 },
        ],
      },
    ]);
  });

  it('tells of prompts at once, after the messages that led to them', () => {
    const { sent, feed } = scripted();
    const id = randomUUID();
    feed.events.messages(id, 1, [message(id)]);
    feed.events.prompts([]);
    expect(sent.map(([event]) => event)).toEqual(['sessions.messages', 'sessions.prompts']);
  });

  it('sends what changed at once and then the newest of it at most every 100 ms', () => {
    const { clock, sent, feed } = scripted();
    const [a, b, c] = [summary('a'), summary('b'), summary('c')];
    const newer = { ...b, title: 'newer' };
    feed.events.changed([a], []);
    feed.events.changed([b, c], []);
    feed.events.changed([newer], [c.id]);
    expect(sent).toEqual([['sessions.changed', { sessions: [a], removed: [] }]]);
    clock.advance(99);
    expect(sent).toHaveLength(1);
    clock.advance(1);
    expect(sent).toHaveLength(2);
    expect(sent[1]).toEqual(['sessions.changed', { sessions: [newer], removed: [c.id] }]);
    clock.advance(100);
    expect(sent).toHaveLength(2);
    expect(clock.waiting()).toBe(0);
  });

  it('says nothing after it is closed and leaves no timer', () => {
    const { clock, sent, feed } = scripted();
    const id = randomUUID();
    feed.events.messages(id, 1, [message(id)]);
    feed.dispose();
    feed.events.prompts([]);
    feed.events.changed([], [id]);
    clock.advance(1_000);
    expect(sent).toEqual([]);
    expect(clock.waiting()).toBe(0);
  });
});
