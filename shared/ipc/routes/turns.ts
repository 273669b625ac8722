import { z } from 'zod';
import { sessionId, uuid } from '../../lib/ids.ts';
import { defineCalls } from '../contract.ts';
import { sessionMode, sessionSummary } from './sessions.ts';

const message = z.strictObject({ sessionId, messageUuid: uuid });
const words = z.string().trim().min(1).max(1_000_000);

/** How a message is asked again: here, so that what comes after it goes, or in a session of its own. */
export const rerunPlace = z.enum(['here', 'fork']);
export type RerunPlace = z.infer<typeof rerunPlace>;

/** What is done with turns and with the messages that wait for theirs. */
export const turnCalls = defineCalls({
  /** Changes the words of a message that waits. Rejects with `session.not-queued` once its turn has begun. */
  'turns.editQueued': { input: message.extend({ text: words }), output: z.undefined() },
  'turns.removeQueued': { input: message, output: z.undefined() },
  /** Stops the turn that runs and begins the one of this message. */
  'turns.sendNow': { input: message, output: z.undefined() },
  /** How many messages stand behind one of the person, answers and questions alike. */
  'turns.countBehind': { input: message, output: z.object({ count: z.number().int() }) },
  /**
   * Asks a message again, with other words where `text` is given; its images and files stay. Only right after a key press or
   * click. Resolves with the session in which it runs. Rejects with `session.busy` while a turn runs.
   */
  'turns.rerun': {
    input: message.extend({ text: words.optional(), place: rerunPlace }),
    output: sessionSummary,
  },
  /** Holds from now on, in a turn that runs, too. Only right after a key press or click. */
  'turns.setMode': {
    input: z.strictObject({ sessionId, mode: sessionMode }),
    output: sessionSummary,
  },
});
