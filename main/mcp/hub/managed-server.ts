import type { JsonObject } from '../../../shared/lib/json.ts';
import type { ServerRecord } from '../../../shared/mcp/server-config.ts';
import type { ServerState } from '../../../shared/mcp/server-state.ts';
import { createRedactor } from '../../lib/redact.ts';
import type { Redactor } from '../../lib/redact.ts';
import type { McpClientConnection, RawToolResult, RequestOptions } from '../client/connection.ts';
import { McpError } from '../client/mcp-error.ts';
import type { ToolList } from '../client/tool-list.ts';
import { definitionHash } from '../config/definition-hash.ts';
import type { HubCall } from './call-book.ts';
import type { HubSession, ServerOffer } from './hub-contract.ts';
import { sees } from './open-sessions.ts';
import { secretsOf } from './public-definition.ts';
import { ServerLine } from './server-line.ts';
import type { LineDeps } from './server-line.ts';
import { ServerLog } from './server-log.ts';
import { stateOf } from './state-of.ts';
import { TrafficRing } from './traffic-ring.ts';

export interface ManagedServerDeps extends Pick<
  LineDeps,
  'clock' | 'random' | 'connector' | 'questions'
> {
  /** Silence after which a tool call is cancelled where the record says nothing, in ms. */
  readonly toolTimeoutMs: number;
  /** `state()` shows something different; of `exchange`, only the last exchange. */
  readonly onChange: (what: 'state' | 'exchange') => void;
  readonly onTraffic: ConstructorParameters<typeof TrafficRing>[2];
  /** The open sessions that see the server. */
  readonly sessionIds: (record: ServerRecord) => readonly string[];
  /** The tools of the first connection are none that are new. */
  readonly onFirstTools: (names: readonly string[]) => void;
}

/** A server as one session sees it, or the person. */
export interface ServerDoor {
  readonly record: ServerRecord;
  /** As the server sent them, without those that are turned off. */
  readonly tools: readonly JsonObject[];
  /** Rejects with the reason why there is no connection. */
  ready(): Promise<McpClientConnection>;
  callTool(call: HubCall, args: JsonObject, options: RequestOptions): Promise<RawToolResult>;
  /**
   * Called when those who use the server should ask again what it offers: another list of tools, connected again, turned
   * off, or in need of a sign-in. Not when a connection was lost: the next call brings it back. Returns the unsubscriber.
   */
  onOfferChanged(listener: () => void): () => void;
}

/** One server of the hub: its record, its connections and everything known about it. */
export class ManagedServer {
  readonly log: ServerLog;
  readonly traffic: TrafficRing;
  /** The connection for all sessions, and the one that the state tells of. */
  readonly #main: ServerLine;
  /** By session id: what those have that the record wants to have their own. */
  readonly #own = new Map<string, ServerLine>();
  readonly #listeners = new Map<() => void, string | undefined>();
  readonly #lineDeps: LineDeps;
  #record: ServerRecord;
  /** The record as it was stored last; `#record` follows when the server was stopped. */
  #latest: ServerRecord;
  #changes = 0;
  #isRetired = false;
  #redactor: Redactor;
  #transition: Promise<void> = Promise.resolve();

