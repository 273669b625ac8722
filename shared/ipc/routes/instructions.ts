import { z } from 'zod';
import { sessionId } from '../../lib/ids.ts';
import { defineCalls } from '../contract.ts';

/** Longest instructions of one session, in characters. */
export const MOST_SESSION_INSTRUCTIONS = 20_000;
/** Longest instructions of the person, in characters. */
export const MOST_OWN_INSTRUCTIONS = 40_000;

const ofPerson = z.object({
  text: z.string(),
  /** Path of the file. */
  path: z.string(),
  /** Why the file cannot be used, as a sentence. */
  problem: z.string().optional(),
});

/** What a person wants every model to know: always, or in one session. It holds from the next turn on. */
export const instructionCalls = defineCalls({
  'instructions.ofPerson': { input: z.undefined(), output: ofPerson },
  /**
   * Only right after a key press or click. `before` is what was read: rejects with `instructions.changed` when somebody else
   * has written the file since.
   */
  'instructions.setOfPerson': {
    input: z.strictObject({
      before: z.string().max(200_000),
      text: z.string().max(MOST_OWN_INSTRUCTIONS),
    }),
    output: ofPerson,
  },
  'instructions.ofSession': {
    input: z.strictObject({ sessionId }),
    output: z.object({ text: z.string() }),
  },
  /** Only right after a key press or click. */
  'instructions.setOfSession': {
    input: z.strictObject({ sessionId, text: z.string().max(MOST_SESSION_INSTRUCTIONS) }),
    output: z.undefined(),
  },
});
