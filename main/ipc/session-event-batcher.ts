import type { SDKMessage } from '../../shared/agent/messages.ts';
import type { SessionSummary } from '../../shared/ipc/routes/sessions.ts';
import type { Clock } from '../lib/clock.ts';
import type { SessionEvents } from '../sessions/session-service-contract.ts';
import type { SendEvent } from './events.ts';

/** Messages of all sessions go out together at most this often, in ms: about one frame. */
export const MESSAGE_BATCH_MS = 16;
/** The list of sessions goes out at most this often, in ms. */
export const LIST_BATCH_MS = 100;

interface Batch {
  readonly sessionId: string;
  sequence: number;
  readonly messages: SDKMessage[];
}

/**
 * Turns session events into few window events: batches of one session that wait together become one, under the last sequence number.
 */
export function batchSessionEvents(send: SendEvent, clock: Clock): SessionEvents {
  let batches = new Map<string, Batch>();
  let list: readonly SessionSummary[] | undefined;
  const flushMessages = (): void => {
    const waiting = [...batches.values()];
    batches = new Map();
    send('sessions.messages', { batches: waiting });
  };
  return {
    messages(sessionId, sequence, messages) {
      if (batches.size === 0) clock.after(MESSAGE_BATCH_MS, flushMessages);
      const batch = batches.get(sessionId) ?? { sessionId, sequence, messages: [] };
      batch.sequence = sequence;
      batch.messages.push(...messages);
      batches.set(sessionId, batch);
    },
    changed(sessions) {
      if (list === undefined) {
        clock.after(LIST_BATCH_MS, () => {
          const latest = list ?? [];
          list = undefined;
          send('sessions.changed', { sessions: [...latest] });
        });
      }
      list = sessions;
    },
    prompts(prompts) {
      send('sessions.prompts', { prompts: [...prompts] });
    },
  };
}
