import { canonicalJson } from '../../../shared/lib/json.ts';
import type { JsonObject } from '../../../shared/lib/json.ts';
import type { ServerRecord } from '../../../shared/mcp/server-config.ts';
import type { ServerFailure, ServerState, ServerStatus } from '../../../shared/mcp/server-state.ts';
import type { Clock } from '../../lib/clock.ts';
import { createRedactor, type Redactor } from '../../lib/redact.ts';
import type { McpConnection, RawToolResult, RequestOptions } from '../client/connection.ts';
import { McpError } from '../client/mcp-error.ts';
import { sortTools } from '../client/tool-list.ts';
import type { ToolList } from '../client/tool-list.ts';
import { definitionHash } from '../config/definition-hash.ts';
import { describeFailure } from './failure.ts';
import { publicDefinition, secretsOf } from './public-definition.ts';
import { RestartPolicy } from '../client/restart-policy.ts';
import type { ServerConnector } from './server-connector.ts';
import { ServerLog } from './server-log.ts';

const LIST_DEBOUNCE_MS = 250;

export interface ManagedServerDeps {
  readonly clock: Clock;
  readonly connector: ServerConnector;
  /** Silence after which a tool call is cancelled, in ms. */
  readonly toolTimeoutMs: number;
  /** `state()` shows something different; of `exchange`, only the last exchange. */
  readonly onChange: (what: 'state' | 'exchange') => void;
}

/** The person may run exactly this definition. */
export function isTrusted(record: ServerRecord): boolean {
  return record.trustedHash === definitionHash(record.definition);
}

/**
 * One server of the hub: its record, its connection and everything known about it. It is the only place where a server
 * is started, and starts none that is turned off or not trusted.
 */
export class ManagedServer {
  readonly log: ServerLog;
  #record: ServerRecord;
  #redactor: Redactor;
  #status: ServerStatus = 'pending';
  #failure: ServerFailure | undefined;
  #connection: McpConnection | undefined;
  #isRetired = false;
  #attempt: { readonly giveUp: AbortController; readonly done: Promise<void> } | undefined;
  #tools: ToolList = sortTools([]);
  #connectingSince: number | undefined;
  #connectedAt: number | undefined;
  #lastExchange: ServerState['lastExchange'];
  #resolvedPath: string | undefined;
  #pathSearched: readonly string[] = [];
  /** The end of a lost connection. */
  #closing: Promise<void> | undefined;
  #transition: Promise<void> = Promise.resolve();
  #cancelRelist: (() => void) | undefined;
  readonly #policy: RestartPolicy;
  readonly #offerListeners = new Set<() => void>();

