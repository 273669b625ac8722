import type { ProviderKind } from '../../shared/agent/provider.ts';
import type { ProviderTest } from '../../shared/ipc/routes/providers.ts';
import { messageOf } from '../../shared/lib/errors.ts';
import { isJsonObject } from '../../shared/lib/json.ts';
import type { Clock } from '../lib/clock.ts';
import { modelRequest } from './model-http.ts';

/** How long an answer may take, in ms. */
export const PROVIDER_TEST_LIMIT_MS = 30_000;
const ANSWER_LIMIT = 4000;
const QUESTION = 'Answer with the one word: ready';

export interface ProviderTestRequest {
  readonly kind: Exclude<ProviderKind, 'offline'>;
  readonly baseUrl?: string | undefined;
  readonly model: string;
  readonly apiKey?: string | undefined;
}

export interface ProviderTestTools {
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  /** Ends the test early; the result then says so. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Asks a provider one small question and gives its real answer: the text, or the body of its error as it came, bounded,
 * without the key. Never rejects; ends after 30 s.
 */
export async function testProvider(
  request: ProviderTestRequest,
  tools: ProviderTestTools,
): Promise<ProviderTest> {
  const started = tools.clock.now();
  const stop = new AbortController();
  const cancelTimer = tools.clock.after(PROVIDER_TEST_LIMIT_MS, () => {
    stop.abort(new Error(`No answer came within ${PROVIDER_TEST_LIMIT_MS / 1000} seconds.`));
  });
  const forward = (): void => {
    stop.abort(new Error('The test was stopped.'));
  };
  if (tools.signal?.aborted) forward();
  else tools.signal?.addEventListener('abort', forward, { once: true });
  const finished = (
    result: Omit<ProviderTest, 'durationMs' | 'answer'>,
    answer: string,
  ): ProviderTest => ({
    ...result,
    answer: presentable(answer, request.apiKey),
    durationMs: tools.clock.now() - started,
  });
  let status: number | undefined;
  try {
    const response = await untilAborted(
      tools.fetch(...testRequest(request, stop.signal)),
      stop.signal,
    );
    status = response.status;
    const body = await untilAborted(response.text(), stop.signal);
    if (!response.ok)
      return finished(
        { ok: false, status },
        body === '' ? `Status ${status} without a body.` : body,
      );
    const text = answerIn(body);
    if (text !== undefined) return finished({ ok: true, status }, text);
    return finished({ ok: false, status }, `The answer is not one of this protocol: ${body}`);
  } catch (failure) {
    const known = status === undefined ? {} : { status };
    return finished(
      { ok: false, ...known },
      reasonOf(stop.signal.aborted ? stop.signal.reason : failure),
    );
  } finally {
    cancelTimer();
    tools.signal?.removeEventListener('abort', forward);
  }
}

/** A fetch that does not honour its signal must not hold the test. */
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

function testRequest(
  { kind, baseUrl, model, apiKey }: ProviderTestRequest,
  signal: AbortSignal,
): [string, RequestInit] {
  const messages = [{ role: 'user', content: QUESTION }];
  const body = kind === 'anthropic' ? { model, max_tokens: 64, messages } : { model, messages };
  return modelRequest({ kind, baseUrl, apiKey }, body, signal);
}

/** The text of a good answer of either protocol. An answer that only thought is still one. */
function answerIn(body: string): string | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return undefined;
  }
  if (!isJsonObject(parsed)) return undefined;
  const { content, choices } = parsed;
  if (Array.isArray(content)) return textOf(content) || '(an answer without text)';
  if (!Array.isArray(choices)) return undefined;
  const first: unknown = choices[0];
  const message = isJsonObject(first) ? first['message'] : undefined;
  if (!isJsonObject(message)) return undefined;
  const said = message['content'];
  const text = typeof said === 'string' ? said : Array.isArray(said) ? textOf(said) : '';
  return text || '(an answer without text)';
}

function textOf(blocks: readonly unknown[]): string {
  return blocks
    .map((block) => (isJsonObject(block) && typeof block['text'] === 'string' ? block['text'] : ''))
    .join('');
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

function presentable(text: string, apiKey: string | undefined): string {
  const clean = apiKey === undefined || apiKey === '' ? text : text.replaceAll(apiKey, '[key]');
  return clean.length > ANSWER_LIMIT ? `${clean.slice(0, ANSWER_LIMIT)}…` : clean;
}
