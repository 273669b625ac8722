import { isJsonObject } from '../../../shared/lib/json.ts';
import type { JsonObject } from '../../../shared/lib/json.ts';
import { delay } from '../../lib/clock.ts';
import type { Clock } from '../../lib/clock.ts';
import type { RawToolResult, RequestOptions } from './connection.ts';
import { readQuestion } from './elicitation.ts';
import { McpError } from './mcp-error.ts';
import type { ServerRequestContext, ServerRequestHandlers } from './server-requests.ts';
import { shownJson } from './shown-json.ts';

const URL_ELICITATION_REQUIRED = -32042;
/** How often one call may lead a person to addresses. */
const URL_ROUNDS = 3;
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 30_000;
const TRANSIENT = new Set([408, 409, 429]);

/**
 * Whether the same call may be sent again. What the server answered is final; a stream that broke may have done its work,
 * so that only a call which is declared safe is repeated then.
 */
export function isTransient(failure: McpError, isSafe: boolean): boolean {
  const { kind, details } = failure;
  if (details.code !== undefined) return false;
  if (kind === 'http') {
    const status = details.status ?? 0;
    return TRANSIENT.has(status) || status >= 500;
  }
  return kind === 'unreachable' || (kind === 'closed' && isSafe);
}

/** Runs a call again after transient failures, with growing waits. */
export function withRetries<T>(
  options: Parameters<typeof retried>[0],
  call: () => Promise<T>,
): Promise<T> {
  return options.maxRetries === 0 ? call() : retried(options, call);
}

async function retried<T>(
  options: {
    readonly maxRetries: number;
    readonly isSafe: boolean;
    readonly clock: Clock;
    readonly signal: AbortSignal | undefined;
  },
  call: () => Promise<T>,
): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await call();
    } catch (thrown) {
      if (!(thrown instanceof McpError) || attempt >= options.maxRetries) throw thrown;
      if (!isTransient(thrown, options.isSafe)) throw thrown;
      const wait = Math.min(FIRST_RETRY_MS * 2 ** attempt, LONGEST_RETRY_MS);
      try {
        await delay(options.clock, wait, options.signal);
      } catch {
        throw new McpError('aborted', 'The request tools/call was cancelled.', { cause: thrown });
      }
    }
  }
}

/** Offers each address of a -32042 to the person. Resolves with whether all were accepted. */
async function areOpened(
  failure: McpError,
  declared: JsonObject,
  handlers: ServerRequestHandlers,
  context: ServerRequestContext,
): Promise<boolean> {
  const { data } = failure.details;
  const listed = isJsonObject(data) ? data['elicitations'] : undefined;
  const { elicit } = handlers;
  if (!Array.isArray(listed) || listed.length === 0 || !elicit) return false;
  for (const one of listed as unknown[]) {
    const params = { mode: 'url', ...(isJsonObject(one) ? one : {}) };
    if (params.mode !== 'url') return false;
    const question = readQuestion(params, declared);
    if (question.mode !== 'url') return false;
    const answer = await elicit({ ...question, isRetried: true }, context);
    if (answer.action !== 'accept') return false;
  }
  return true;
}

interface RoundOptions extends Pick<RequestOptions, 'signal' | 'origin'> {
  /** Calls the listener when the connection ends. Returns the unsubscriber. */
  readonly whenEnded: (listener: (reason: McpError) => void) => () => void;
}

/** Makes the call again, as it was, after each address that the server wants opened first (-32042). */
export function withUrlRounds<T>(
  capabilities: JsonObject,
  handlers: ServerRequestHandlers,
  options: RoundOptions,
  call: () => Promise<T>,
): Promise<T> {
  const declared = capabilities['elicitation'];
  if (!isJsonObject(declared) || declared['url'] === undefined) return call();
  return urlRounds(declared, handlers, options, call);
}

async function urlRounds<T>(
  declared: JsonObject,
  handlers: ServerRequestHandlers,
  { signal, origin, whenEnded }: RoundOptions,
  call: () => Promise<T>,
): Promise<T> {
  for (let round = 0; ; round += 1) {
    try {
      return await call();
    } catch (thrown) {
      const isAsked =
        thrown instanceof McpError && thrown.details.code === URL_ELICITATION_REQUIRED;
      if (!isAsked || round >= URL_ROUNDS) throw thrown;
      const end = new AbortController();
      const stopWaiting = whenEnded((reason) => end.abort(reason));
      const either = signal ? AbortSignal.any([signal, end.signal]) : end.signal;
      const context = { signal: either, origin };
      const opened = await areOpened(thrown, declared, handlers, context)
        .catch(() => false)
        .finally(stopWaiting);
      if (signal?.aborted) throw new McpError('aborted', 'The request tools/call was cancelled.');
      if (end.signal.aborted) throw end.signal.reason;
      if (!opened) throw thrown;
    }
  }
}

/** Blocks of unknown kinds pass as they are; what is no block at all is shown as the JSON that it is. */
function contentBlock(block: unknown): { readonly type: string } & JsonObject {
  if (isJsonObject(block) && typeof block['type'] === 'string') {
    return block as { readonly type: string } & JsonObject;
  }
  return { type: 'text', text: shownJson(block) };
}

/** A tool result as it was sent, its content a list of blocks. Throws where there is no content to be had. */
export function toolResult(name: string, result: JsonObject, server: string): RawToolResult {
  const { isError, content: given, ...rest } = result;
  // Some languages write an empty list as null.
  const content = given ?? [];
  if (!Array.isArray(content)) {
    throw new McpError(
      'protocol',
      `The server “${server}” answered the call of ${name} with content that is no list.`,
      { server, part: 'result.content' },
    );
  }
  return {
    ...rest,
    content: (content as unknown[]).map(contentBlock),
    ...(typeof isError === 'boolean' ? { isError } : {}),
  };
}