  constructor(
    record: ServerRecord,
    private readonly deps: ManagedServerDeps,
  ) {
    this.#record = record;
    this.#latest = record;
    this.#redactor = redactorOf(record);
    const redact = (): Redactor['redact'] => this.#redactor.redact;
    this.log = new ServerLog(deps.clock, redact);
    this.traffic = new TrafficRing(deps.clock, redact, deps.onTraffic);
    const { clock, random, connector, questions } = deps;
    this.#lineDeps = {
      ...{ clock, random, connector, questions, redact },
      log: this.log,
      traffic: this.traffic,
      record: () => this.#record,
      learn: (secret) => this.#redactor.learn(secret),
      toolTimeoutMs: () => this.#latest.settings.toolTimeoutMs ?? deps.toolTimeoutMs,
      sessionIds: () => deps.sessionIds(this.#latest),
    };
    this.#main = new ServerLine(this.#lineDeps, {
      onChange: (what) => {
        this.#noteFirstTools();
        deps.onChange(what);
      },
      onOffer: () => {
        this.#noteFirstTools();
        this.#tellOffer(undefined);
      },
    });
  }

  /** What runs now. */
  get record(): ServerRecord {
    return this.#record;
  }
  /** What is stored, and will run. */
  get latest(): ServerRecord {
    return this.#latest;
  }

  /** Of the last connection: stays after its loss. */
  get tools(): ToolList {
    return this.#main.lists.tools;
  }
  get offer(): ServerOffer {
    return this.#main.lists.offer;
  }

  state(): ServerState {
    return stateOf(this.#record, this.#latest, this.#main);
  }

  #noteFirstTools(): void {
    if (this.#latest.knownTools !== undefined || this.#main.status !== 'connected') return;
    const names = [...this.#main.lists.tools.raw.keys()];
    this.#latest = { ...this.#latest, knownTools: names };
    this.deps.onFirstTools(names);
  }

  /** `sessionId` undefined: what concerns all that share the connection. */
  #tellOffer(sessionId: string | undefined): void {
    for (const [listener, owner] of [...this.#listeners]) {
      if (sessionId === undefined ? !this.#hasOwn(owner) : owner === sessionId) listener();
    }
  }

  #hasOwn(sessionId: string | undefined): boolean {
    return sessionId !== undefined && this.#latest.settings.sharing === 'per-session';
  }

  #tellAll(): void {
    for (const listener of [...this.#listeners.keys()]) listener();
  }

  #lineOf(session: HubSession | undefined): ServerLine {
    if (!session || !this.#hasOwn(session.id)) return this.#main;
    const known = this.#own.get(session.id);
    if (known) return known;
    const events = { onChange: () => undefined, onOffer: () => this.#tellOffer(session.id) };
    const made = new ServerLine(this.#lineDeps, events, session);
    const isOpen = this.deps.sessionIds(this.#latest).includes(session.id);
    // Nothing starts any more for a session that was closed, or of a server that is gone.
    if (this.#isRetired || !isOpen) void made.retire();
    else this.#own.set(session.id, made);
    return made;
  }

  /** How a session gets to the server; it stays the same over all that happens to the server. */
  door(session: HubSession | undefined): ServerDoor {
    const record = (): ServerRecord => this.#latest;
    const isOff = (name: string): boolean => record().settings.tools[name]?.enabled === false;
    const line = async (): Promise<ServerLine> => {
      await this.#transition;
      if (sees(session, record().settings)) return this.#lineOf(session);
      const reason = `The server “${record().name}” is for another folder now.`;
      throw new McpError('closed', reason, { data: { status: 'disabled', reason } });
    };
    const tools = (): JsonObject[] =>
      [...this.#lineOf(session).lists.tools.raw]
        .filter(([name]) => !isOff(name))
        .map(([, tool]) => tool);
    return {
      get record() {
        return record();
      },
      get tools() {
        return tools();
      },
      ready: async () => (await line()).ready(),
      callTool: async (call, args, options) => {
        if (isOff(call.toolName)) {
          const message = `The tool “${call.toolName}” of “${record().name}” is turned off.`;
          throw new McpError('rpc', message, { code: -32602 });
        }
        return (await line()).callTool(call, args, options);
      },
      onOfferChanged: (listener) => {
        this.#listeners.set(listener, session?.id);
        return () => this.#listeners.delete(listener);
      },
    };
  }

  /** The person's own way to the server. */
  async open(): Promise<McpClientConnection> {
    await this.#transition;
    return this.#main.ready();
  }

  async callTool(name: string, args: JsonObject, options: RequestOptions): Promise<RawToolResult> {
    await this.#transition;
    return this.#main.callTool({ toolName: name }, args, options);
  }

  start(): void {
    this.#main.start();
  }

  get #lines(): readonly ServerLine[] {
    return [this.#main, ...this.#own.values()];
  }

  rootsChanged(): void {
    for (const line of this.#lines) line.rootsChanged();
  }

  /** Ends what only this session used. */
  async closeSession(sessionId: string): Promise<void> {
    const line = this.#own.get(sessionId);
    this.#own.delete(sessionId);
    await line?.retire();
  }

  /** Stops the server, takes the record over and starts it again where that is allowed. Changes wait for each other. */
  change(record: ServerRecord): Promise<void> {
    this.#latest = record;
    this.#changes += 1;
    this.#transition = this.#transition.then(async () => {
      // Those of sessions are made anew when they are needed.
      const own = [...this.#own.values()];
      this.#own.clear();
      await Promise.all([this.#main.stop(), ...own.map((line) => line.retire())]);
      this.#changes -= 1;
      this.#replaceRecord(this.#latest);
      if (!this.#isRetired) this.start();
    });
    return this.#transition;
  }

  #replaceRecord(record: ServerRecord): void {
    const isOther = definitionHash(record.definition) !== definitionHash(this.#record.definition);
    this.#record = record;
    this.#redactor = redactorOf(record);
    if (isOther) this.#main.forget();
  }

  /** The last stop: nothing starts it again. */
  async retire(): Promise<void> {
    this.#isRetired = true;
    await this.#transition;
    await Promise.all(this.#lines.map((line) => line.retire()));
    this.#tellAll();
  }

  /** What needs no new start: name, limits, settings. Those who use the server hear of it where that concerns them. */
  take(record: ServerRecord): void {
    const before = this.#latest.settings;
    this.#latest = record;
    if (this.#changes === 0) this.#record = record;
    const { sharing, tools, scope } = record.settings;
    if (sharing !== before.sharing && sharing === 'shared')
      for (const id of [...this.#own.keys()]) void this.closeSession(id);
    const isOther =
      JSON.stringify([sharing, scope]) !== JSON.stringify([before.sharing, before.scope]);
    const off = (settings: typeof before): string =>
      Object.keys(settings.tools)
        .filter((name) => settings.tools[name]?.enabled === false)
        .sort()
        .join('\n');
    if (isOther || off({ ...before, tools }) !== off(before)) this.#tellAll();
    this.deps.onChange('state');
  }
}

function redactorOf(record: ServerRecord): Redactor {
  const redactor = createRedactor();
  for (const secret of secretsOf(record.definition)) redactor.learn(secret);
  return redactor;
}
