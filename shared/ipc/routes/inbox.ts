import { z } from 'zod';
import { sessionId, uuid } from '../../lib/ids.ts';
import { defineCalls, defineEvents } from '../contract.ts';

const past = {
  /** Of the question or turn that it was. */
  id: uuid,
  at: z.number(),
  sessionId: sessionId.optional(),
};

/** Something that is over, of this run of the app. */
export const pastItem = z.discriminatedUnion('kind', [
  /** A tool call that a person decided about. */
  z.object({
    kind: z.literal('approval'),
    ...past,
    /** Title of the tool, or its name. */
    tool: z.string(),
    serverName: z.string().optional(),
    outcome: z.enum(['once', 'session', 'always', 'denied', 'denied-always']),
  }),
  /** A question of a server that a person answered. */
  z.object({
    kind: z.literal('question'),
    ...past,
    question: z.enum(['form', 'url', 'sampling']),
    serverName: z.string(),
    outcome: z.enum(['answered', 'declined', 'cancelled']),
  }),
  /** A turn that failed. `sentence` says why, secrets left out. */
  z.object({ kind: z.literal('failure'), ...past, sessionId, sentence: z.string() }),
]);
export type PastItem = z.infer<typeof pastItem>;
export type PastOf<K extends PastItem['kind']> = Extract<PastItem, { kind: K }>;

const list = z.object({
  /** Newest first. */
  past: z.array(pastItem),
});

export const inboxCalls = defineCalls({
  'inbox.list': { input: z.undefined(), output: list },
  /** Takes a failure off the list. */
  'inbox.dismiss': { input: z.strictObject({ id: uuid }), output: z.undefined() },
});

export const inboxEvents = defineEvents({
  'inbox.changed': list,
  /** The person asked for what waits from outside the window, by a notice of the system or the tray. */
  'inbox.show': z.object({
    /** The question, prompt or server that it is about; absent: the inbox as it is. */
    itemId: z.string().optional(),
    /** The session, where nothing waits any more. */
    sessionId: sessionId.optional(),
  }),
});
