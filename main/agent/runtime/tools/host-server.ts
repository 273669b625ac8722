import { hintsFromAnnotations } from '../../../../shared/mcp/hints.ts';
import type { SetAsideTool, ToolInfo } from '../../../../shared/mcp/tool.ts';
import type { ServerStatus } from '../../../../shared/mcp/server-state.ts';
import { messageOf } from '../../../../shared/lib/errors.ts';
import { isJsonObject } from '../../../../shared/lib/json.ts';
import type { JsonObject } from '../../../../shared/lib/json.ts';
import type { Clock } from '../../../lib/clock.ts';
import { PacedWork } from '../../../lib/paced-work.ts';
import type { RpcMessage } from '../../../lib/rpc-message.ts';
import type { RawToolResult, RequestOptions } from '../../../mcp/client/connection.ts';
import { RUNTIME_VERSION } from '../runtime-version.ts';
import { RpcClient, RpcError } from './rpc-client.ts';
import { LinkState, LIST_PAUSE_MS } from './server-link.ts';
import type { ServerLink, ServerLinkState } from './server-link.ts';

export interface HostServerOptions {
  readonly name: string;
  /** Carries one JSON-RPC message to the host (`mcp_message`). */
  readonly send: (message: RpcMessage) => Promise<void>;
  readonly clock: Clock;
  /** Per tool call; 0: the host owns the clock. */
  readonly timeoutMs?: number | undefined;
}

const PROTOCOL_VERSION = '2025-06-18';
const HANDSHAKE_TIMEOUT_MS = 60_000;
const MOST_PAGES = 1_000;

/** A server that lives in the host and is reached over the control channel: a small legacy client, pinned, without a probe (decision 10). */
export class HostServer implements ServerLink {
  readonly name: string;
  readonly config: JsonObject;
  readonly #options: HostServerOptions;
  readonly #state = new LinkState();
  readonly #rpc: RpcClient;
  readonly #relisting: PacedWork;
  #starting: Promise<void> | undefined;
  #closed = false;
  /** Counts listings, so that an older answer never overwrites a newer one. */
  #listing = 0;
  /** The server said that its list is another one while the first was on its way. */
  #isOutdated = false;

  constructor(options: HostServerOptions) {
    this.#options = options;
    this.name = options.name;
    this.config = { type: 'sdk', name: options.name };
    this.#rpc = new RpcClient({
      send: options.send,
      clock: options.clock,
      onNotification: (method) => {
        if (method === 'notifications/tools/list_changed') this.#listChanged();
      },
    });
    this.#relisting = new PacedWork(options.clock, LIST_PAUSE_MS, () => this.#listAgain());
  }

  get state(): ServerLinkState {
    return this.#state.current;
  }

  onChange(listener: () => void): () => void {
    return this.#state.onChange(listener);
  }

  start(): Promise<void> {
    this.#starting ??= this.#connect();
    return this.#starting;
  }

  /** Takes a message that the host carried from the server. */
  receive(message: JsonObject): void {
    this.#rpc.receive(message);
  }

  async callTool(name: string, args: JsonObject, options: RequestOptions): Promise<RawToolResult> {
    const { origin } = options;
    // Whose call it is, for a host that asks people on behalf of its servers.
    const meta = typeof origin === 'string' ? { _meta: { 'parley/toolUseId': origin } } : {};
    const result = await this.#rpc.request(
      'tools/call',
      { name, arguments: args, ...meta },
      { timeoutMs: this.#options.timeoutMs, ...options },
    );
    return rawResult(result);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#relisting.dispose();
    this.#rpc.close(new Error(`The server "${this.name}" was closed.`));
    this.#state.set({ ...this.state, status: 'disabled', tools: [] });
  }

  async #connect(): Promise<void> {
    this.#state.set({ status: 'connecting', tools: [], setAside: [] });
    this.#isOutdated = false;
    try {
      const answer = await this.#rpc.request(
        'initialize',
        {
          protocolVersion: PROTOCOL_VERSION,
          capabilities: {},
          clientInfo: { name: 'parley', version: RUNTIME_VERSION },
        },
        { timeoutMs: HANDSHAKE_TIMEOUT_MS },
      );
      this.#rpc.notify('notifications/initialized');
      const listed = await this.#listIfOffered(answer);
      if (this.#closed) return;
      this.#state.set({
        status: 'connected',
        serverInfo: identity(answer['serverInfo']),
        ...(typeof answer['instructions'] === 'string'
          ? { instructions: answer['instructions'] }
          : {}),
        era: 'legacy',
        ...listed,
      });
      this.#catchUp();
    } catch (error) {
      if (!this.#closed) this.#state.set(failedState(this.name, error));
    }
  }

  #listIfOffered(answer: JsonObject): Promise<Pick<ServerLinkState, 'tools' | 'setAside'>> {
    const { capabilities } = answer;
    const offersTools = !isJsonObject(capabilities) || capabilities['tools'] !== undefined;
    return offersTools ? this.#listTools() : Promise.resolve({ tools: [], setAside: [] });
  }

  /** Reads the list again when it changed during the handshake. */
  #catchUp(): void {
    if (this.#isOutdated) this.#listChanged();
  }

  #listChanged(): void {
    if (this.#closed) return;
    if (this.state.status === 'connecting') this.#isOutdated = true;
    else if (this.state.status === 'connected') this.#relisting.ask();
    // The real server behind a facade may have come back.
    else this.#starting = this.#connect();
  }

  async #listAgain(): Promise<void> {
    const listing = (this.#listing += 1);
    try {
      const listed = await this.#listTools();
      if (this.#isLatest(listing)) this.#state.set({ ...this.state, ...listed });
    } catch (error) {
      if (this.#isLatest(listing)) this.#state.set(failedState(this.name, error));
    }
  }

  #isLatest(listing: number): boolean {
    return listing === this.#listing && this.state.status === 'connected';
  }

  async #listTools(): Promise<Pick<ServerLinkState, 'tools' | 'setAside'>> {
    const tools = new Map<string, ToolInfo>();
    const setAside: SetAsideTool[] = [];
    const seen = new Set<string>();
    let cursor: string | undefined;
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const answer = await this.#rpc.request('tools/list', cursor === undefined ? {} : { cursor }, {
        timeoutMs: HANDSHAKE_TIMEOUT_MS,
      });
      const listed: unknown[] = Array.isArray(answer['tools']) ? answer['tools'] : [];
      for (const tool of listed) takeTool(tool, tools, setAside);
      const next = answer['nextCursor'];
      if (typeof next !== 'string' || seen.has(next)) break;
      seen.add(next);
      cursor = next;
    }
    return { tools: [...tools.values()], setAside };
  }
}

