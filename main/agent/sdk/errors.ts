import type { z } from 'zod';
import { ControlRequestError } from '../../lib/control-channel.ts';
import type { RuntimeExit } from './transport.ts';

export { ControlRequestError, ControlRequestTimeoutError } from '../../lib/control-channel.ts';

/** One thing that is wrong with the options. `path` names the field, such as `mcpServers.kb.url`. */
export interface OptionIssue {
  readonly path: string;
  readonly message: string;
}

/** The findings of a zod check, with `prefix` before each path. An unknown key is named by its own path. */
export function issuesOf(error: z.ZodError, prefix: readonly string[] = []): OptionIssue[] {
  return error.issues.flatMap((given) => {
    const issue = withinUnion(given);
    const path = [...prefix, ...issue.path.map(String)];
    if (issue.code !== 'unrecognized_keys')
      return [{ path: path.join('.'), message: asSentence(issue.message) }];
    return issue.keys.map((key) => ({
      path: [...path, key].join('.'),
      message: 'There is no option of this name. Remove it or correct its spelling.',
    }));
  });
}

/** Of several forms that something may have, the finding of the one that fitted furthest: it names the field. */
function withinUnion(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== 'invalid_union') return issue;
  const [best] = issue.errors
    .flatMap((branch) => branch.slice(0, 1))
    .map((one) => withinUnion(one))
    .toSorted((left, right) => right.path.length - left.path.length);
  // A value that fits no form at all is named itself.
  if (!best || best.path.length === 0) return issue;
  return { ...best, path: [...issue.path, ...best.path] };
}

function asSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/**
 * When: `query()`, `tool()` or `createSdkMcpServer()` was called with something unusable. Thrown synchronously, before any
 * process starts. Fix: correct the fields in `issues`.
 */
export class InvalidOptionsError extends Error {
  override readonly name = 'InvalidOptionsError';
  /** Path of the first wrong field. */
  readonly path: string;
  constructor(readonly issues: readonly OptionIssue[]) {
    super(
      issues
        .map((issue) => (issue.path ? `${issue.path}: ${issue.message}` : issue.message))
        .join(' '),
    );
    this.path = issues[0]?.path ?? '';
  }
}

/** When: no runtime could be started, or it never said that it is ready. Fix: see the message; it names path and reason. */
export class RuntimeStartError extends Error {
  override readonly name = 'RuntimeStartError';
  constructor(
    message: string,
    options: { readonly cause?: unknown; readonly stderr?: readonly string[] } = {},
  ) {
    super(
      withStderr(message, options.stderr ?? []),
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.stderr = options.stderr ?? [];
  }
  /** Last lines of stderr, at most 40. */
  readonly stderr: readonly string[];
}

/** When: the runtime ended while the session was open. Fix: read `stderr`; the session can be resumed in a new query. */
export class RuntimeExitedError extends Error {
  override readonly name = 'RuntimeExitedError';
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** Last lines of stderr, at most 40. */
  readonly stderr: readonly string[];
  constructor(exit: RuntimeExit) {
    const how = exit.signal
      ? `was ended by the signal ${exit.signal}`
      : `exited with code ${exit.code === null ? 'unknown' : String(exit.code)}`;
    super(
      withStderr(
        `The runtime ${how} while the session was open. Start a new query with \`resume\` to go on.`,
        exit.stderr,
      ),
    );
    this.exitCode = exit.code;
    this.signal = exit.signal;
    this.stderr = exit.stderr;
  }
}

/**
 * When: the runtime wrote something that is no frame, a frame over the cap, or speaks another major version.
 * Fix: use the runtime that belongs to this version of the SDK; the session is closed.
 */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
}

/** A transport's word for "nothing can be sent any more"; how the runtime ended follows by `onExit`. */
export class RuntimeGoneError extends Error {
  override readonly name = 'RuntimeGoneError';
  constructor() {
    super('The runtime is gone, so nothing can be sent to it.');
  }
}

/** When: the session was closed or aborted while something waited for it. Nothing needs fixing. */
export class AbortError extends Error {
  override readonly name = 'AbortError';
  constructor(message = 'The session was aborted.', options?: ErrorOptions) {
    super(message, options);
  }
}

/** When: the chosen provider needs a key and none was given or found, or it cannot be handed to the runtime. Fix: see the message. */
export class CredentialsError extends Error {
  override readonly name = 'CredentialsError';
}

/** When: there is no stored session of this id, or no message of it. Fix: take an id that `listSessions` gives. */
export class SessionNotFoundError extends ControlRequestError {
  override readonly name = 'SessionNotFoundError';
  constructor(message: string, options?: ErrorOptions) {
    super('session-not-found', message);
    if (options?.cause !== undefined) this.cause = options.cause;
  }
}

/** When: another program writes this session. Fix: close it there; reading and forking it is possible all the same. */
export class SessionLockedError extends ControlRequestError {
  override readonly name = 'SessionLockedError';
  constructor(message: string, options?: ErrorOptions) {
    super('session-locked', message);
    if (options?.cause !== undefined) this.cause = options.cause;
  }
}

/** When: a session of this id is stored already. Fix: `resume` it, or leave `sessionId` out. */
export class SessionExistsError extends ControlRequestError {
  override readonly name = 'SessionExistsError';
  constructor(message: string, options?: ErrorOptions) {
    super('session-exists', message);
    if (options?.cause !== undefined) this.cause = options.cause;
  }
}

/**
 * When: a sign-in was begun or answered after the first user message. It would change the list of tools, and with it what the
 * provider has cached of the prompt. Fix: sign in between `query()` and the first message.
 */
export class AuthAfterFirstMessageError extends ControlRequestError {
  override readonly name = 'AuthAfterFirstMessageError';
  constructor() {
    super(
      'auth-after-first-message',
      'Signing in is possible before the first user message only, since it changes the list of tools. Start a new query and sign in before its first message.',
    );
  }
}

function withStderr(message: string, stderr: readonly string[]): string {
  const last = stderr.slice(-5);
  return last.length === 0 ? message : `${message} Its last words were:\n${last.join('\n')}`;
}
