import { z } from 'zod';
import { sessionId, uuid } from '../../lib/ids.ts';
import { defineCalls, defineEvents } from '../contract.ts';
import { listPlace, sessionSummary } from './sessions.ts';

/** A part of a text with the places of what was found in it, counted in UTF-16 units. */
export const excerpt = z.object({
  text: z.string(),
  marks: z.array(z.tuple([z.number().int(), z.number().int()])),
});
export type Excerpt = z.infer<typeof excerpt>;

/** A session that was found. Absent `title` or `message`: the words are not there. */
export const sessionHit = z.object({
  sessionId,
  title: excerpt.optional(),
  /** The newest message with the words, and how many have them, as far as was looked. */
  message: z.object({ uuid, excerpt, count: z.number().int() }).optional(),
});
export type SessionHit = z.infer<typeof sessionHit>;

export const sessionSearch = z.object({
  /** By title first, then by message, the newest first. */
  hits: z.array(sessionHit),
  /** Where the next page begins; absent at the end. */
  before: z.number().int().optional(),
  /** Sessions that were looked through, and archived ones that were not. */
  searched: z.number().int(),
  leftOut: z.number().int(),
  /** Messages of some sessions are not in the index yet. */
  isIncomplete: z.boolean(),
});
export type SessionSearch = z.infer<typeof sessionSearch>;

export const exportFormat = z.enum(['markdown', 'json', 'html']);
export type ExportFormat = z.infer<typeof exportFormat>;

const target = z.strictObject({ sessionId });
const targets = z.array(sessionId).min(1).max(10_000);

/** The list of sessions and what is done with whole sessions. */
export const sessionListCalls = defineCalls({
  /** The sessions behind a place, newest first. */
  'sessionList.page': {
    input: z.strictObject({ after: listPlace }),
    output: z.object({ sessions: z.array(sessionSummary), next: listPlace.optional() }),
  },
  'sessionList.search': {
    input: z.strictObject({
      query: z.string().max(1_000),
      archived: z.boolean(),
      before: z.number().int().optional(),
    }),
    output: sessionSearch,
  },
  /** The session that the person looks at, null for none: nothing in it is unread. */
  'sessionList.view': {
    input: z.strictObject({ sessionId: sessionId.nullable() }),
    output: z.undefined(),
  },
  /** An empty title gives the automatic one back. */
  'sessionList.rename': {
    input: z.strictObject({ sessionId, title: z.string().max(500) }),
    output: z.undefined(),
  },
  'sessionList.mark': {
    input: z.strictObject({
      sessionIds: targets,
      pinned: z.boolean().optional(),
      archived: z.boolean().optional(),
    }),
    output: z.undefined(),
  },
  /** A copy as a session of its own, up to a message or whole. */
  'sessionList.fork': {
    input: z.strictObject({ sessionId, upToMessageId: uuid.optional() }),
    output: sessionSummary,
  },
  /** Only right after a key press or click. They can be restored for `keptDays`. */
  'sessionList.delete': {
    input: z.strictObject({ sessionIds: targets }),
    output: z.object({ deleted: z.array(sessionId), keptDays: z.number() }),
  },
  'sessionList.restore': { input: z.strictObject({ sessionIds: targets }), output: z.undefined() },
  /** Main asks where to. Only right after a key press or click. */
  'sessionList.export': {
    input: target.extend({ format: exportFormat, redact: z.boolean() }),
    output: z.object({ saved: z.boolean() }),
  },
  /** Main asks which file; null when none was chosen. Only right after a key press or click. */
  'sessionList.import': { input: z.undefined(), output: sessionSummary.nullable() },
});

export const sessionListEvents = defineEvents({
  /** The index took in what was missing: a search may find more. */
  'sessionList.indexed': z.object({ isIncomplete: z.boolean() }),
});
