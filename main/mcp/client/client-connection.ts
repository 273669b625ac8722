import type { Client } from '@modelcontextprotocol/client';
import { isJsonObject } from '../../../shared/lib/json.ts';
import type { JsonObject } from '../../../shared/lib/json.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/logger.ts';
import type { McpConnection, RawToolResult, RequestOptions, ServerIdentity } from './connection.ts';
import { McpError, toMcpError } from './mcp-error.ts';
import type { ResultTicket, SalvageTransport } from './salvage-transport.ts';
import { sortTools } from './tool-list.ts';
import type { ToolList } from './tool-list.ts';

const DEFAULT_TIMEOUT_MS = 60_000;
/** Pages of a list that are read at most. */
const PAGE_CAP = 64;
/** The package's own clock must never be the one that rings: ours tells timeout and abort apart and stands still in tests. */
const NEVER_MS = 2 ** 31 - 1;

/** Takes every value as it is. */
const anyResult = {
  '~standard': {
    version: 1,
    vendor: 'parley',
    validate: (value: unknown): { value: ResultTicket } => ({ value: value as ResultTicket }),
  },
} as const;

export interface ClientConnectionParts {
  readonly client: Client;
  readonly salvage: SalvageTransport;
  readonly clock: Clock;
  readonly log: Log;
  /** Why the transport ended, when it ended by itself. */
  readonly endReason: () => McpError | undefined;
}

/** An `McpConnection` over the client package. Made by `openConnection`. */
export class ClientConnection implements McpConnection {
  readonly era = 'legacy';
  readonly protocolVersion: string;
  readonly serverInfo: ServerIdentity;
  readonly capabilities: JsonObject;
  readonly instructions: string | undefined;
  readonly #parts: ClientConnectionParts;
  readonly #notified = new Set<(method: string, params: JsonObject) => void>();
  readonly #closed = new Set<(reason: Error) => void>();
  #ended: McpError | undefined;
  #isClosing = false;
  #closing: Promise<void> | undefined;

  constructor(parts: ClientConnectionParts) {
    this.#parts = parts;
    const answer = parts.salvage.initializeResult ?? {};
    this.protocolVersion = String(answer['protocolVersion']);
    this.serverInfo = identity(answer['serverInfo']);
    this.capabilities = isJsonObject(answer['capabilities']) ? answer['capabilities'] : {};
    const { instructions } = answer;
    this.instructions = typeof instructions === 'string' ? instructions : undefined;
    parts.client.onclose = () => this.#onEnd();
  }

