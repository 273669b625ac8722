import {
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  SseError,
} from '@modelcontextprotocol/client';
import { messageOf } from '../../../shared/lib/errors.ts';
import type { ProcessExit } from '../../lib/subprocess.ts';

/**
 * Why a request or a connection failed.
 * timeout: no answer and no progress in time · aborted: the caller's signal · closed: the connection ended ·
 * rpc: the server answered with a JSON-RPC error · http: an HTTP status that is no success · needs-auth: HTTP 401, or 403
 * with a challenge · unreachable: no HTTP answer at all · protocol: an answer that is no MCP ·
 * unsupported: the server does not offer what was asked for, and was not asked.
 */
export type McpErrorKind =
  | 'timeout'
  | 'aborted'
  | 'closed'
  | 'rpc'
  | 'http'
  | 'needs-auth'
  | 'unreachable'
  | 'protocol'
  | 'unsupported';

export interface McpErrorDetails {
  /** JSON-RPC error code. */
  readonly code?: number | undefined;
  /** JSON-RPC error data. */
  readonly data?: unknown;
  readonly status?: number | undefined;
  readonly url?: string | undefined;
  /** The start of what the server said with its refusal. */
  readonly body?: string | undefined;
  /** The `WWW-Authenticate` header of a refusal. */
  readonly challenge?: string | undefined;
  /** The server does not know the session any more; the next request begins a new one. */
  readonly isSessionExpired?: boolean | undefined;
  /** How the server's process ended. */
  readonly exit?: ProcessExit | undefined;
  /** What the server calls itself, when it said something that is no MCP. */
  readonly server?: string | undefined;
  /** Where in the answer the fault is, such as `result.tools`. */
  readonly part?: string | undefined;
  readonly cause?: unknown;
}

/** The one error of MCP connections, besides `SpawnError` for processes that could not be started. */
export class McpError extends Error {
  override readonly name = 'McpError';
  constructor(
    readonly kind: McpErrorKind,
    message: string,
    readonly details: McpErrorDetails = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
  }
}

/** What is wrong with an answer, with the name of the server that gave it. Other failures are as they were. */
export function named<T>(failure: T, server: string): T | McpError {
  if (!(failure instanceof McpError) || failure.kind !== 'protocol') return failure;
  if (failure.details.server !== undefined) return failure;
  const message = failure.message.replace(/^The server /, `The server “${server}” `);
  return new McpError(failure.kind, message, { ...failure.details, server });
}

/** Data of the error answer that stands for "the stream of this request ended without an answer". */
export class StreamEnded {
  readonly ended = true;
}

/** Data of the error answer that stands for "the answer itself cannot be used". */
export class BadAnswer {
  constructor(readonly failure: McpError) {}
}

function fromRpcError(thrown: ProtocolError): McpError {
  if (thrown.data instanceof StreamEnded) return new McpError('closed', thrown.message);
  if (thrown.data instanceof BadAnswer) return thrown.data.failure;
  return new McpError('rpc', thrown.message, { code: thrown.code, data: thrown.data });
}

/** Turns what the client package throws into an `McpError`. `ended` is why the connection is over, when it is. */
export function toMcpError(thrown: unknown, ended?: McpError): McpError {
  if (thrown instanceof McpError) return thrown;
  if (thrown instanceof SdkHttpError) {
    const kind = thrown.status === 401 ? 'needs-auth' : 'http';
    return new McpError(kind, thrown.message, { status: thrown.status, cause: thrown });
  }
  if (thrown instanceof ProtocolError) return fromRpcError(thrown);
  if (thrown instanceof SdkError) {
    if (
      thrown.code === SdkErrorCode.ConnectionClosed ||
      thrown.code === SdkErrorCode.NotConnected
    ) {
      return ended ?? new McpError('closed', 'The connection to the server has ended.');
    }
    return new McpError('protocol', thrown.message, { cause: thrown });
  }
  if (thrown instanceof SseError) {
    const refused = thrown.code === 401;
    const kind = refused ? 'needs-auth' : thrown.code === undefined ? 'unreachable' : 'http';
    return new McpError(kind, thrown.message, { status: thrown.code, cause: thrown });
  }
  return ended ?? new McpError('protocol', messageOf(thrown), { cause: thrown });
}
