import { z } from 'zod';
import { uuid } from '../lib/ids.ts';
import { modelRef } from './provider.ts';
import { permissionMode, sdkMessage } from './messages.ts';

/** Version of a record; a reader keeps records of a newer version as unknown. */
export const TRANSCRIPT_VERSION = 1;

const envelope = {
  uuid,
  /** The record before this one in the conversation; null for the first. */
  parentUuid: uuid.nullable(),
  sessionId: uuid,
  timestamp: z.iso.datetime(),
  version: z.literal(TRANSCRIPT_VERSION),
};

/**
 * One line of `<config root>/projects/<slug>/<sessionId>.jsonl` (RT-40).
 * - `session`: the first record.
 * - `message`: a finished message as it went out (user, assistant, result, some system messages).
 * - `delta`: text of an assistant message that is not finished; void once a `message` with uuid `messageUuid` exists.
 * - `tool_start`: a call was permitted and is about to run, with the input that is sent.
 */
export const transcriptRecord = z.discriminatedUnion('type', [
  z.object({
    ...envelope,
    type: z.literal('session'),
    cwd: z.string(),
    model: modelRef,
    appVersion: z.string(),
    forkedFrom: z.object({ sessionId: uuid, uuid }).optional(),
  }),
  z.object({ ...envelope, type: z.literal('message'), message: sdkMessage }),
  z.object({
    ...envelope,
    type: z.literal('delta'),
    messageUuid: uuid,
    index: z.number().int(),
    kind: z.enum(['text', 'thinking']),
    text: z.string(),
    model: z.string(),
  }),
  z.object({
    ...envelope,
    type: z.literal('tool_start'),
    toolUseId: z.string(),
    input: z.unknown(),
  }),
]);
export type TranscriptRecord = z.infer<typeof transcriptRecord>;

/** `<id>.meta.json`: what is not conversation. */
export const sessionMeta = z.object({
  title: z.string().optional(),
  /** By the model; one of the person goes before it. */
  autoTitle: z.string().optional(),
  /** The model chosen for the next turns. */
  model: modelRef.optional(),
  /** The permission mode chosen for the next turns. */
  mode: permissionMode.optional(),
  /** What the person wants the model to know in this session. */
  instructions: z.string().max(100_000).optional(),
  archived: z.boolean().optional(),
  pinned: z.boolean().optional(),
  /** A turn ended while nobody looked. */
  unread: z.boolean().optional(),
  /** A word of the person's, to find the session by. */
  tag: z.string().optional(),
});
export type SessionMeta = z.infer<typeof sessionMeta>;
