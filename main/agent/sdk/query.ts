import { z } from 'zod';
import { systemClock } from '../../lib/clock.ts';
import { InvalidOptionsError, issuesOf } from './errors.ts';
import { parseOptions } from './option-schema.ts';
import type { Options } from './options.ts';
import type { Query, QueryEnvironment } from './query-contract.ts';
import { QuerySession } from './query-session.ts';
import { isAsyncIterable } from './user-input.ts';
import type { Prompt } from './user-input.ts';

const parameters = z.strictObject({
  prompt: z.custom<Prompt>(
    (value) => typeof value === 'string' || isAsyncIterable(value),
    'Expected a text or an async iterable of user messages',
  ),
  options: z.unknown().optional(),
});

/**
 * Starts a session (SDK-1). Process, handshake and servers start at once; the prompt is pulled when the host first iterates
 * or calls `streamInput`. A text prompt is one turn: the session closes after its result; with an iterable it closes when
 * the iterable has ended and every message has its result. Throws `InvalidOptionsError` at once for unusable options; what
 * goes wrong later rejects `initializationResult()` and the iteration.
 */
export function query(params: { readonly prompt: Prompt; readonly options?: Options }): Query {
  return startQuery(params, { clock: systemClock, environment: process.env });
}

/** `query` with the outside given. */
export function startQuery(params: unknown, outside: QueryEnvironment): QuerySession {
  const parsed = parameters.safeParse(params);
  if (!parsed.success) throw new InvalidOptionsError(issuesOf(parsed.error));
  return new QuerySession(parsed.data.prompt, parseOptions(parsed.data.options), outside);
}
