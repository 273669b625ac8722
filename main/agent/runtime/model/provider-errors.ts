import { isJsonObject } from '../../../../shared/lib/json.ts';
import type { JsonObject } from '../../../../shared/lib/json.ts';
import { messageOf } from '../../../../shared/lib/errors.ts';
import { findCertificateProblem } from '../../../lib/network/certificate-problem.ts';
import { ModelRequestError } from './model-contract.ts';

/** Longest piece of a provider's answer that is kept, in characters. */
const BODY_LIMIT = 4000;
const WORDS_LIMIT = 600;

export interface ErrorContext {
  /** Label of the provider. */
  readonly provider: string;
  /** Taken out of everything that is kept. */
  readonly apiKey: string | undefined;
  /** Epoch ms, for a Retry-After that is a date. */
  readonly now: number;
}

/** RT-24: worth another try. */
function isRetryableStatus(status: number): boolean {
  return status === 408 || status === 409 || status === 429 || status >= 500;
}

/** A Retry-After header in ms: seconds or a date. Undefined when there is none, it cannot be read, or it is a time that is over. */
export function retryAfterMs(
  headers: Readonly<Record<string, string | undefined>>,
  now: number,
): number | undefined {
  const precise = Number(headers['retry-after-ms'] ?? Number.NaN);
  if (Number.isFinite(precise) && precise >= 0) return precise;
  const value = headers['retry-after']?.trim();
  if (value === undefined || value === '') return undefined;
  if (/^\d+(?:\.\d+)?$/.test(value)) return Math.round(Number(value) * 1000);
  // A date has words; the parser would also take "-5" for one.
  const wait = /[a-z]/i.test(value) ? Date.parse(value) - now : Number.NaN;
  return wait > 0 ? wait : undefined;
}

/** Anything that a request threw, as the error of the contract. */
export function requestError(thrown: unknown, context: ErrorContext): ModelRequestError {
  if (thrown instanceof ModelRequestError) return thrown;
  const call = callError(thrown);
  if (call)
    return call.status === undefined ? lostConnection(thrown, context) : answered(call, context);
  if (isCutStream(thrown)) return cutStream(context);
  const unreadable = unreadableError(thrown);
  if (unreadable) return streamedError(unreadable, context);
  if (thrown instanceof Error) {
    return isNetworkError(thrown) ? lostConnection(thrown, context) : failed(thrown, context);
  }
  return streamedError(thrown, context);
}

/** The stream ended before the provider said that its answer was finished. */
export function cutStream(context: ErrorContext): ModelRequestError {
  return new ModelRequestError(
    `The answer of ${context.provider} was cut off before it was finished.`,
    { provider: context.provider, retryable: true },
  );
}

interface CallError {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string | undefined;
  readonly message: string;
}

function errorName(thrown: unknown): string {
  return thrown instanceof Error ? thrown.name : '';
}

function callError(thrown: unknown): CallError | undefined {
  if (errorName(thrown) !== 'AI_APICallError' || !(thrown instanceof Error)) return undefined;
  const { statusCode, responseHeaders, responseBody } = thrown as {
    statusCode?: unknown;
    responseHeaders?: unknown;
    responseBody?: unknown;
  };
  return {
    status: typeof statusCode === 'number' ? statusCode : undefined,
    headers: isJsonObject(responseHeaders) ? (responseHeaders as Record<string, string>) : {},
    body: typeof responseBody === 'string' ? responseBody : undefined,
    message: thrown.message,
  };
}

function answered(call: CallError, context: ErrorContext): ModelRequestError {
  const status = call.status ?? 0;
  const said = wordsOfBody(call.body) ?? call.message;
  // A good status with an answer that cannot be read is no success, and asking again may help.
  const good = status >= 200 && status < 300;
  const sentence = good
    ? `${context.provider} sent an answer that cannot be read: ${said}`
    : `${context.provider} answered with status ${status}: ${said}`;
  return new ModelRequestError(sentenceOf(sentence, context), {
    provider: context.provider,
    retryable: good || isRetryableStatus(status),
    status,
    retryAfterMs: retryAfterMs(call.headers, context.now),
    body: call.body === undefined ? undefined : bounded(withoutKey(call.body, context), BODY_LIMIT),
  });
}

