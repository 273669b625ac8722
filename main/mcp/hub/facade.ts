import { isJsonObject } from '../../../shared/lib/json.ts';
import type { JsonObject } from '../../../shared/lib/json.ts';
import { LatestFeed } from '../../lib/latest-feed.ts';
import type { InProcessServer, RpcMessage, RpcTransport } from '../../lib/rpc-message.ts';
import type { RequestOptions } from '../client/connection.ts';
import { McpError } from '../client/mcp-error.ts';
import { visibilityOf } from './apps/tool-app.ts';
import type { ServerDoor } from './managed-server.ts';

const METHOD_NOT_FOUND = -32601;
const INVALID_PARAMS = -32602;
const SERVER_ERROR = -32000;
const TIMED_OUT = -32001;
/** In `_meta` of a runtime's call: the id of the tool use in the conversation. Not sent to the server. */
export const TOOL_USE_META = 'parley/toolUseId';
/** Revisions of the legacy era, newest first. */
const versions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'];

type RequestId = string | number;

/**
 * What a runtime sees of a server: raw JSON-RPC of the legacy era. Each transport has its own ids and progress tokens;
 * results pass as the server sent them. It outlives connections of the server behind it.
 */
export class Facade implements InProcessServer {
  constructor(
    private readonly server: ServerDoor,
    private readonly clientVersion: string,
    /** Whose calls come through here. */
    private readonly sessionId?: string,
  ) {}

  async connect(transport: RpcTransport): Promise<void> {
    const { server, clientVersion, sessionId } = this;
    const session = new FacadeSession(server, transport, clientVersion, sessionId);
    await session.start();
  }
}

class FacadeSession {
  readonly #open = new Map<RequestId, AbortController>();
  #unsubscribe: (() => void) | undefined;
  #hasEnded = false;

  constructor(
    private readonly server: ServerDoor,
    private readonly transport: RpcTransport,
    private readonly clientVersion: string,
    private readonly sessionId: string | undefined,
  ) {}

  start(): Promise<void> {
    const { onclose } = this.transport;
    this.transport.onmessage = (message) => this.#receive(message);
    this.transport.onclose = () => {
      this.#end();
      onclose?.();
    };
    return this.transport.start();
  }

  #end(): void {
    this.#hasEnded = true;
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
    for (const request of this.#open.values()) request.abort();
    this.#open.clear();
  }

  #receive(message: RpcMessage): void {
    const { id, method } = message;
    if (typeof method !== 'string') return;
    const params = isJsonObject(message['params']) ? message['params'] : {};
    if (typeof id === 'string' || typeof id === 'number') {
      void this.#answer(id, method, params);
    } else if (method === 'notifications/cancelled') {
      this.#open.get(params['requestId'] as RequestId)?.abort();
    }
  }

  async #answer(id: RequestId, method: string, params: JsonObject): Promise<void> {
    const request = new AbortController();
    this.#open.set(id, request);
    let answer: JsonObject;
    try {
      answer = { result: await this.#result(method, params, request.signal) };
    } catch (thrown) {
      answer = { error: rpcError(thrown) };
    }
    this.#open.delete(id);
    // A cancelled request gets no answer.
    if (!request.signal.aborted) this.#send({ jsonrpc: '2.0', id, ...answer });
  }

  async #result(method: string, params: JsonObject, signal: AbortSignal): Promise<unknown> {
    switch (method) {
      case 'initialize':
        return this.#initialize(params);
      case 'ping':
        return {};
      case 'tools/list':
        await this.server.ready();
        return { tools: this.server.tools.filter((tool) => visibilityOf(tool).model) };
      case 'tools/call':
        return this.#callTool(params, signal);
      default:
        throw new McpError('rpc', `The method ${method} is not offered here.`, {
          code: METHOD_NOT_FOUND,
        });
    }
  }

  /** Answered with an error that holds `{ status, reason }` when there is no connection; a later change is told all the same. */
  async #initialize(params: JsonObject): Promise<object> {
    const connection = await this.server.ready().finally(() => {
      this.#subscribe();
    });
    const wanted = String(params['protocolVersion']);
    const { name, version, title } = connection.serverInfo;
    return {
      protocolVersion: versions.includes(wanted) ? wanted : versions[0],
      capabilities: { tools: { listChanged: true } },
      serverInfo: {
        name: name || this.server.record.name,
        version: version || this.clientVersion,
        ...(title === undefined ? {} : { title }),
      },
      ...(connection.instructions === undefined ? {} : { instructions: connection.instructions }),
    };
  }

  #subscribe(): void {
    if (this.#hasEnded) return;
    this.#unsubscribe ??= this.server.onOfferChanged(() =>
      this.#send({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' }),
    );
  }

  async #callTool(params: JsonObject, signal: AbortSignal): Promise<unknown> {
    const { name, arguments: args = {}, _meta: meta } = params;
    if (typeof name !== 'string' || !isJsonObject(args)) {
      throw new McpError(
        'rpc',
        'A call needs the name of a tool, and arguments that are an object.',
        {
          code: INVALID_PARAMS,
        },
      );
    }
    if (!visibilityOf(this.server.tools.find((tool) => tool['name'] === name)).model) {
      throw new McpError('rpc', `The tool ${name} is for the app of its server only.`, {
        code: INVALID_PARAMS,
      });
    }
    const token = isJsonObject(meta) ? meta['progressToken'] : undefined;
    const feed = new LatestFeed<object>((progress) => {
      const method = 'notifications/progress';
      const whole = { progressToken: token, ...progress };
      return this.transport.send({ jsonrpc: '2.0', method, params: whole });
    });
    const onProgress: RequestOptions['onProgress'] = (progress) => {
      if (token !== undefined && !signal.aborted) feed.push(progress);
    };
    const useId = isJsonObject(meta) ? meta[TOOL_USE_META] : undefined;
    const call = {
      sessionId: this.sessionId,
      toolName: name,
      ...(typeof useId === 'string' ? { toolUseId: useId } : {}),
    };
    return this.server.callTool(call, args, { signal, onProgress });
  }

  #send(message: RpcMessage): void {
    // A transport that is gone ends the session by itself.
    this.transport.send(message).catch(() => undefined);
  }
}

function rpcError(thrown: unknown): JsonObject {
  if (!(thrown instanceof McpError)) return { code: SERVER_ERROR, message: String(thrown) };
  const { code, data } = thrown.details;
  const fallback = thrown.kind === 'timeout' ? TIMED_OUT : SERVER_ERROR;
  return {
    code: code ?? fallback,
    message: thrown.message,
    ...(data === undefined ? {} : { data }),
  };
}