  #onEnd(): void {
    if (this.#ended) return;
    this.#ended =
      this.#parts.endReason() ?? new McpError('closed', 'The connection to the server has ended.');
    if (this.#isClosing) return;
    for (const listener of [...this.#closed]) listener(this.#ended);
  }

  /** For the transport: hands a notification to the listeners. */
  notify(method: string, params: JsonObject): void {
    for (const listener of [...this.#notified]) listener(method, params);
  }

  onNotification(listener: (method: string, params: JsonObject) => void): () => void {
    this.#notified.add(listener);
    return () => this.#notified.delete(listener);
  }

  onClose(listener: (reason: Error) => void): () => void {
    this.#closed.add(listener);
    return () => this.#closed.delete(listener);
  }

  async listTools(options: RequestOptions = {}): Promise<ToolList> {
    if (this.capabilities['tools'] === undefined) return sortTools([]);
    const listed: unknown[] = [];
    const seen = new Set<string>();
    let cursor: string | undefined;
    for (let page = 0; page < PAGE_CAP; page += 1) {
      const params = cursor === undefined ? {} : { cursor };
      const result = await this.#request('tools/list', params, options);
      const { tools, nextCursor } = isJsonObject(result) ? result : {};
      if (!Array.isArray(tools)) {
        throw new McpError('protocol', 'The server answered tools/list without a list of tools.');
      }
      listed.push(...(tools as unknown[]));
      if (typeof nextCursor !== 'string' || nextCursor === '') return sortTools(listed);
      if (seen.has(nextCursor)) {
        this.#parts.log('warn', 'the tool list repeats a cursor and was cut there', { page });
        return sortTools(listed);
      }
      seen.add(nextCursor);
      cursor = nextCursor;
    }
    this.#parts.log('warn', 'the tool list has too many pages and was cut', { pages: PAGE_CAP });
    return sortTools(listed);
  }

  async callTool(
    name: string,
    args: JsonObject,
    options: RequestOptions = {},
  ): Promise<RawToolResult> {
    const result = await this.#request('tools/call', { name, arguments: args }, options);
    if (!isJsonObject(result)) {
      throw new McpError('protocol', `The server answered the call of ${name} without a result.`);
    }
    const blocks = Array.isArray(result['content']) ? (result['content'] as unknown[]) : [];
    const { isError, ...rest } = result;
    return {
      ...rest,
      content: blocks.map(contentBlock),
      ...(typeof isError === 'boolean' ? { isError } : {}),
    };
  }

  async #request(method: string, params: JsonObject, options: RequestOptions): Promise<unknown> {
    const { client, salvage } = this.#parts;
    const watch = new RequestWatch(this.#parts.clock, options);
    const progress = salvage.watchProgress((step) => watch.progressed(step));
    try {
      watch.throwIfOver();
      const whole = { ...params, _meta: { progressToken: progress.token } };
      const ticket = await client.request({ method, params: whole }, anyResult, {
        signal: watch.signal,
        timeout: NEVER_MS,
      });
      return salvage.take(ticket);
    } catch (thrown) {
      throw watch.verdict(method) ?? toMcpError(thrown, this.#ended ?? this.#parts.endReason());
    } finally {
      watch.end();
      progress.end();
    }
  }

  close(): Promise<void> {
    this.#isClosing = true;
    this.#closing ??= this.#parts.client.close().catch((failure: unknown) => {
      this.#parts.log('warn', 'a connection did not close cleanly', { failure: String(failure) });
    });
    return this.#closing;
  }
}

/** Runs the clock of one request and keeps apart what ended it. */
class RequestWatch {
  readonly #controller = new AbortController();
  readonly #timeoutMs: number;
  #cancelTimer: (() => void) | undefined;
  #over: 'timeout' | 'aborted' | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly options: RequestOptions,
  ) {
    this.#timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    if (options.signal?.aborted) this.#abort();
    else options.signal?.addEventListener('abort', this.#abort, { once: true });
    this.#arm();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  readonly #abort = (): void => this.#finish('aborted', 'cancelled');

  #finish(over: 'timeout' | 'aborted', reason: string): void {
    this.#over ??= over;
    this.#controller.abort(reason);
  }

  #arm(): void {
    this.#cancelTimer?.();
    if (this.#timeoutMs === 0) return;
    this.#cancelTimer = this.clock.after(this.#timeoutMs, () =>
      this.#finish('timeout', 'timed out'),
    );
  }

  progressed(progress: Parameters<NonNullable<RequestOptions['onProgress']>>[0]): void {
    this.#arm();
    this.options.onProgress?.(progress);
  }

  throwIfOver(): void {
    if (this.#over) throw new Error(this.#over);
  }

  verdict(method: string): McpError | undefined {
    if (this.#over === 'aborted')
      return new McpError('aborted', `The request ${method} was cancelled.`);
    if (this.#over === undefined) return undefined;
    const seconds = this.#timeoutMs / 1_000;
    return new McpError(
      'timeout',
      `The server did not answer ${method} within ${seconds} seconds.`,
    );
  }

  end(): void {
    this.#cancelTimer?.();
    this.options.signal?.removeEventListener('abort', this.#abort);
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

/** Blocks of unknown kinds pass as they are; what is no block at all is shown as the JSON that it is. */
function contentBlock(block: unknown): { readonly type: string } & JsonObject {
  if (isJsonObject(block) && typeof block['type'] === 'string') {
    return block as { readonly type: string } & JsonObject;
  }
  return { type: 'text', text: JSON.stringify(block) };
}