/** The words in an error body: the message in the usual places, else the text itself. */
export function wordsOfBody(body: string | undefined): string | undefined {
  if (body === undefined || body.trim() === '') return undefined;
  try {
    const parsed: unknown = JSON.parse(body);
    return messageIn(parsed) ?? body;
  } catch {
    return body
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
  }
}

function messageIn(value: unknown): string | undefined {
  if (Array.isArray(value)) return messageIn(value[0]);
  if (!isJsonObject(value)) return undefined;
  const { error, message, detail } = value;
  if (typeof error === 'string') return error;
  if (isJsonObject(error)) return messageIn(error);
  if (typeof message === 'string') return message;
  return typeof detail === 'string' ? detail : undefined;
}

function isCutStream(thrown: unknown): boolean {
  const message = thrown instanceof Error ? thrown.message : '';
  return (
    errorName(thrown) === 'AI_NoOutputGeneratedError' ||
    (errorName(thrown) === 'AI_InvalidResponseDataError' &&
      /without a finish reason/i.test(message))
  );
}

function isNetworkError(error: Error): boolean {
  if (error.message === 'terminated' || error.message === 'fetch failed') return true;
  return [error, error.cause].some((failure) => {
    const code = failure instanceof Error && 'code' in failure ? failure.code : undefined;
    return typeof code === 'string' && /^(?:E[A-Z]{4,}|UND_ERR_)/.test(code);
  });
}

function lostConnection(thrown: unknown, context: ErrorContext): ModelRequestError {
  return new ModelRequestError(
    sentenceOf(`The connection to ${context.provider} failed: ${innermost(thrown)}`, context),
    // A certificate does not get better by asking again.
    {
      provider: context.provider,
      retryable: findCertificateProblem(thrown) === undefined,
      cause: thrown,
    },
  );
}

/** The cause of a failed fetch says more than the failure itself. */
function innermost(thrown: unknown): string {
  let here = thrown;
  for (let depth = 0; depth < 5 && here instanceof Error && here.cause !== undefined; depth += 1) {
    here = here.cause;
  }
  if (here instanceof AggregateError && here.errors.length > 0) return messageOf(here.errors[0]);
  return messageOf(here);
}

function failed(error: Error, context: ErrorContext): ModelRequestError {
  return new ModelRequestError(
    sentenceOf(`The request to ${context.provider} failed: ${error.message}`, context),
    { provider: context.provider, retryable: false, cause: error },
  );
}

/** An error of the provider in a form that its package does not know. */
function unreadableError(thrown: unknown): JsonObject | undefined {
  if (errorName(thrown) !== 'AI_TypeValidationError') return undefined;
  const { value } = thrown as { value?: unknown };
  return isJsonObject(value) && isJsonObject(value['error']) ? value['error'] : undefined;
}

/** An error that the provider sent inside of its stream. */
function streamedError(thrown: unknown, context: ErrorContext): ModelRequestError {
  const body = typeof thrown === 'string' ? thrown : JSON.stringify(thrown ?? null);
  const said = messageIn(thrown) ?? body;
  const outer = isJsonObject(thrown) ? thrown : {};
  const fields = isJsonObject(outer['error']) ? outer['error'] : outer;
  const status = Number(fields['code'] ?? fields['status'] ?? Number.NaN);
  const known = Number.isInteger(status) && status >= 400 && status < 600;
  const kind = [fields['type'], fields['code'], fields['status']].join(' ');
  const passing =
    /overloaded|rate_limit|api_error|server_error|timeout|unavailable|exhausted/i.test(kind);
  return new ModelRequestError(
    sentenceOf(
      `${context.provider} reported an error in the middle of its answer: ${said}`,
      context,
    ),
    {
      provider: context.provider,
      retryable: known ? isRetryableStatus(status) : passing,
      status: known ? status : undefined,
      body: bounded(withoutKey(body, context), BODY_LIMIT),
    },
  );
}

function sentenceOf(text: string, context: ErrorContext): string {
  const clean = bounded(withoutKey(text.trim(), context), WORDS_LIMIT);
  return /[.!?…]$/u.test(clean) ? clean : `${clean}.`;
}

function withoutKey(text: string, context: ErrorContext): string {
  const { apiKey } = context;
  return apiKey === undefined || apiKey === '' ? text : text.replaceAll(apiKey, '[key]');
}

function bounded(text: string, limit: number): string {
  return text.length > limit ? `${text.slice(0, limit)}…` : text;
}
