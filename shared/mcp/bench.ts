import { z } from 'zod';
import { serverId, uuid } from '../lib/ids.ts';
import { jsonObject } from '../lib/json-object.ts';

/** What a person may do with a server by hand. */
export const benchRequest = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('tool'),
    name: z.string().min(1).max(1_000),
    arguments: jsonObject,
  }),
  z.strictObject({ kind: z.literal('resource'), uri: z.string().min(1).max(20_000) }),
  z.strictObject({
    kind: z.literal('prompt'),
    name: z.string().min(1).max(1_000),
    arguments: z.record(z.string(), z.string()),
  }),
]);
export type BenchRequest = z.infer<typeof benchRequest>;

/** A place where a value does not fit its schema. */
export const mismatch = z.object({
  /** JSON pointer to the value; empty for the whole. */
  path: z.string(),
  keyword: z.string(),
  /** Of `type`: the types that would fit. */
  expected: z.array(z.string()).optional(),
  /** The validator's own sentence. */
  message: z.string(),
});
export type Mismatch = z.infer<typeof mismatch>;

/** Whether a value fits its schema. none: there is no schema; unchecked: it could not be checked, `reason` says why. */
export const schemaVerdict = z.object({
  state: z.enum(['fits', 'differs', 'none', 'unchecked']),
  /** At most 50. */
  mismatches: z.array(mismatch),
  reason: z.string().optional(),
});
export type SchemaVerdict = z.infer<typeof schemaVerdict>;

/** Why a request got no result. `kind` is that of the client's error. */
export const benchFailure = z.object({
  kind: z.string(),
  message: z.string(),
  /** Of the server's own error answer. */
  code: z.number().optional(),
});

export const benchRunState = z.enum(['running', 'answered', 'failed', 'cancelled', 'timed-out']);

/** One request of the bench and what became of it. Its result is fetched in parts. */
export const benchRun = z.object({
  id: uuid,
  serverId,
  request: benchRequest,
  state: benchRunState,
  /** Grows by one over all runs with each change of one. */
  sequence: z.number().int(),
  /** Epoch ms. */
  startedAt: z.number(),
  timeoutMs: z.number(),
  durationMs: z.number().optional(),
  progress: z
    .object({
      progress: z.number(),
      total: z.number().optional(),
      message: z.string().optional(),
    })
    .optional(),
  /** Length of the result as JSON. */
  bytes: z.number().int().optional(),
  /** Of a tool: its result says that it failed. */
  isError: z.boolean().optional(),
  failure: benchFailure.optional(),
  /** Of a tool: its structured content by its output schema. */
  verdict: schemaVerdict.optional(),
  era: z.enum(['legacy', 'modern']).optional(),
  protocolVersion: z.string().optional(),
});
export type BenchRun = z.infer<typeof benchRun>;

/** A call that the person kept. */
export const savedCall = z.object({
  id: uuid,
  name: z.string().min(1).max(200),
  serverId,
  tool: z.string().min(1).max(1_000),
  arguments: jsonObject,
  savedAt: z.number(),
});
export type SavedCall = z.infer<typeof savedCall>;
