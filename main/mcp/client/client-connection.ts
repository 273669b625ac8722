import { canonicalJson, isJsonObject } from '../../../shared/lib/json.ts';
import type { JsonObject } from '../../../shared/lib/json.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/logger.ts';
import type {
  ListMethod,
  McpClientConnection,
  RawToolResult,
  RequestOptions,
  ServerIdentity,
} from './connection.ts';
import type { Era } from './era.ts';
import type { Inbox, NotificationListener } from './inbox.ts';
import type { LinkHolder } from './link-holder.ts';
import type { Link } from './link.ts';
import { McpError } from './mcp-error.ts';
import { OutputChecks } from './output-check.ts';
import { allPages, itemsOf, listField } from './paging.ts';
import { paramHeaders, scanParamHeaders } from './param-headers.ts';
import { Requester } from './requester.ts';
import { ResultCache } from './result-cache.ts';
import { Subscriptions } from './subscriptions.ts';
import { toolResult, withRetries, withUrlRounds } from './tool-call.ts';
import { sortTools } from './tool-list.ts';
import type { ToolList } from './tool-list.ts';

const HEADER_MISMATCH = -32_020;

export interface ClientConnectionParts {
  readonly holder: LinkHolder;
  readonly inbox: Inbox;
  readonly clock: Clock;
  readonly log: Log;
  /** What to call a server that does not name itself. */
  readonly label: string;
  readonly maxRetries: number;
  /** Whether the server's word is believed that a tool may be called twice. */
  readonly trustsAnnotations: boolean;
  /** Hears of what reaches nobody else. */
  readonly onUncaught?: ((failure: unknown) => void) | undefined;
}

