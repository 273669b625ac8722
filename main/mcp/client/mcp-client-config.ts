import type { OAuthClientProvider as PackageProvider } from '@modelcontextprotocol/client';
import type { JsonObject } from '../../../shared/lib/json.ts';
import type { RpcMessage } from '../../lib/rpc-message.ts';
import type { AuthHandler } from './auth-handler.ts';
import type { EraStore } from './era.ts';

/** A JSON-RPC message. */
export type JSONRPCMessage = RpcMessage;

/** A channel to a server. These six members are all that is needed. */
export interface MCPTransport {
  /** Resolves when messages may be sent. */
  start(): Promise<void>;
  send(message: JSONRPCMessage): Promise<void>;
  close(): Promise<void>;
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: ((message: JSONRPCMessage) => void) | undefined;
}

/** What an application brings so that a person can sign in. */
export interface OAuthClientProvider extends PackageProvider {
  /** Called with the address of the authorization server that the resource names, before anything is asked of it. A throw refuses it. */
  validateAuthorizationServerURL?(
    serverUrl: string | URL,
    authorizationServerUrl: string | URL,
  ): void | Promise<void>;
  /**
   * Waits for the redirect that ends a sign-in and gives its parameters, so that the request goes on by itself. Without
   * it a request that needs a sign-in rejects after `redirectToAuthorization`.
   */
  authorizationResponse?(): URLSearchParams | Promise<URLSearchParams>;
}

export interface MCPTransportConfig {
  readonly type: 'sse' | 'http';
  readonly url: string;
  /** Sent with each request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly authProvider?: OAuthClientProvider | AuthHandler | undefined;
  /** error (the default) refuses every redirect; follow follows those within the origin that keep the method. */
  readonly redirect?: 'follow' | 'error' | undefined;
  /** A legacy session to take up again, with `initialInitializeResult`. `http` only. */
  readonly initialSessionId?: string | undefined;
  /** The `MCP-Protocol-Version` that is sent before one is negotiated. `http` only. */
  readonly initialProtocolVersion?: string | undefined;
  /** The server made, changed or ended the session. `http` only. */
  readonly onSessionIdChange?: ((sessionId: string | undefined) => void) | undefined;
  /** The server answered 404 for the session; called after the id was cleared and before the error is reported. `http` only. */
  readonly onSessionExpired?: ((sessionId: string) => void) | undefined;
  /** Whether `close()` ends the session at the server (DELETE). Default true. `http` only. */
  readonly terminateSessionOnClose?: boolean | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
}

export interface RequestOptions {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds without progress after which the request is given up. Default 60_000; 0 = none. */
  readonly timeout?: number | undefined;
  /** Milliseconds after which it is given up however much progress there is. Default an hour. */
  readonly maxTotalTimeout?: number | undefined;
  readonly onprogress?:
    | ((progress: {
        readonly progress: number;
        readonly total?: number | undefined;
        readonly message?: string | undefined;
      }) => void)
    | undefined;
}

/** What a server said about itself. Fields beyond these are kept. */
export interface InitializeResult {
  readonly protocolVersion: string;
  readonly capabilities: JsonObject;
  readonly serverInfo: Configuration;
  readonly instructions?: string | undefined;
  readonly [field: string]: unknown;
}

export interface Configuration {
  readonly name: string;
  readonly version: string;
  readonly title?: string | undefined;
}

/** What this client can do for a server, such as `{ elicitation: {} }`. */
export type ClientCapabilities = JsonObject;

export interface MCPClientConfig {
  readonly transport: MCPTransportConfig | MCPTransport;
  /** Bounds the start of the transport and the negotiation; when it is over the transport is closed. Default timeout 60 s. */
  readonly initializationOptions?: RequestOptions | undefined;
  /** Default "ai-sdk-mcp-client". */
  readonly clientName?: string | undefined;
  /** @deprecated Use `clientName`, which wins. */
  readonly name?: string | undefined;
  /** Default "1.0.0". */
  readonly version?: string | undefined;
  /** Hears of errors that reach nobody else. */
  readonly onUncaughtError?: ((error: unknown) => void) | undefined;
  /** How often a tool call is sent again after a transient failure. An integer, default 0. */
  readonly maxRetries?: number | undefined;
  /** The answer to `initialize` of a legacy session that is taken up again: none is sent then. */
  readonly initialInitializeResult?: InitializeResult | undefined;
  readonly capabilities?: ClientCapabilities | undefined;
  /** Beyond the reference: whether a server is asked for the stateless era before `initialize`. Default true where that is possible. */
  readonly protocolVersionDiscovery?: boolean | undefined;
  /** Beyond the reference: remembers which era a server speaks, so that the next client need not ask. */
  readonly eraStore?: EraStore | undefined;
  /** Beyond the reference: believe tools that declare themselves idempotent or read-only, so that retries also cover broken streams. Default false. */
  readonly trustToolAnnotations?: boolean | undefined;
}
