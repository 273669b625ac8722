import { messageOf } from '../../shared/lib/errors.ts';
import type { Clock } from '../lib/clock.ts';

/** Longest piece of an answer that is shown, in characters. */
const SHOWN_LIMIT = 4_000;

export interface AnswerTools {
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  /** Ends the question early. */
  readonly signal?: AbortSignal | undefined;
}

/** What came of one request: an answer of any status, or why there is none. */
export type RawAnswer =
  | { readonly status: number; readonly isGood: boolean; readonly body: string }
  | { readonly reason: string };

/**
 * Makes one request and reads its answer, up to `bytes`. Never rejects: a request that fails, takes longer than `ms`, or is
 * stopped gives the reason as a sentence.
 */
export async function readRawAnswer(
  request: (signal: AbortSignal) => [string, RequestInit],
  limits: { readonly ms: number; readonly bytes: number },
  tools: AnswerTools,
): Promise<RawAnswer> {
  const stop = new AbortController();
  const cancelTimer = tools.clock.after(limits.ms, () => {
    stop.abort(new Error(`No answer came within ${String(limits.ms / 1000)} seconds.`));
  });
  const forward = (): void => {
    stop.abort(new Error('The question was stopped.'));
  };
  if (tools.signal?.aborted) forward();
  else tools.signal?.addEventListener('abort', forward, { once: true });
  try {
    const response = await untilAborted(tools.fetch(...request(stop.signal)), stop.signal);
    const body = await untilAborted(beginning(response, limits.bytes), stop.signal);
    return { status: response.status, isGood: response.ok, body };
  } catch (failure) {
    return { reason: reasonOf(stop.signal.aborted ? stop.signal.reason : failure) };
  } finally {
    cancelTimer();
    tools.signal?.removeEventListener('abort', forward);
    // Nothing of it is read any more.
    stop.abort();
  }
}

async function beginning(response: Response, limit: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true });
    size += chunk.byteLength;
    if (size > limit) break;
  }
  return text + decoder.decode();
}

/** A fetch that does not honour its signal must not hold the question. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = (): void => {
      reject(signal.reason instanceof Error ? signal.reason : new Error('Aborted'));
    };
    if (signal.aborted) fail();
    signal.addEventListener('abort', fail, { once: true });
    work.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', fail);
    });
  });
}

/** Why a request failed: the innermost cause says most. */
function reasonOf(failure: unknown): string {
  let here = failure;
  for (let depth = 0; depth < 5 && here instanceof Error && here.cause !== undefined; depth += 1) {
    here = here.cause;
  }
  const inner =
    here instanceof AggregateError && here.errors.length > 0
      ? messageOf(here.errors[0])
      : messageOf(here);
  return here === failure ? inner : `${messageOf(failure)}: ${inner}`;
}

/** Bounded, and without the key. */
export function presentable(text: string, apiKey: string | undefined): string {
  const clean = apiKey === undefined || apiKey === '' ? text : text.replaceAll(apiKey, '[key]');
  return clean.length > SHOWN_LIMIT ? `${clean.slice(0, SHOWN_LIMIT)}…` : clean;
}

export function parsedJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
