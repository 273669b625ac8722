import { expect, it } from 'vitest';
import type { SDKMessage } from '../../shared/agent/messages.ts';
import type { Clock } from '../lib/clock.ts';
import { batchSessionEvents } from './session-event-batcher.ts';

const a = '11111111-1111-4111-8111-111111111111';
const b = '22222222-2222-4222-8222-222222222222';

function title(text: string, session = a): SDKMessage {
  return { type: 'system', subtype: 'session_title', uuid: a, session_id: session, title: text };
}

it('sends what came within a frame as one event, with the last number of each session, and the newest list only', () => {
  const timers: (() => void)[] = [];
  const clock: Clock = {
    now: () => 0,
    after: (_ms, run) => {
      timers.push(run);
      return () => undefined;
    },
  };
  const sent: [string, unknown][] = [];
  const events = batchSessionEvents((event, payload) => sent.push([event, payload]), clock);
  events.messages(a, 1, [title('one')]);
  events.messages(a, 3, [title('two'), title('three')]);
  events.messages(b, 7, [title('other', b)]);
  events.changed([]);
  events.changed([]);
  expect(sent).toEqual([]);
  expect(timers).toHaveLength(2);
  for (const run of timers.splice(0)) run();
  expect(sent).toEqual([
    [
      'sessions.messages',
      {
        batches: [
          { sessionId: a, sequence: 3, messages: [title('one'), title('two'), title('three')] },
          { sessionId: b, sequence: 7, messages: [title('other', b)] },
        ],
      },
    ],
    ['sessions.changed', { sessions: [] }],
  ]);
  events.messages(a, 4, [title('four')]);
  expect(timers).toHaveLength(1);
});
