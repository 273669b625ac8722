import type { JsonObject } from '../../../shared/lib/json.ts';
import type { ServerRecord } from '../../../shared/mcp/server-config.ts';
import type { ServerFailure, ServerStatus } from '../../../shared/mcp/server-state.ts';
import { text } from '../../../shared/texts/catalogue.ts';
import type { Clock } from '../../lib/clock.ts';
import type { McpClientConnection, RawToolResult, RequestOptions } from '../client/connection.ts';
import { McpError } from '../client/mcp-error.ts';
import type { ToolList } from '../client/tool-list.ts';
import { CallBook } from './call-book.ts';
import type { HubCall } from './call-book.ts';
import { describeFailure } from './failure.ts';
import type { HubSession } from './hub-contract.ts';
import { MOST_STARTS, ReconnectPolicy } from './reconnect-policy.ts';
import type { ServerConnector } from './server-connector.ts';
import { servingOf } from './server-handlers.ts';
import { ServerHealth } from './server-health.ts';
import { ServerLists } from './server-lists.ts';
import type { ServerLog } from './server-log.ts';
import type { ServerQuestions } from './server-questions.ts';
import type { TrafficRing } from './traffic-ring.ts';
import { isTrusted } from './trust.ts';

/** What the lines of one server have in common. */
export interface LineDeps {
  readonly clock: Clock;
  readonly random: () => number;
  readonly connector: ServerConnector;
  readonly log: ServerLog;
  readonly traffic: TrafficRing;
  readonly questions: ServerQuestions | undefined;
  readonly record: () => ServerRecord;
  readonly redact: () => (text: string) => string;
  readonly learn: (secret: string) => void;
  /** Silence after which a tool call is cancelled, in ms. */
  readonly toolTimeoutMs: () => number;
  /** The open sessions that see the server. */
  readonly sessionIds: () => readonly string[];
}

export interface LineEvents {
  /** Something that shows is different; of `exchange`, only the last exchange. */
  readonly onChange: (what: 'state' | 'exchange') => void;
  /** Those who use the server should ask again what it offers. */
  readonly onOffer: () => void;
}

/**
 * One connection to a server, over its losses: for all sessions, or for one. It is the only place where a server is
 * started, and starts none that is turned off or not trusted.
 */
export class ServerLine {
  readonly lists: ServerLists;
  readonly health: ServerHealth;
  readonly #calls = new CallBook();
  readonly #policy: ReconnectPolicy;
  #status: ServerStatus = 'pending';
  #failure: ServerFailure | undefined;
  #connection: McpClientConnection | undefined;
  #attempt: { readonly giveUp: AbortController; readonly done: Promise<void> } | undefined;
  #isRetired = false;
  /** The definition of now was connected once. */
  #hasBeenConnected = false;
  #connectingSince: number | undefined;
  #connectedAt: number | undefined;
  #resolvedPath: string | undefined;
  #pathSearched: readonly string[] = [];
  /** The end of a lost connection. */
  #closing: Promise<void> | undefined;
  #cancelComeback: (() => void) | undefined;

  constructor(
    private readonly deps: LineDeps,
    private readonly events: LineEvents,
    private readonly session?: HubSession,
  ) {
    const { clock, random } = deps;
    this.#policy = new ReconnectPolicy({ clock, random });
    this.health = new ServerHealth({
      clock,
      random,
      redact: (reason) => deps.redact()(reason),
      onChange: events.onChange,
      onLost: (failure) => this.#connection && this.#lost(this.#connection, failure),
    });
    this.lists = new ServerLists({
      clock,
      note: (note) => deps.log.add('client', note),
      onRead: (method, startedAt) => {
        this.health.exchanged(method, startedAt);
        events.onChange('state');
      },
      onToolsChanged: events.onOffer,
    });
    if (!deps.record().enabled) this.#status = 'disabled';
  }

  get status(): ServerStatus {
    return this.#status;
  }
  get failure(): ServerFailure | undefined {
    return this.#failure;
  }
  get connection(): McpClientConnection | undefined {
    return this.#connection;
  }
  get connectingSince(): number | undefined {
    return this.#connectingSince;
  }
  get connectedAt(): number | undefined {
    return this.#connectedAt;
  }

  /** The person wants it to run: starts it unless it runs already. Resolves before it is connected. */
  start(): void {
    this.#policy.reset(this.deps.record().definition.type === 'stdio');
    this.#start(false);
  }

