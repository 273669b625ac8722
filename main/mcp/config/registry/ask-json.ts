import { ParleyError, messageOf } from '../../../../shared/lib/errors.ts';
import type { Clock } from '../../../lib/clock.ts';

const MAX_BYTES = 8_000_000;
const LIMIT_MS = 20_000;

/** With what a registry is asked. */
export interface AskDeps {
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
}

/** A refusal to use what a registry answered. */
export type RegistryFailure = (url: URL, reason: string, cause?: unknown) => ParleyError;

/** An error that says which host could not be asked for `what`, and what follows from it. */
export function registryFailure(what: string, after: string): RegistryFailure {
  return (url, reason, cause) => {
    const message = `${url.host} could not be asked for ${what}. ${reason} ${after}`;
    return new ParleyError('registry.failed', message, { retryable: true, cause });
  };
}

/** The JSON that a registry answers. Rejects with what `failed` makes of the reason: not reachable, silent, an error, no JSON. */
export async function askJson(
  url: URL,
  deps: AskDeps,
  signal: AbortSignal,
  failed: RegistryFailure,
): Promise<unknown> {
  const giveUp = new AbortController();
  const cancel = deps.clock.after(LIMIT_MS, () => {
    giveUp.abort(new Error(`There was no answer in ${String(LIMIT_MS / 1_000)} seconds.`));
  });
  try {
    const response = await deps.fetch(url, {
      headers: { accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.any([signal, giveUp.signal]),
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new Error(
        response.status === 404
          ? 'It knows nothing of that name.'
          : `It answered with the status ${String(response.status)}.`,
      );
    }
    return JSON.parse(await boundedText(response)) as unknown;
  } catch (failure) {
    signal.throwIfAborted();
    throw failed(url, reasonOf(giveUp.signal.aborted ? giveUp.signal.reason : failure), failure);
  } finally {
    cancel();
  }
}

async function boundedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    const bytes = chunk as Uint8Array;
    size += bytes.byteLength;
    if (size > MAX_BYTES) throw new Error('Its answer is larger than 8 MB.');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function reasonOf(failure: unknown): string {
  const cause = failure instanceof Error ? failure.cause : undefined;
  return cause instanceof Error ? cause.message : messageOf(failure);
}
