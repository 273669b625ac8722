import type { z } from 'zod';
import type { Reply } from '../../shared/ipc/contract.ts';
import type { AllHandlers } from '../../shared/ipc/registry.ts';
import { calls } from '../../shared/ipc/registry.ts';
import type { ErrorCode } from '../../shared/lib/errors.ts';
import { ParleyError, messageOf } from '../../shared/lib/errors.ts';
import type { Log } from '../lib/logger.ts';
import type { Caller } from './caller.ts';
import { isWithinLimits } from './payload-limits.ts';

type Routes = Readonly<Record<string, { readonly input: z.ZodType; readonly output: z.ZodType }>>;
type AnyHandler = (input: unknown, caller: Caller) => unknown;

/** Answers one call. It never rejects: whatever happens becomes an envelope (SE-4). */
export type Router = (
  route: unknown,
  input: unknown,
  caller: Caller | undefined,
) => Promise<Reply<unknown>>;

/**
 * The one door of the window into main: look up, measure, parse, call, parse.
 * `caller` undefined means that the sender was not allowed.
 */
export function createRouter(handlers: AllHandlers<Caller>, log: Log): Router {
  const routes: Routes = calls;
  return async (route, input, caller) => {
    if (!caller) return refuse('ipc.forbidden-sender', 'This page may not call the app.');
    if (typeof route !== 'string' || !Object.hasOwn(routes, route)) {
      return refuse('ipc.unknown-route', 'The app has no such function.');
    }
    if (!isWithinLimits(input)) {
      return refuse('ipc.too-large', 'The request is larger or deeper than the app takes.');
    }
    const spec = routes[route];
    const handler = (handlers as Readonly<Record<string, AnyHandler>>)[route];
    if (!spec || !handler) return refuse('ipc.unknown-route', 'The app has no such function.');
    try {
      const parsed = spec.input.safeParse(input);
      if (!parsed.success) return refuse('ipc.invalid-input', describeIssues(route, parsed.error));
      return { ok: true, value: spec.output.parse(await handler(parsed.data, caller)) };
    } catch (failure) {
      return replyToFailure(route, failure, caller, log);
    }
  };
}

function replyToFailure(
  route: string,
  failure: unknown,
  { signal }: Caller,
  log: Log,
): Reply<never> {
  if (failure instanceof ParleyError) {
    return {
      ok: false,
      error: {
        code: failure.code,
        message: failure.message,
        retryable: failure.options.retryable ?? false,
      },
    };
  }
  const refusal = refusalOfDisk(failure);
  // Work that was given up because its page went away is no fault.
  log(signal.aborted ? 'debug' : 'error', 'A call of the window failed.', {
    route,
    reason: messageOf(failure),
    stack: failure instanceof Error ? failure.stack : undefined,
  });
  if (refusal) return refuse('storage.failed', refusal, true);
  return refuse('internal', 'Something went wrong inside the app; its log has the details.');
}

/** What a person can do something about when the file system refuses (RE-3), as a sentence. */
function refusalOfDisk(failure: unknown): string | undefined {
  if (!(failure instanceof Error) || !('code' in failure)) return undefined;
  switch (failure.code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return 'The disk is full. Free some space and try again.';
    case 'EROFS':
    case 'EACCES':
    case 'EPERM':
      return `The system does not let Parley use a file of the profile (${failure.message}).`;
    case 'EISDIR':
    case 'ENOTDIR':
      return `A file of the profile is not what it should be (${failure.message}).`;
    default:
      return undefined;
  }
}

function refuse(code: ErrorCode, message: string, retryable = false): Reply<never> {
  return { ok: false, error: { code, message, retryable } };
}

/** Names fields and rules, never values: a value may be a secret. */
function describeIssues(route: string, error: z.ZodError): string {
  const fields = error.issues
    .slice(0, 5)
    .map(
      (issue) =>
        (issue.path.length > 0 ? issue.path.map(String).join('.') : 'the whole') +
        ` (${issue.code})`,
    );
  return `The request "${route}" does not fit: ${fields.join(', ')}.`;
}
