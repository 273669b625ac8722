import { McpError } from './mcp-error.ts';
import type { McpErrorKind } from './mcp-error.ts';
import { messageOf } from '../../../shared/lib/errors.ts';

/** Known to every copy of this module, so that errors of another bundle are recognised. */
const CLIENT_MARK = Symbol.for('parley.mcp.MCPClientError');
const CALL_MARK = Symbol.for('parley.mcp.CallToolError');

function isMarked(value: unknown, mark: symbol): boolean {
  return typeof value === 'object' && value !== null && mark in value;
}

export interface MCPClientErrorOptions {
  readonly message: string;
  /** What went wrong in one word; `aborted` is the caller's own signal, never a timeout. */
  readonly kind?: McpErrorKind | undefined;
  /** JSON-RPC error code and data. */
  readonly code?: number | undefined;
  readonly data?: unknown;
  /** HTTP status, address and the start of the body of a refusal. */
  readonly statusCode?: number | undefined;
  readonly url?: string | undefined;
  readonly responseBody?: string | undefined;
  /** The server, by its name, and the part of its answer that cannot be used. */
  readonly server?: string | undefined;
  readonly part?: string | undefined;
  readonly cause?: unknown;
}

/** Initialization failed, the versions do not match, the server lacks a capability, or the connection failed. */
export class MCPClientError extends Error {
  override readonly name: string = 'MCPClientError';
  readonly [CLIENT_MARK] = true;
  readonly kind: McpErrorKind | undefined;
  readonly code: number | undefined;
  readonly data: unknown;
  readonly statusCode: number | undefined;
  readonly url: string | undefined;
  readonly responseBody: string | undefined;
  readonly server: string | undefined;
  readonly part: string | undefined;

  constructor(options: MCPClientErrorOptions) {
    super(options.message, options.cause === undefined ? undefined : { cause: options.cause });
    this.kind = options.kind;
    this.code = options.code;
    this.data = options.data;
    this.statusCode = options.statusCode;
    this.url = options.url;
    this.responseBody = options.responseBody;
    this.server = options.server;
    this.part = options.part;
  }

  static isInstance(error: unknown): error is MCPClientError {
    return isMarked(error, CLIENT_MARK);
  }
}

/** A tool call failed on its way; `cause` is why, an `MCPClientError`. What a tool itself says about its failure is a result. */
export class CallToolError extends MCPClientError {
  override readonly name = 'CallToolError';
  readonly [CALL_MARK] = true;

  constructor(
    readonly toolName: string,
    cause: MCPClientError,
  ) {
    const { kind, code, data, statusCode, url, responseBody, server, part } = cause;
    super({
      ...{ kind, code, data, statusCode, url, responseBody, server, part },
      message: `The tool ${toolName} could not be called: ${cause.message}`,
      cause,
    });
  }

  static override isInstance(error: unknown): error is CallToolError {
    return isMarked(error, CALL_MARK);
  }
}

/** Turns what the connection rejects with into the error of the public client. */
export function toClientError(thrown: unknown): MCPClientError {
  if (MCPClientError.isInstance(thrown)) return thrown;
  if (!(thrown instanceof McpError))
    return new MCPClientError({ message: messageOf(thrown), cause: thrown });
  const { code, data, status, url, body, server, part, cause } = thrown.details;
  return new MCPClientError({
    message: thrown.message,
    kind: thrown.kind,
    code,
    data,
    statusCode: status,
    url,
    responseBody: body,
    server,
    part,
    cause: cause ?? thrown,
  });
}
