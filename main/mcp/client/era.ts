import type { JsonObject } from '../../../shared/lib/json.ts';

/** Revisions of the stateless era. */
export const MODERN_VERSION = '2026-07-28';
/** Revisions that begin with `initialize`, the newest first. */
export const LEGACY_VERSIONS = [
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
  '2024-10-07',
] as const;

export type Era = 'legacy' | 'modern';
/** auto asks the server; the others do not. */
export type EraChoice = 'auto' | Era;

/** What is known of a server since its last connection. */
export type EraVerdict = {
  /** When it was found out, epoch ms. */
  readonly at: number;
} & (
  | {
      readonly era: 'legacy';
      /** The server speaks only the older HTTP+SSE. */
      readonly transport?: 'sse' | undefined;
    }
  | {
      readonly era: 'modern';
      /** Its answer to `server/discover`. */ readonly discover: JsonObject;
    }
);

/** Where verdicts are kept, by a key that stands for one server definition. */
export interface EraStore {
  get(key: string): EraVerdict | undefined | Promise<EraVerdict | undefined>;
  set(key: string, verdict: EraVerdict): void | Promise<void>;
  delete(key: string): void | Promise<void>;
}

/** How long a verdict is believed, in ms. */
const TRUSTED_MS = { legacy: 7 * 86_400_000, modern: 86_400_000 } as const;

/** The verdict of the store, if it is young enough to be believed. */
export async function knownVerdict(
  store: EraStore | undefined,
  key: string,
  now: number,
): Promise<EraVerdict | undefined> {
  const verdict = await store?.get(key);
  if (!verdict) return undefined;
  const age = now - verdict.at;
  return age >= 0 && age < TRUSTED_MS[verdict.era] ? verdict : undefined;
}

/** Keeps verdicts for as long as the program runs. */
export function memoryEraStore(): EraStore {
  const verdicts = new Map<string, EraVerdict>();
  return {
    get: (key) => verdicts.get(key),
    set: (key, verdict) => void verdicts.set(key, verdict),
    delete: (key) => void verdicts.delete(key),
  };
}