  constructor(
    record: ServerRecord,
    private readonly deps: ManagedServerDeps,
  ) {
    this.#record = record;
    this.#redactor = redactorOf(record);
    this.log = new ServerLog(deps.clock, () => this.#redactor.redact);
    this.#policy = new RestartPolicy(deps.clock);
    if (!record.enabled) this.#status = 'disabled';
  }

  get record(): ServerRecord {
    return this.#record;
  }
  get status(): ServerStatus {
    return this.#status;
  }
  /** Of the last connection: stays after its loss, so that a later call can bring the server back. */
  get tools(): ToolList {
    return this.#tools;
  }
  get connection(): McpConnection | undefined {
    return this.#connection;
  }

  state(): ServerState {
    const connection = this.#connection;
    return {
      id: this.#record.id,
      key: this.#record.key,
      name: this.#record.name,
      origin: this.#record.definition.type === 'builtin' ? 'builtin' : 'user',
      definition: publicDefinition(this.#record.definition),
      enabled: this.#record.enabled,
      trusted: isTrusted(this.#record),
      startTimeoutMs: this.#record.startTimeoutMs,
      settings: this.#record.settings,
      status: this.#status,
      tools: [...this.#tools.tools],
      setAside: [...this.#tools.setAside],
      ...(this.#failure ? { failure: this.#failure } : {}),
      ...(this.#connectingSince === undefined ? {} : { connectingSince: this.#connectingSince }),
      ...(connection
        ? {
            era: connection.era,
            protocolVersion: connection.protocolVersion,
            serverInfo: connection.serverInfo,
          }
        : {}),
      ...(connection?.instructions === undefined ? {} : { instructions: connection.instructions }),
      ...(this.#connectedAt === undefined ? {} : { connectedAt: this.#connectedAt }),
      ...(this.#lastExchange ? { lastExchange: this.#lastExchange } : {}),
    };
  }

  /**
   * Called when those who use the server should ask again what it offers: another list of tools, connected again, turned
   * off, or in need of a sign-in. Not when a connection was lost: the next call brings it back. Returns the unsubscriber.
   */
  onOfferChanged(listener: () => void): () => void {
    this.#offerListeners.add(listener);
    return () => this.#offerListeners.delete(listener);
  }

  /** The person wants it to run: starts it unless it runs already. Resolves before it is connected. */
  start(): void {
    this.#policy.reset();
    this.#start();
  }

  #start(): void {
    if (this.#attempt || this.#connection || this.#isRetired) return;
    if (!this.#record.enabled) {
      this.#set('disabled');
      return;
    }
    if (!isTrusted(this.#record)) {
      const message = `“${this.#record.name}” was not started because its definition was not confirmed. Turn it on to review it.`;
      this.#set('failed', { code: 'not-trusted', message, at: this.deps.clock.now() });
      return;
    }
    const giveUp = new AbortController();
    this.#connectingSince = this.deps.clock.now();
    this.#connectedAt = undefined;
    this.#resolvedPath = undefined;
    this.#pathSearched = [];
    this.log.begin();
    this.#set('connecting');
    this.#attempt = { giveUp, done: this.#connect(giveUp.signal) };
  }

  async #connect(signal: AbortSignal): Promise<void> {
    let connection: McpConnection | undefined;
    try {
      const startedAt = this.deps.clock.now();
      connection = await this.deps.connector.open(this.#record, {
        signal,
        onResolved: (secrets) => secrets.forEach(this.#redactor.learn),
        onSearch: (folders) => {
          this.#pathSearched = folders;
        },
        onStarted: (path) => {
          this.#resolvedPath = path;
          this.log.add('client', `Started ${path}.`);
        },
        onStderr: (line) => this.log.add('stderr', line),
        onJunk: (line) => this.log.add('stdout-junk', line),
      });
      this.#exchanged('initialize', startedAt);
      const tools = await connection.listTools({ signal, timeoutMs: this.#record.startTimeoutMs });
      signal.throwIfAborted();
      this.#attempt = undefined;
      this.#connected(connection, tools);
    } catch (thrown) {
      await connection?.close();
      if (signal.aborted) return;
      this.#attempt = undefined;
      this.#failed(this.#describe(thrown, false));
    }
  }

  #connected(connection: McpConnection, tools: ToolList): void {
    this.#connection = connection;
    this.#connectingSince = undefined;
    this.#connectedAt = this.deps.clock.now();
    connection.onClose((reason) => this.#lost(connection, reason));
    connection.onNotification((method) => {
      if (method === 'notifications/tools/list_changed') this.#relistSoon(connection);
    });
    this.log.add('client', `Connected (protocol ${connection.protocolVersion}).`);
    this.#takeTools(tools);
    this.#set('connected');
    this.#tellOffer();
  }

  /** True when the list is another one. */
  #takeTools(tools: ToolList): boolean {
    const isNew = canonicalJson([...tools.raw]) !== canonicalJson([...this.#tools.raw]);
    this.#tools = tools;
    for (const { name, reason } of tools.setAside) {
      this.log.add('client', `The tool “${name}” was set aside: ${reason}`);
    }
    return isNew;
  }

  #tellOffer(): void {
    for (const listener of [...this.#offerListeners]) listener();
  }

  /** A storm of notices makes one new list each 250 ms at most. */
  #relistSoon(connection: McpConnection): void {
    this.#cancelRelist ??= this.deps.clock.after(LIST_DEBOUNCE_MS, () => {
      this.#cancelRelist = undefined;
      void this.#relist(connection);
    });
  }

  async #relist(connection: McpConnection): Promise<void> {
    const startedAt = this.deps.clock.now();
    try {
      const tools = await connection.listTools();
      if (this.#connection !== connection) return;
      this.#exchanged('tools/list', startedAt);
      if (this.#takeTools(tools)) this.#tellOffer();
      this.deps.onChange('state');
    } catch (thrown) {
      this.log.add('client', `The changed list of tools could not be read: ${String(thrown)}`);
    }
  }

  #lost(connection: McpConnection, reason: unknown): void {
    if (this.#connection !== connection) return;
    this.#policy.lost(this.#connectedAt ?? 0);
    this.#connection = undefined;
    this.#cancelRelist?.();
    this.#cancelRelist = undefined;
    this.#closing = connection.close();
    this.#failed(this.#describe(reason, true));
  }

  #describe(thrown: unknown, wasConnected: boolean): ServerFailure {
    const { definition } = this.#record;
    return describeFailure(thrown, {
      definition,
      folder: this.deps.connector.folderOf(definition),
      resolvedPath: this.#resolvedPath,
      pathSearched: this.#pathSearched,
      log: this.log,
      wasConnected,
      at: this.deps.clock.now(),
      redact: this.#redactor.redact,
    });
  }

  #failed(failure: ServerFailure): void {
    this.#connectingSince = undefined;
    this.log.add('client', failure.message);
    this.#set(failure.code === 'needs-auth' ? 'needs-auth' : 'failed', failure);
  }

  #set(status: ServerStatus, failure?: ServerFailure): void {
    const isNew = status !== this.#status;
    this.#status = status;
    this.#failure = failure;
    this.deps.onChange('state');
    if (isNew && (status === 'disabled' || status === 'needs-auth')) this.#tellOffer();
  }

  #exchanged(method: string, startedAt: number): void {
    const at = this.deps.clock.now();
    this.#lastExchange = { at, method, durationMs: at - startedAt };
    this.deps.onChange('exchange');
  }

  /** Waits for a start that is under way, and brings a lost connection back. Rejects with the reason why there is none. */
  async ready(): Promise<McpConnection> {
    await this.#transition;
    await this.#attempt?.done;
    if (!this.#connection && this.#wasLost() && this.#policy.tryRestart()) {
      this.#start();
      await this.#currentAttempt()?.done;
    }
    const connection = this.#connection;
    if (connection) return connection;
    const reason = this.#whyNotConnected();
    throw new McpError('closed', reason, { data: { status: this.#toldStatus(), reason } });
  }

  #currentAttempt(): { readonly done: Promise<void> } | undefined {
    return this.#attempt;
  }

  #wasLost(): boolean {
    return this.#status === 'failed' && this.#connectedAt !== undefined;
  }

  /** What a runtime shows for this server while it has no connection. */
  #toldStatus(): ServerStatus {
    if (this.#isRetired) return 'disabled';
    return this.#status === 'needs-auth' || this.#status === 'disabled' ? this.#status : 'failed';
  }

  #whyNotConnected(): string {
    const { name } = this.#record;
    if (this.#isRetired) return `The server “${name}” was removed.`;
    if (this.#status === 'disabled') return `The server “${name}” is turned off.`;
    if (this.#status === 'needs-auth') return `The server “${name}” needs a sign-in.`;
    const why = this.#failure?.message ?? 'It was not started.';
    return `The server “${name}” is not connected. ${why}`;
  }

  /** Calls a tool of this server. Rejects with `McpError`. */
  async callTool(name: string, args: JsonObject, options: RequestOptions): Promise<RawToolResult> {
    const connection = await this.ready();
    if (!this.#tools.raw.has(name)) {
      throw new McpError('rpc', `The server “${this.#record.name}” has no tool named “${name}”.`, {
        code: -32602,
      });
    }
    const startedAt = this.deps.clock.now();
    try {
      const result = await connection.callTool(name, args, {
        timeoutMs: this.deps.toolTimeoutMs,
        ...options,
      });
      this.#exchanged('tools/call', startedAt);
      return result;
    } catch (thrown) {
      if (thrown instanceof McpError) this.#judge(connection, thrown, startedAt);
      throw thrown;
    }
  }

  /** What a failed call says about the connection: over http nobody else would tell. */
  #judge(connection: McpConnection, failure: McpError, startedAt: number): void {
    const { status, isSessionExpired } = failure.details;
    // An expired session begins anew with the next call.
    const isSessionGone = failure.kind === 'http' && status === 404 && isSessionExpired !== true;
    if (failure.kind === 'unreachable' || failure.kind === 'needs-auth' || isSessionGone) {
      this.#lost(connection, failure);
    } else if (failure.kind === 'rpc') {
      this.#exchanged('tools/call', startedAt);
    }
  }

  /** Ends the connection or the attempt. Resolves when nothing of it runs any more. */
  async stop(): Promise<void> {
    const attempt = this.#attempt;
    const connection = this.#connection;
    this.#attempt = undefined;
    this.#connection = undefined;
    this.#connectingSince = undefined;
    this.#connectedAt = undefined;
    this.#cancelRelist?.();
    this.#cancelRelist = undefined;
    this.#set(this.#record.enabled ? 'pending' : 'disabled');
    attempt?.giveUp.abort();
    await attempt?.done;
    await connection?.close();
    await this.#closing;
  }

  /** Stops the server, takes the record over and starts it again where that is allowed. Changes wait for each other. */
  change(record: ServerRecord): Promise<void> {
    this.#transition = this.#transition.then(async () => {
      await this.stop();
      this.#replaceRecord(record);
      this.start();
    });
    return this.#transition;
  }

  #replaceRecord(record: ServerRecord): void {
    const isOther = definitionHash(record.definition) !== definitionHash(this.#record.definition);
    this.#record = record;
    this.#redactor = redactorOf(record);
    if (!isOther) return;
    this.#lastExchange = undefined;
    if (this.#takeTools(sortTools([]))) this.#tellOffer();
  }

  /** The last stop: nothing starts it again. */
  async retire(): Promise<void> {
    this.#isRetired = true;
    await this.#transition;
    await this.stop();
    this.#tellOffer();
  }

  /** Name and start limit, which need no new start. */
  relabel(record: ServerRecord): void {
    this.#record = record;
    this.deps.onChange('state');
  }
}

function redactorOf(record: ServerRecord): Redactor {
  const redactor = createRedactor();
  for (const secret of secretsOf(record.definition)) redactor.learn(secret);
  return redactor;
}
