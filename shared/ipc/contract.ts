import type { z } from 'zod';
import type { WireError } from '../lib/errors.ts';

/** One call of the window to main: what goes in and what comes out, both parsed by the router. */
export interface CallSpec {
  readonly input: z.ZodType;
  readonly output: z.ZodType;
}
export type CallMap = Readonly<Record<string, CallSpec>>;
export type EventMap = Readonly<Record<string, z.ZodType>>;

export function defineCalls<const M extends CallMap>(calls: M): M {
  return calls;
}
export function defineEvents<const M extends EventMap>(events: M): M {
  return events;
}

export type Args<S extends CallSpec> =
  undefined extends z.input<S['input']> ? [] : [input: z.input<S['input']>];
/** A handler for every call; `C` is what main knows of the caller. */
export type Handlers<M extends CallMap, C> = {
  readonly [K in keyof M]: (
    input: z.output<M[K]['input']>,
    caller: C,
  ) => Promise<Result<z.input<M[K]['output']>>> | Result<z.input<M[K]['output']>>;
};
/** A call without a value may be handled by a function without one. */
type Result<T> = [T] extends [undefined] ? ReturnType<() => void> : T;

/** What `invoke` resolves to; it never rejects for a failed call. */
export type Reply<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: WireError };

/** The two Electron channels. */
export const CALL_CHANNEL = 'parley:call';
export const EVENT_CHANNEL = 'parley:event';

/** At the end of the page's address: open the start page, whatever was open before. */
export const START_PAGE_HASH = '#start';

/** What the preload exposes as `window.parley`: two functions and nothing else (SE-4). */
export interface Bridge {
  call(route: string, input?: unknown): Promise<Reply<unknown>>;
  /** Returns the function that ends the subscription. */
  on(event: string, listener: (payload: unknown) => void): () => void;
}