/** An `McpClientConnection` over the client package, in either era. Made by `openConnection`. */
export class ClientConnection implements McpClientConnection {
  readonly #parts: ClientConnectionParts;
  readonly #requester: Requester;
  readonly #closed = new Set<(reason: Error) => void>();
  readonly #checks = new OutputChecks((tool, why) => this.#tellUnchecked(tool, why));
  readonly #cache: ResultCache;
  readonly #uris = new Set<string>();
  #subscriptions: Subscriptions | undefined;
  #tools: ToolList | undefined;
  #wantsNotifications = false;
  #identity: { readonly of: unknown; readonly is: ServerIdentity } = {
    of: undefined,
    is: identity(undefined),
  };

  constructor(parts: ClientConnectionParts) {
    this.#parts = parts;
    const { holder, inbox, clock } = parts;
    this.#cache = new ResultCache(clock);
    this.#requester = new Requester(holder, inbox, clock, () => this.#server);
    inbox.listen((method, params) => this.#cache.notified(method, params));
    holder.onEnd = (reason) => {
      for (const listener of [...this.#closed]) listener(reason);
    };
    holder.onReplaced = (link) => void this.#restore(link);
    this.#subscriptions = this.#subscriptionsOf(holder.current);
  }

  get #link(): Link {
    return this.#parts.holder.current;
  }

  get #server(): string {
    return this.serverInfo.name === '' ? this.#parts.label : this.serverInfo.name;
  }

  get era(): Era {
    return this.#link.era;
  }

  get initializeResult(): JsonObject {
    return this.#link.initializeResult;
  }

  get protocolVersion(): string {
    return String(this.initializeResult['protocolVersion']);
  }

  get serverInfo(): ServerIdentity {
    const { initializeResult } = this;
    if (this.#identity.of !== initializeResult)
      this.#identity = { of: initializeResult, is: identity(initializeResult['serverInfo']) };
    return this.#identity.is;
  }

  get capabilities(): JsonObject {
    const { capabilities } = this.initializeResult;
    return isJsonObject(capabilities) ? capabilities : {};
  }

  get instructions(): string | undefined {
    const { instructions } = this.initializeResult;
    return typeof instructions === 'string' ? instructions : undefined;
  }

  get sessionId(): string | undefined {
    return this.#link.channel.exchange?.session.id;
  }

  onNotification(listener: NotificationListener): () => void {
    this.#wantsNotifications = true;
    this.#subscriptions?.listen();
    return this.#parts.inbox.listen(listener);
  }

  onClose(listener: (reason: Error) => void): () => void {
    this.#closed.add(listener);
    return () => this.#closed.delete(listener);
  }

  #subscriptionsOf(link: Link): Subscriptions | undefined {
    if (link.era === 'legacy') return undefined;
    const { clock, log } = this.#parts;
    return new Subscriptions({ client: link.client, capabilities: this.capabilities, clock, log });
  }

  /** A new session knows nothing of what the former one was told. */
  async #restore(link: Link): Promise<void> {
    const former = this.#subscriptions;
    this.#subscriptions = this.#subscriptionsOf(link);
    const known = this.#tools;
    try {
      await former?.close();
      if (this.#wantsNotifications) this.#subscriptions?.listen();
      const { logLevel } = this.#requester;
      if (logLevel !== undefined) await this.setLogLevel(logLevel);
      for (const uri of this.#uris) await this.subscribe(uri);
      if (!known) return;
      this.#cache.forget('tools/list');
      const { raw } = await this.listTools();
      if (canonicalJson([...raw]) !== canonicalJson([...known.raw]))
        this.#parts.inbox.announce('notifications/tools/list_changed', {});
    } catch (failure) {
      this.#parts.log('warn', 'a renewed session could not be set up as the former one', {
        failure: String(failure),
      });
    }
  }

  request(method: string, params: JsonObject, options: RequestOptions = {}): Promise<JsonObject> {
    return this.#requester.request({ method, params }, options);
  }

  async #cached(method: string, params: JsonObject, options: RequestOptions): Promise<JsonObject> {
    const kept = this.era === 'modern' ? this.#cache.get(method, params) : undefined;
    if (kept) return kept;
    const result = await this.request(method, params, options);
    if (this.era === 'modern') this.#cache.put(method, params, result);
    return result;
  }

  async list(
    method: ListMethod,
    cursor?: string,
    options: RequestOptions = {},
  ): Promise<JsonObject> {
    const result =
      cursor === undefined
        ? await allPages(method, this.#server, this.#parts.log, (params) =>
            this.#cached(method, params, options),
          )
        : await this.#cached(method, { cursor }, options);
    if (method !== 'tools/list')
      return { ...result, [listField[method]]: itemsOf(method, result, this.#server) };
    const tools = this.#takeTools(itemsOf(method, result, this.#server), cursor === undefined);
    const [usable, all] = [new Set(tools.raw.values()), itemsOf(method, result, this.#server)];
    return { ...result, [listField[method]]: all.filter((one) => usable.has(one as JsonObject)) };
  }

  #takeTools(listed: unknown[], isWhole: boolean): ToolList {
    const mayHaveHeaders = this.era === 'modern' && this.#link.channel.exchange !== undefined;
    const tools = sortTools(listed, mayHaveHeaders);
    this.#checks.learn(tools.raw);
    const raw = isWhole ? tools.raw : new Map([...(this.#tools?.raw ?? []), ...tools.raw]);
    this.#tools = { ...tools, raw };
    return tools;
  }

  async listTools(options: RequestOptions = {}): Promise<ToolList> {
    if (this.capabilities['tools'] === undefined) return sortTools([]);
    const page = await allPages('tools/list', this.#server, this.#parts.log, (params) =>
      this.#cached('tools/list', params, options),
    );
    return this.#takeTools(itemsOf('tools/list', page, this.#server), true);
  }

  async callTool(
    name: string,
    args: JsonObject,
    options: RequestOptions = {},
  ): Promise<RawToolResult> {
    const { clock, maxRetries, inbox, holder } = this.#parts;
    const { capabilities, handlers } = inbox.serving;
    const retries = { maxRetries, clock, isSafe: this.#isSafe(name), signal: options.signal };
    const rounds = { ...options, whenEnded: holder.whenEnded.bind(holder) };
    const result = await withUrlRounds(capabilities, handlers, rounds, () =>
      withRetries(retries, () => this.#callOnce(name, args, options)),
    );
    const checked = toolResult(name, result, this.#server);
    if (options.takesUnfitOutput) return checked;
    const problem = this.#checks.problem(name, result);
    if (problem === undefined) return checked;
    const server = this.#server;
    throw new McpError(
      'protocol',
      `The structured content of ${name} from “${server}” does not fit its output schema: ${problem}`,
      { server, part: 'result.structuredContent' },
    );
  }

  #tellUnchecked(tool: string, why: string): void {
    const server = this.#server;
    const message = `The output of ${tool} from “${server}” is not checked: ${why}.`;
    this.#parts.log('warn', message);
    const part = `tools.${tool}.outputSchema`;
    this.#parts.onUncaught?.(new McpError('protocol', message, { server, part }));
  }

  #isSafe(name: string): boolean {
    const annotations = this.#tools?.raw.get(name)?.['annotations'];
    if (!this.#parts.trustsAnnotations || !isJsonObject(annotations)) return false;
    return annotations['idempotentHint'] === true || annotations['readOnlyHint'] === true;
  }

  #callOnce(name: string, args: JsonObject, options: RequestOptions): Promise<JsonObject> {
    if (this.era === 'modern') return this.#callModern(name, args, options);
    const params = { name, arguments: args };
    return this.#requester.request({ method: 'tools/call', params }, options);
  }

  async #callModern(name: string, args: JsonObject, options: RequestOptions): Promise<JsonObject> {
    const call = (): Promise<JsonObject> =>
      this.#requester.request(
        { method: 'tools/call', params: { name, arguments: args }, ...this.#headers(name, args) },
        options,
      );
    try {
      return await call();
    } catch (thrown) {
      const isMismatch = thrown instanceof McpError && thrown.details.code === HEADER_MISMATCH;
      if (!isMismatch || this.era === 'legacy') throw thrown;
      // The server knows another schema than the one that the headers were made by.
      this.#cache.forget('tools/list');
      await this.listTools(options);
      return call();
    }
  }

  #headers(name: string, args: JsonObject): { readonly headers?: Record<string, string> } {
    if (this.era === 'legacy' || !this.#link.channel.exchange) return {};
    const { headers } = scanParamHeaders(this.#tools?.raw.get(name)?.['inputSchema']);
    return headers && headers.length > 0 ? { headers: paramHeaders(headers, args) } : {};
  }

  async getPrompt(
    name: string,
    args: JsonObject,
    options: RequestOptions = {},
  ): Promise<JsonObject> {
    const result = await this.request('prompts/get', { name, arguments: args }, options);
    if (Array.isArray(result['messages'])) return result;
    throw this.#fault('prompts/get', 'result.messages', 'a list of messages');
  }

  async readResource(uri: string, options: RequestOptions = {}): Promise<JsonObject> {
    const result = await this.#cached('resources/read', { uri }, options);
    if (Array.isArray(result['contents'])) return result;
    throw this.#fault('resources/read', 'result.contents', 'a list of contents');
  }

  async complete(params: JsonObject, options: RequestOptions = {}): Promise<JsonObject> {
    this.#need('completions', 'completion/complete');
    const result = await this.request('completion/complete', params, options);
    const { completion } = result;
    if (isJsonObject(completion) && Array.isArray(completion['values'])) return result;
    throw this.#fault('completion/complete', 'result.completion.values', 'a list of values');
  }

  #fault(method: string, part: string, expected: string): McpError {
    const server = this.#server;
    return new McpError(
      'protocol',
      `The server “${server}” answered ${method} without ${expected} in ${part}.`,
      { server, part },
    );
  }

  #need(capability: string, method: string): void {
    if (this.capabilities[capability] !== undefined) return;
    throw new McpError(
      'unsupported',
      `The server “${this.#server}” does not offer ${capability}, so ${method} was not sent.`,
      { server: this.#server },
    );
  }

  async subscribe(uri: string, options: RequestOptions = {}): Promise<void> {
    this.#need('resources', 'resources/subscribe');
    if (this.#subscriptions) await this.#subscriptions.add(uri);
    else await this.request('resources/subscribe', { uri }, options);
    this.#uris.add(uri);
  }

  async unsubscribe(uri: string, options: RequestOptions = {}): Promise<void> {
    this.#uris.delete(uri);
    if (this.#subscriptions) await this.#subscriptions.remove(uri);
    else await this.request('resources/unsubscribe', { uri }, options);
  }

  async setLogLevel(level: string, options: RequestOptions = {}): Promise<void> {
    this.#requester.logLevel = level;
    if (this.era === 'legacy') {
      this.#need('logging', 'logging/setLevel');
      await this.request('logging/setLevel', { level }, options);
    }
  }

  async notify(method: string, params: JsonObject = {}): Promise<void> {
    if (this.era === 'modern') return;
    await this.#link.salvage.send({ jsonrpc: '2.0', method, params });
  }

  async ping(options: RequestOptions = {}): Promise<void> {
    await this.request(this.era === 'modern' ? 'server/discover' : 'ping', {}, options);
  }

  async close(): Promise<void> {
    await this.#subscriptions?.close();
    await this.#parts.holder.close();
  }
}

function identity(serverInfo: unknown): ServerIdentity {
  const { name, version, title } = isJsonObject(serverInfo) ? serverInfo : {};
  return {
    name: typeof name === 'string' ? name : '',
    version: typeof version === 'string' ? version : '',
    ...(typeof title === 'string' ? { title } : {}),
  };
}
