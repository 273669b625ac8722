import type { z } from 'zod';
import { inputUserMessage } from '../../../shared/agent/messages.ts';
import type { SDKUserMessageInput } from '../../../shared/agent/messages.ts';
import { InvalidOptionsError, issuesOf } from './errors.ts';

export type Prompt = string | AsyncIterable<SDKUserMessageInput>;

/** A text prompt as the one message that it is. */
export async function* singleMessage(text: string): AsyncGenerator<SDKUserMessageInput> {
  yield { type: 'user', message: { role: 'user', content: text }, parent_tool_use_id: null };
}

export function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as Partial<AsyncIterable<unknown>>)[Symbol.asyncIterator] === 'function'
  );
}

/** Checks a message of the host (SDK-53). Throws `InvalidOptionsError`. */
export function parseUserMessage(message: unknown): z.infer<typeof inputUserMessage> {
  const parsed = inputUserMessage.safeParse(message);
  if (parsed.success) return parsed.data;
  throw new InvalidOptionsError(issuesOf(parsed.error, ['prompt']));
}

/**
 * Takes one message after the other until the source or `signal` ends; an aborted source is told to return and not waited
 * for, because it may be stuck in a wait of its own. Rejects with what the source or `take` throws.
 */
export async function consume<T>(
  source: AsyncIterable<T>,
  signal: AbortSignal,
  take: (value: T) => Promise<void>,
): Promise<void> {
  const iterator = source[Symbol.asyncIterator]();
  let exhausted = false;
  try {
    while (!signal.aborted) {
      const step = await nextUnlessAborted(iterator, signal);
      if (step === undefined) return;
      if (step.done) {
        exhausted = true;
        return;
      }
      await take(step.value);
    }
  } finally {
    if (!exhausted) void Promise.resolve(iterator.return?.()).catch(() => undefined);
  }
}

function nextUnlessAborted<T>(
  iterator: AsyncIterator<T>,
  signal: AbortSignal,
): Promise<IteratorResult<T> | undefined> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => resolve(undefined);
    signal.addEventListener('abort', onAbort, { once: true });
    void iterator
      .next()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', onAbort));
  });
}
