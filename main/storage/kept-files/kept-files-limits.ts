import { z } from 'zod';

const keptFilesLimits = z.strictObject({
  /** How long checkpoints of a session that nobody goes on with are kept, in days; 0: for ever. */
  checkpointDays: z.number().nonnegative().default(90),
  /** How much the checkpoints of all sessions may take, in megabytes; 0: whatever they take. */
  checkpointMegabytes: z.number().nonnegative().default(2_048),
});
/** `keptFiles` of the person's settings. */
export type KeptFilesLimits = z.infer<typeof keptFilesLimits>;

/** Reads the setting. Where it cannot be used nothing is known to be unwanted, so `limits` keep everything. */
export function parseKeptFiles(value: unknown): {
  readonly limits: KeptFilesLimits;
  readonly problem?: string;
} {
  const parsed = keptFilesLimits.safeParse(value ?? {});
  if (parsed.success) return { limits: parsed.data };
  const [issue] = parsed.error.issues;
  const place = ['keptFiles', ...(issue?.path ?? [])].map(String).join('.');
  return {
    limits: { checkpointDays: 0, checkpointMegabytes: 0 },
    problem: `${place}: ${issue?.message ?? 'unusable'}. Until this is corrected all checkpoints are kept.`,
  };
}
