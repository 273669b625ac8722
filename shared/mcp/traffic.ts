import { z } from 'zod';

const shared = {
  /** Grows by one over all entries of a server, those that were dropped included. */
  seq: z.number().int(),
  /** Epoch ms. */
  at: z.number(),
  /** Of a server with a connection for each session: whose it is. */
  sessionId: z.string().optional(),
};

/** How a request ended. */
export const trafficOutcome = z.enum(['answered', 'error', 'cancelled', 'timed-out']);
export type TrafficOutcome = z.infer<typeof trafficOutcome>;

/** A JSON-RPC message. Secrets in it are redacted. */
export const trafficMessage = z.object({
  ...shared,
  kind: z.enum(['request', 'response', 'notification']),
  /** out: ours. */
  direction: z.enum(['in', 'out']),
  /** Of a response: the method of its request, where that is known. */
  method: z.string().optional(),
  id: z.union([z.string(), z.number()]).optional(),
  /** Length of the message as JSON. */
  bytes: z.number().int(),
  /** The message as JSON, or the start of it. */
  text: z.string(),
  /** `text` is only the start. */
  isCut: z.boolean(),
  /** Of a response or a cancellation: the `seq` of the request it ends, how, and after how long. */
  ends: z
    .object({ seq: z.number().int(), outcome: trafficOutcome, durationMs: z.number() })
    .optional(),
});
export type TrafficMessage = z.infer<typeof trafficMessage>;

/** An HTTP exchange that carried messages; of its headers only the names. */
export const trafficHttp = z.object({
  ...shared,
  kind: z.literal('http'),
  method: z.string(),
  /** Without query and fragment. */
  url: z.string(),
  /** Absent: no answer came. */
  status: z.number().int().optional(),
  /** Why no answer came. */
  failure: z.string().optional(),
  durationMs: z.number(),
  requestHeaders: z.array(z.string()),
  responseHeaders: z.array(z.string()),
});

export const trafficEntry = z.discriminatedUnion('kind', [trafficMessage, trafficHttp]);
export type TrafficEntry = z.infer<typeof trafficEntry>;
