import type { JsonObject } from '../../shared/lib/json.ts';

/** A JSON-RPC message as it crosses the wire. */
export type RpcMessage = { readonly jsonrpc: '2.0' } & JsonObject;

/** A channel of JSON-RPC messages. Same shape as the transports of the MCP packages: stdio, http, sse, in-process and custom ones have it. */
export interface RpcTransport {
  start(): Promise<void>;
  send(message: RpcMessage): Promise<void>;
  close(): Promise<void>;
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: ((message: RpcMessage) => void) | undefined;
}

/**
 * An MCP server in this process: anything that takes a transport and speaks JSON-RPC over it.
 * `connect` binds one transport; whether it may be called again while that is open is for the server to say.
 */
export interface InProcessServer {
  connect(transport: RpcTransport): Promise<void>;
}
