import { z } from 'zod';
import { messageOf } from '../../../shared/lib/errors.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/logger.ts';
import { VersionedFile } from '../../storage/versioned-file.ts';
import type { EraStore, EraVerdict } from '../client/era.ts';

/** Verdicts that are kept at most; the oldest go first. */
const MAX_VERDICTS = 200;
/** Verdicts of this age are of no use to anybody any more, in ms. */
const KEPT_MS = 7 * 86_400_000;
/** What a server said of itself is kept up to this many characters of JSON. */
const DISCOVER_CAP = 64 * 1024;

const verdict = z.discriminatedUnion('era', [
  z.object({
    era: z.literal('legacy'),
    at: z.number(),
    transport: z.literal('sse').optional(),
  }),
  z.object({
    era: z.literal('modern'),
    at: z.number(),
    discover: z.record(z.string(), z.unknown()),
  }),
]) satisfies z.ZodType<EraVerdict>;
const content = z.object({ verdicts: z.record(z.string(), verdict) });
type Verdicts = z.infer<typeof content>['verdicts'];

export interface EraFileOptions {
  readonly path: string;
  readonly clock: Clock;
  readonly log: Log;
}

function young(verdicts: Verdicts, now: number): Verdicts {
  const kept = Object.entries(verdicts)
    .filter(([, { at }]) => at <= now && now - at < KEPT_MS)
    .sort(([, left], [, right]) => right.at - left.at)
    .slice(0, MAX_VERDICTS);
  return Object.fromEntries(kept);
}

function isKeepable(value: EraVerdict): boolean {
  try {
    return value.era === 'legacy' || JSON.stringify(value.discover).length <= DISCOVER_CAP;
  } catch {
    return false;
  }
}

/**
 * What is known of the eras that servers speak, in a file of the profile, so that the next start asks no server twice.
 * The file can be lost without harm: one that cannot be read is begun anew, and a write that fails is only logged.
 */
export async function openEraFile(options: EraFileOptions): Promise<EraStore> {
  const { path, clock, log } = options;
  const file = await VersionedFile.open({
    path,
    schema: content,
    version: 1,
    initial: { verdicts: {} },
    clock,
    onTrouble: ({ kind }) => log('warn', 'what is known of servers could not be read', { kind }),
  });
  const change = async (edit: (verdicts: Verdicts) => Verdicts): Promise<void> => {
    try {
      await file.update(({ verdicts }) => ({ verdicts: young(edit(verdicts), clock.now()) }));
    } catch (failure) {
      log('warn', 'what is known of servers could not be written', { why: messageOf(failure) });
    }
  };
  return {
    get: (key) => {
      const { verdicts } = file.value;
      return Object.hasOwn(verdicts, key) ? verdicts[key] : undefined;
    },
    set: async (key, value) => {
      if (isKeepable(value)) await change((verdicts) => ({ ...verdicts, [key]: value }));
    },
    delete: (key) => change(({ [key]: _, ...rest }) => rest),
  };
}