  #start(isAutomatic: boolean): void {
    if (this.#attempt || this.#connection || this.#isRetired) return;
    this.#stopComeback();
    const record = this.deps.record();
    if (!record.enabled) {
      this.#set('disabled');
      return;
    }
    if (!isTrusted(record)) {
      const message = `“${record.name}” was not started because its definition was not confirmed. Turn it on to review it.`;
      this.#set('failed', { code: 'not-trusted', message, at: this.deps.clock.now() });
      return;
    }
    const giveUp = new AbortController();
    this.#policy.started(isAutomatic);
    this.#connectingSince = this.deps.clock.now();
    this.#connectedAt = undefined;
    this.#resolvedPath = undefined;
    this.#pathSearched = [];
    this.deps.log.begin();
    this.#set('connecting');
    this.#attempt = { giveUp, done: this.#connect(record, giveUp.signal) };
  }

  async #connect(record: ServerRecord, signal: AbortSignal): Promise<void> {
    let connection: McpClientConnection | undefined;
    try {
      const startedAt = this.deps.clock.now();
      connection = await this.#open(record, signal);
      this.health.exchanged('initialize', startedAt);
      const tools = await connection.listTools({ signal, timeoutMs: record.startTimeoutMs });
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

  #open(record: ServerRecord, signal: AbortSignal): Promise<McpClientConnection> {
    const { connector, log, traffic, questions, learn } = this.deps;
    return connector.open(record, {
      signal,
      sessionId: this.session?.id,
      traffic,
      redact: this.deps.redact,
      serving: questions && this.#serving(questions),
      onResolved: (secrets) => secrets.forEach(learn),
      onSearch: (folders) => {
        this.#pathSearched = folders;
      },
      onStarted: (path) => {
        this.#resolvedPath = path;
        log.add('client', `Started ${path}.`);
      },
      onStderr: (line) => log.add('stderr', line),
      onJunk: (line) => log.add('stdout-junk', line),
    });
  }

