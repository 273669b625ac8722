import { z } from 'zod';
import { credentialPayload } from './frames.ts';

/**
 * What crosses a utility process's `parentPort`, where Electron gives neither backpressure nor a cap (RT-1, RT-2).
 * Order: the host posts `credentials` first (also when there are none), and again for each renewal, which replaces the
 * earlier ones, before the frame that needs it; both sides then post frames,
 * each with its size in bytes of UTF-8 JSON, and answer a frame that they have taken in with `ack` of that size.
 * A sender keeps at most `UTILITY_WINDOW_BYTES` unacknowledged; one frame may always go when nothing is outstanding.
 */
export const frameEnvelope = z.strictObject({
  frame: z.unknown(),
  size: z.number().int().nonnegative(),
});
export const ackEnvelope = z.strictObject({ ack: z.number().int().nonnegative() });
export const credentialEnvelope = z.strictObject({ credentials: credentialPayload });
/** The host has no more to say: what the end of stdin is for a child process (RT-9). */
export const endEnvelope = z.strictObject({ end: z.literal(true) });

export const hostEnvelope = z.union([frameEnvelope, ackEnvelope, credentialEnvelope, endEnvelope]);
export type HostEnvelope = z.infer<typeof hostEnvelope>;
export const runtimeEnvelope = z.union([frameEnvelope, ackEnvelope]);
export type RuntimeEnvelope = z.infer<typeof runtimeEnvelope>;

export const UTILITY_WINDOW_BYTES = 8 * 1024 * 1024;
