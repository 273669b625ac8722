import { systemClock } from '../../lib/clock.ts';
import { Deferred } from './deferred.ts';
import { AbortError, InvalidOptionsError } from './errors.ts';
import { parseOptions } from './option-schema.ts';
import type { Options } from './options.ts';
import type { InitializationResult, Query, QueryEnvironment } from './query-contract.ts';
import { QuerySession } from './query-session.ts';
import { isAsyncIterable, singleMessage } from './user-input.ts';
import type { Prompt } from './user-input.ts';

/** A runtime that is started and waits for its prompt (SDK-6). Whoever has one uses it or closes it. */
export interface WarmQuery {
  readonly initializationResult: InitializationResult;
  /** The session of this runtime, once. Throws `InvalidOptionsError` for an unusable prompt and `AbortError` when it was used or closed. */
  query(prompt: Prompt): Query;
  /** Ends the runtime, also a session that was made of it. May be repeated; resolves when its process is gone. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Starts a runtime before its prompt is there: process, handshake and servers. Resolves when `initialize` is answered; rejects
 * with what kept it from starting, and then no process is left. Throws `InvalidOptionsError` for unusable options.
 */
export async function startup(params: { readonly options?: Options } = {}): Promise<WarmQuery> {
  return startWarm(params, { clock: systemClock, environment: process.env });
}

/** `startup` with the outside given. */
export async function startWarm(
  params: { readonly options?: unknown },
  outside: QueryEnvironment,
): Promise<WarmQuery> {
  const prompt = new Deferred<Prompt>();
  const session = new QuerySession(promptOnceGiven(prompt), parseOptions(params.options), outside);
  let isFree = true;
  const close = (): Promise<void> => {
    isFree = false;
    return session.close();
  };
  try {
    const initializationResult = await session.initializationResult();
    return {
      initializationResult,
      query(given) {
        if (typeof given !== 'string' && !isAsyncIterable(given))
          throw new InvalidOptionsError([
            { path: 'prompt', message: 'Expected a text or an async iterable of user messages.' },
          ]);
        if (!isFree)
          throw new AbortError(
            'This runtime was used or closed already. Call `startup` again for another one.',
          );
        isFree = false;
        prompt.resolve(given);
        return session;
      },
      close,
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await session.close();
    throw error;
  }
}

async function* promptOnceGiven(prompt: Deferred<Prompt>): AsyncGenerator<ItemOf<Prompt>> {
  const given = await prompt.promise;
  yield* typeof given === 'string' ? singleMessage(given) : given;
}

type ItemOf<T> = T extends AsyncIterable<infer Item> ? Item : never;