/** A tool as listed; one that cannot be used is set aside, never the whole list. */
function takeTool(tool: unknown, tools: Map<string, ToolInfo>, setAside: SetAsideTool[]): void {
  if (!isJsonObject(tool) || typeof tool['name'] !== 'string' || tool['name'] === '') {
    setAside.push({ name: '(without a name)', reason: 'The server listed a tool without a name.' });
    return;
  }
  const { name, title, description, inputSchema, outputSchema, annotations } = tool;
  if (!isJsonObject(inputSchema)) {
    setAside.push({ name, reason: 'The server listed it without an input schema.' });
    return;
  }
  const ownTitle = title ?? (isJsonObject(annotations) ? annotations['title'] : undefined);
  tools.set(name, {
    name,
    ...(typeof ownTitle === 'string' ? { title: ownTitle } : {}),
    ...(typeof description === 'string' ? { description } : {}),
    inputSchema,
    ...(isJsonObject(outputSchema) ? { outputSchema } : {}),
    annotations: hintsFromAnnotations(annotations),
  });
}

function failedState(name: string, error: unknown): ServerLinkState {
  const status = error instanceof RpcError ? toldStatus(error.data) : 'failed';
  return {
    status,
    error: `The server "${name}" could not be used: ${messageOf(error)}`,
    tools: [],
    setAside: [],
  };
}

/** A facade of the desktop's hub says in the error's data what its real server is waiting for. */
function toldStatus(data: unknown): ServerStatus {
  const status = isJsonObject(data) ? data['status'] : undefined;
  return status === 'needs-auth' || status === 'disabled' ? status : 'failed';
}

function identity(info: unknown): { name: string; version: string } {
  const source = isJsonObject(info) ? info : {};
  return {
    name: typeof source['name'] === 'string' ? source['name'] : 'unknown',
    version: typeof source['version'] === 'string' ? source['version'] : 'unknown',
  };
}

function rawResult(result: JsonObject): RawToolResult {
  const content: unknown[] = Array.isArray(result['content']) ? result['content'] : [];
  return {
    content: content.filter(isJsonObject).map((block) => ({
      ...block,
      type: typeof block['type'] === 'string' ? block['type'] : 'unknown',
    })),
    ...(result['structuredContent'] === undefined
      ? {}
      : { structuredContent: result['structuredContent'] }),
    ...(result['isError'] === true ? { isError: true } : {}),
  };
}
