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
 * with a challenge · unreachable: no HTTP answer at all · protocol: an answer that is no MCP.
 */
export type McpErrorKind =
  'timeout' | 'aborted' | 'closed' | 'rpc' | 'http' | 'needs-auth' | 'unreachable' | 'protocol';

export interface McpErrorDetails {
  /** JSON-RPC error code. */
  readonly code?: number | undefined;
  /** JSON-RPC error data. */
  readonly data?: unknown;
  readonly status?: number | undefined;
  /** The `WWW-Authenticate` header of a refusal. */
  readonly challenge?: string | undefined;
  /** How the server's process ended. */
  readonly exit?: ProcessExit | undefined;
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

/** Data of the error answer that stands for "the stream of this request ended without an answer". */
export class StreamEnded {
  readonly ended = true;
}

/** Turns what the client package throws into an `McpError`. `ended` is why the connection is over, when it is. */
export function toMcpError(thrown: unknown, ended?: McpError): McpError {
  if (thrown instanceof McpError) return thrown;
  if (thrown instanceof SdkHttpError) {
    const kind = thrown.status === 401 ? 'needs-auth' : 'http';
    return new McpError(kind, thrown.message, { status: thrown.status, cause: thrown });
  }
  if (thrown instanceof ProtocolError) {
    if (thrown.data instanceof StreamEnded) return new McpError('closed', thrown.message);
    return new McpError('rpc', thrown.message, { code: thrown.code, data: thrown.data });
  }
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