  #serving(questions: ServerQuestions): ReturnType<typeof servingOf> {
    const { record, sessionIds } = this.deps;
    const { session } = this;
    return servingOf({
      questions,
      calls: this.#calls,
      record,
      sessionId: session?.id,
      sessionIds: session ? () => [session.id] : sessionIds,
    });
  }

  #connected(connection: McpClientConnection, tools: ToolList): void {
    this.#connection = connection;
    this.#hasBeenConnected = true;
    this.#connectingSince = undefined;
    this.#connectedAt = this.deps.clock.now();
    const isCurrent = (): boolean => this.#connection === connection;
    connection.onClose((reason) => this.#lost(connection, reason));
    connection.onNotification((method, params) => {
      if (!this.lists.changed(method, connection, isCurrent)) this.#notified(method, params);
    });
    this.deps.log.add('client', `Connected (protocol ${connection.protocolVersion}).`);
    this.lists.takeTools(tools);
    this.#set('connected');
    this.events.onOffer();
    void this.lists.readOffer(connection, isCurrent);
  }

  #notified(method: string, { elicitationId }: JsonObject): void {
    if (method === 'notifications/elicitation/complete' && typeof elicitationId === 'string')
      this.deps.questions?.completed(elicitationId, this.deps.record().id);
  }

  #lost(connection: McpClientConnection, reason: unknown): void {
    if (this.#connection !== connection) return;
    const isCrashLoop = this.#policy.lost(this.#connectedAt ?? 0);
    this.#connection = undefined;
    this.lists.cancel();
    this.health.recover();
    this.#closing = connection.close();
    const failure = this.#describe(reason, true);
    if (!isCrashLoop) this.#failed(failure);
    else {
      const message = `${failure.message} ${text.servers.degraded.crashLoop(MOST_STARTS)}`;
      this.#failed({ ...failure, code: 'crash-loop', message });
    }
  }

  #describe(thrown: unknown, wasConnected: boolean): ServerFailure {
    const { definition } = this.deps.record();
    return describeFailure(thrown, {
      definition,
      folder: this.deps.connector.folderOf(definition),
      resolvedPath: this.#resolvedPath,
      pathSearched: this.#pathSearched,
      log: this.deps.log,
      wasConnected,
      at: this.deps.clock.now(),
      redact: this.deps.redact(),
    });
  }

  #failed(failure: ServerFailure): void {
    this.#connectingSince = undefined;
    this.deps.log.add('client', failure.message);
    this.#set(failure.code === 'needs-auth' ? 'needs-auth' : 'failed', failure);
    if (this.#status === 'failed' && this.#hasBeenConnected) this.#comeBackLater();
  }

  /** What was connected comes back without being asked for, as long as that makes sense. */
  #comeBackLater(): void {
    this.#stopComeback();
    const wait = this.#policy.unaskedMs();
    if (wait === undefined) return;
    this.#cancelComeback = this.deps.clock.after(wait, () => {
      this.#cancelComeback = undefined;
      if (this.#status === 'failed') this.#start(true);
    });
  }

  #stopComeback(): void {
    this.#cancelComeback?.();
    this.#cancelComeback = undefined;
  }

  #set(status: ServerStatus, failure?: ServerFailure): void {
    const isNew = status !== this.#status;
    this.#status = status;
    this.#failure = failure;
    this.events.onChange('state');
    if (isNew && (status === 'disabled' || status === 'needs-auth')) this.events.onOffer();
  }

  /** Waits for a start that is under way, and brings a lost connection back. Rejects with the reason why there is none. */
  async ready(): Promise<McpClientConnection> {
    await this.#attempt?.done;
    if (!this.#connection && this.#mayComeBack() && this.#policy.mayStart) {
      this.#start(true);
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

  /** A connection of one session is made when that session needs it first. */
  #mayComeBack(): boolean {
    if (this.#status === 'pending') return this.session !== undefined;
    if (this.#status !== 'failed') return false;
    const isAway = ['unreachable', 'http-error'].includes(this.#failure?.code ?? '');
    return this.#hasBeenConnected || isAway;
  }

  /** What a runtime shows for this server while it has no connection. */
  #toldStatus(): ServerStatus {
    if (this.#isRetired) return 'disabled';
    return this.#status === 'needs-auth' || this.#status === 'disabled' ? this.#status : 'failed';
  }

  #whyNotConnected(): string {
    const { name } = this.deps.record();
    if (this.#isRetired) return `The server “${name}” was removed or changed.`;
    if (this.#status === 'disabled') return `The server “${name}” is turned off.`;
    if (this.#status === 'needs-auth') return `The server “${name}” needs a sign-in.`;
    const why = this.#failure?.message ?? 'It was not started.';
    return `The server “${name}” is not connected. ${why}`;
  }

  /** Calls a tool over a connection of this line. Rejects with `McpError`. */
  async callTool(call: HubCall, args: JsonObject, options: RequestOptions): Promise<RawToolResult> {
    const connection = await this.ready();
    const { toolName } = call;
    if (!this.lists.tools.raw.has(toolName)) {
      const { name } = this.deps.record();
      const message = `The server “${name}” has no tool named “${toolName}”.`;
      throw new McpError('rpc', message, { code: -32602 });
    }
    const startedAt = this.deps.clock.now();
    const timeoutMs = options.timeoutMs ?? this.deps.toolTimeoutMs();
    const end = this.#calls.begin(call);
    const method = 'tools/call';
    try {
      const whole = { ...options, timeoutMs, origin: call };
      const result = await connection.callTool(toolName, args, whole);
      this.health.exchanged(method, startedAt);
      return result;
    } catch (thrown) {
      if (thrown instanceof McpError && this.#connection === connection)
        this.health.judge(connection, thrown, { method, startedAt, timeoutMs });
      throw thrown;
    } finally {
      end();
    }
  }

  /** Tells the server that the folders of the sessions are other ones. */
  rootsChanged(): void {
    const { questions, record } = this.deps;
    if (!questions || record().settings.refuses?.includes('roots') === true) return;
    this.#connection?.notify('notifications/roots/list_changed').catch(() => undefined);
  }

  /** Ends the connection or the attempt. Resolves when nothing of it runs any more. */
  async stop(): Promise<void> {
    const attempt = this.#attempt;
    const connection = this.#connection;
    this.#attempt = undefined;
    this.#connection = undefined;
    this.#connectingSince = undefined;
    this.#connectedAt = undefined;
    this.lists.cancel();
    this.health.recover();
    this.#stopComeback();
    this.#set(this.deps.record().enabled ? 'pending' : 'disabled');
    attempt?.giveUp.abort();
    await attempt?.done;
    await connection?.close();
    await this.#closing;
  }

  /** The definition is another one: nothing of the former server is shown (user-facing lists and times). */
  forget(): void {
    this.#hasBeenConnected = false;
    this.health.forget();
    if (this.lists.forget()) this.events.onOffer();
  }

  /** The last stop: nothing starts it again. */
  async retire(): Promise<void> {
    this.#isRetired = true;
    await this.stop();
  }
}
