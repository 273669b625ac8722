import { mkdir } from 'node:fs/promises';
import { ParleyError } from '../../../shared/lib/errors.ts';
import { canonicalJson } from '../../../shared/lib/json.ts';
import type { JsonObject } from '../../../shared/lib/json.ts';
import { serverSettings } from '../../../shared/mcp/server-config.ts';
import type {
  ServerDraft,
  ServerRecord,
  ServerSettings,
} from '../../../shared/mcp/server-config.ts';
import type { ServerState } from '../../../shared/mcp/server-state.ts';
import type { TrafficEntry } from '../../../shared/mcp/traffic.ts';
import type { McpClientConnection, RawToolResult, RequestOptions } from '../client/connection.ts';
import { definitionHash } from '../config/definition-hash.ts';
import type { ServerStore } from '../config/server-store.ts';
import { Announcer } from './announcer.ts';
import { askAbout } from './ask-about.ts';
import type { DefinitionQuestion } from './ask-about.ts';
import { Facade } from './facade.ts';
import type {
  ConsentGate,
  Facades,
  Hub,
  HubSession,
  PrepareRecord,
  ServerAddition,
  ServerLogLine,
  ServerOffer,
  UpdateExtras,
} from './hub-contract.ts';
import { keepValues } from './keep-values.ts';
import { ManagedServer } from './managed-server.ts';
import { NOTES, newRecord } from './new-record.ts';
import type { NewServer } from './new-record.ts';
import { OpenSessions, sees } from './open-sessions.ts';
import { RecordChanges } from './record-changes.ts';
import { ServerConnector } from './server-connector.ts';
import type { ConnectorDeps } from './server-connector.ts';
import type { ServerQuestions } from './server-questions.ts';
import { isTrusted } from './trust.ts';

const DEFAULT_TOOL_TIMEOUT_MS = 60_000;
type TrafficListener = Parameters<Hub['onTraffic']>[0];
type Lookup = Awaited<ReturnType<Hub['findCommand']>>;
type Outcome = Awaited<ReturnType<Hub['add']>>;

export interface HubDeps extends ConnectorDeps {
  readonly store: ServerStore;
  readonly consent: ConsentGate;
  /** Silence after which a tool call is cancelled, in ms. Default 60,000. */
  readonly toolTimeoutMs?: number | undefined;
  /** Who answers what servers ask. Absent: nobody, and servers are told so. */
  readonly questions?: ServerQuestions | undefined;
  /** From 0 up to 1; spreads what is done again over time. */
  readonly random?: (() => number) | undefined;
}

/** The desktop's hub: see the contract beside this file. */
export class McpHub implements Hub {
  readonly #deps: HubDeps;
  readonly #connector: ServerConnector;
  readonly #servers = new Map<string, ManagedServer>();
  readonly #news: Announcer;
  readonly #trafficListeners = new Set<TrafficListener>();
  readonly #sessions = new OpenSessions();
  readonly #changes: RecordChanges;
  readonly #closing = new AbortController();
  #disposed: Promise<void> | undefined;

  constructor(deps: HubDeps) {
    this.#deps = deps;
    this.#connector = new ServerConnector(deps);
    this.#changes = new RecordChanges(deps.store, (serverId) => this.#get(serverId));
    this.#news = new Announcer(deps.clock, () => this.list());
  }

  get sequence(): number {
    return this.#news.sequence;
  }

  async start(): Promise<void> {
    await mkdir(this.#deps.serverFolder, { recursive: true, mode: 0o700 });
    await this.#ensureNotes();
    if (this.#closing.signal.aborted) return;
    for (const record of this.#deps.store.records) this.#adopt(record);
    for (const server of this.#servers.values()) server.start();
  }

  /** The bundled server is there from the first start; turned off, it stays off. */
  async #ensureNotes(): Promise<void> {
    const { records } = this.#deps.store;
    if (records.some((record) => record.definition.type === 'builtin')) return;
    await this.#deps.store.put(this.#newRecord(NOTES));
  }

  #newRecord(parts: NewServer): ServerRecord {
    const { records } = this.#deps.store;
    const known = [...records, ...[...this.#servers.values()].map((server) => server.latest)];
    const taken = new Set(known.map((record) => record.key));
    return newRecord(parts, records, taken, this.#deps.clock.now());
  }

  #adopt(record: ServerRecord): ManagedServer {
    const server = new ManagedServer(record, {
      clock: this.#deps.clock,
      random: this.#deps.random ?? Math.random,
      connector: this.#connector,
      questions: this.#deps.questions,
      toolTimeoutMs: this.#deps.toolTimeoutMs ?? DEFAULT_TOOL_TIMEOUT_MS,
      onChange: (what) => (what === 'state' ? this.#news.tell() : this.#news.tellExchange()),
      onTraffic: (entries) => {
        for (const listener of [...this.#trafficListeners]) listener(record.id, entries);
      },
      sessionIds: ({ settings }) => this.#sessions.thatSee(settings),
      onFirstTools: (knownTools) => this.#keepKnown(record.id, knownTools),
    });
    this.#servers.set(record.id, server);
    return server;
  }

  #keepKnown(serverId: string, names: readonly string[]): void {
    this.#changes
      .keep(serverId, (record) => ({ ...record, knownTools: [...names] }))
      .catch((failure: unknown) => {
        this.#deps.log('warn', 'the names of tools were not stored', { failure: String(failure) });
      });
  }

  list(): readonly ServerState[] {
    return [...this.#servers.values()].map((server) => server.state());
  }

  onChange(listener: (servers: readonly ServerState[], sequence: number) => void): () => void {
    return this.#news.listen(listener);
  }

  #get(serverId: string): ManagedServer {
    const server = this.#servers.get(serverId);
    if (!server) {
      throw new ParleyError('server.not-found', 'This server does not exist any more.');
    }
    return server;
  }

  #getOwn(serverId: string): ManagedServer {
    const server = this.#get(serverId);
    if (server.record.definition.type === 'builtin') {
      const message = `“${server.record.name}” belongs to the app: it can be turned off, but not changed or removed.`;
      throw new ParleyError('server.builtin', message);
    }
    return server;
  }

  #agreed(question: DefinitionQuestion, signal: AbortSignal): Promise<boolean> {
    const either = AbortSignal.any([signal, this.#closing.signal]);
    return askAbout(question, this.#connector, this.#deps.consent, either);
  }

  agrees(serverId: string, settings: ServerSettings, signal: AbortSignal): Promise<boolean> {
    const { name, definition } = this.#get(serverId).latest;
    return this.#agreed({ name, definition, settings }, signal);
  }

  async add(
    draft: ServerDraft,
    signal: AbortSignal,
    settings?: ServerSettings,
    prepare?: PrepareRecord,
  ): Promise<Outcome> {
    const isAgreed = await this.#agreed({ ...draft, settings, source: settings?.source }, signal);
    if (!isAgreed) return { outcome: 'cancelled' };
    const server = await this.#changes.inOrder(async () => {
      const record = this.#newRecord({ ...draft, settings });
      await prepare?.(record);
      await this.#deps.store.put(record);
      return this.#adopt(record);
    });
    if (!this.#closing.signal.aborted) server.start();
    return { outcome: 'started', serverId: server.latest.id };
  }

  async addOff(servers: readonly ServerAddition[]): Promise<readonly string[]> {
    const ids: string[] = [];
    await this.#changes.inOrder(async () => {
      for (const { draft, settings, prepare } of servers) {
        const fresh = this.#newRecord({ ...draft, settings });
        const record = { ...fresh, enabled: false, trustedHash: undefined };
        await prepare(record);
        await this.#deps.store.put(record);
        ids.push(this.#adopt(record).latest.id);
      }
    });
    this.#news.tell();
    return ids;
  }

  reload(): Promise<void> {
    return this.#changes.inOrder(async () => {
      if (this.#closing.signal.aborted) return;
      const { records } = this.#deps.store;
      const ids = new Set(records.map(({ id }) => id));
      const gone = [...this.#servers.values()].filter(({ record }) => !ids.has(record.id));
      for (const { record } of gone) this.#servers.delete(record.id);
      await Promise.all([
        ...gone.map((server) => server.retire()),
        ...records.map((record) => this.#takeOver(record)),
      ]);
      this.#news.tell();
    });
  }

  async #takeOver(record: ServerRecord): Promise<void> {
    const known = this.#servers.get(record.id);
    if (!known) this.#adopt(record).start();
    else if (canonicalJson(known.latest) !== canonicalJson(record)) await known.change(record);
  }

  async update(
    serverId: string,
    draft: ServerDraft,
    keep: Parameters<Hub['update']>[2],
    signal: AbortSignal,
    { prepare, settings: changed = (same) => same }: UpdateExtras = {},
  ): Promise<Outcome> {
    const server = this.#getOwn(serverId);
    const previous = server.latest.definition;
    const definition = keepValues(draft.definition, previous, keep);
    const { name, startTimeoutMs } = draft;
    // Values count here though trust does not hash them: no edit passes without the person (SE-5).
    if (canonicalJson(definition) === canonicalJson(previous)) {
      await prepare?.(server.latest);
      const renamed = (record: ServerRecord): ServerRecord => {
        return { ...record, name, startTimeoutMs, settings: changed(record.settings) };
      };
      await this.#changes[prepare ? 'restartWith' : 'keep'](serverId, renamed);
      return { outcome: 'started', serverId };
    }
    const { settings } = server.latest;
    const next = changed(settings);
    const source = next === settings ? undefined : next.source;
    const isAgreed = await this.#agreed({ name, definition, previous, settings, source }, signal);
    if (!isAgreed) return { outcome: 'cancelled' };
    await prepare?.({ ...this.#get(serverId).latest, definition });
    const trustedHash = definitionHash(definition);
    await this.#changes.restartWith(serverId, ({ knownTools, ...record }) => {
      const settings = changed(record.settings);
      const next = { ...record, name, startTimeoutMs, definition, trustedHash };
      if (record.trustedHash === trustedHash) return { ...next, settings, knownTools };
      // Another server: its hints were never trusted, and none of its tools were seen.
      return { ...next, settings: { ...settings, trustHints: false } };
    });
    return { outcome: 'started', serverId };
  }

  replaceRecord: Hub['replaceRecord'] = (...change) => this.#changes.replace(...change);

  async remove(serverId: string): Promise<void> {
    const server = this.#getOwn(serverId);
    await this.#changes.inOrder(async () => {
      await this.#deps.store.remove(serverId);
      this.#servers.delete(serverId);
    });
    this.#news.tell();
    await server.retire();
    // At the authorization servers it may take a while; here the tokens go at once.
    void this.#deps.signIns?.forget(server.latest);
  }

  async setEnabled(serverId: string, enabled: boolean, signal: AbortSignal): Promise<Outcome> {
    const server = this.#get(serverId);
    const { name, definition, settings } = server.latest;
    if (enabled && !isTrusted(server.latest)) {
      const { source } = settings;
      const isAgreed = await this.#agreed({ name, definition, settings, source }, signal);
      if (!isAgreed) return { outcome: 'cancelled' };
    }
    await this.#changes.restartWith(serverId, (record) => {
      // While the person was asked, the definition may have become another one: that one stays.
      const isAgreed = canonicalJson(record.definition) === canonicalJson(definition);
      if (enabled && !isAgreed && !isTrusted(record)) {
        const message = `“${record.name}” was changed meanwhile, so it was not turned on. Turn it on again to review it.`;
        throw new ParleyError('server.invalid', message);
      }
      const trust = enabled ? { trustedHash: definitionHash(record.definition) } : {};
      return { ...record, enabled, ...trust };
    });
    return { outcome: 'started', serverId };
  }

  async restart(serverId: string): Promise<void> {
    const server = this.#get(serverId);
    if (!server.latest.enabled) {
      const message = `“${server.record.name}” is turned off. Turn it on to start it.`;
      throw new ParleyError('server.invalid', message);
    }
    await server.change(server.latest);
  }

  logs(serverId: string): readonly ServerLogLine[] {
    return this.#get(serverId).log.lines;
  }

  async findCommand(command: string): Promise<Lookup> {
    const wanted = this.#connector.expandCommand(command);
    const { found, path, searched } = await this.#connector.findCommand(wanted);
    return { path: found ? path : null, searched };
  }

  recordOf(serverId: string): ServerRecord | undefined {
    return this.#servers.get(serverId)?.latest;
  }

  async updateSettings(
    serverId: string,
    change: (settings: ServerSettings) => ServerSettings,
  ): Promise<void> {
    await this.#changes.keep(serverId, (record) => ({
      ...record,
      settings: serverSettings.parse(change(record.settings)),
    }));
  }

  async acknowledgeTools(serverId: string): Promise<void> {
    const names = this.#get(serverId).tools.raw.keys();
    await this.#changes.keep(serverId, (record) => ({
      ...record,
      knownTools: [...new Set([...(record.knownTools ?? []), ...names])],
    }));
  }

  toolDefinition(serverId: string, tool: string): JsonObject | undefined {
    return this.#get(serverId).tools.raw.get(tool);
  }

  offer(serverId: string): ServerOffer {
    return this.#get(serverId).offer;
  }

  open(serverId: string): Promise<McpClientConnection> {
    return this.#get(serverId).open();
  }

  callTool(
    serverId: string,
    name: string,
    args: JsonObject,
    options: RequestOptions = {},
  ): Promise<RawToolResult> {
    return this.#get(serverId).callTool(name, args, options);
  }

  traffic(serverId: string): readonly TrafficEntry[] {
    return this.#get(serverId).traffic.entries;
  }

  clearTraffic(serverId: string): void {
    this.#get(serverId).traffic.clear();
  }

  onTraffic(listener: TrafficListener): () => void {
    this.#trafficListeners.add(listener);
    return () => this.#trafficListeners.delete(listener);
  }

  facades(session?: HubSession): Facades {
    if (session && this.#sessions.open(session)) this.#rootsChanged();
    const seen = [...this.#servers.values()].filter(
      ({ latest }) => latest.enabled && sees(session, latest.settings),
    );
    return new Map(
      seen.map((server) => {
        const facade = new Facade(server.door(session), this.#deps.clientVersion, session?.id);
        return [server.record.key, { record: server.latest, server: facade }];
      }),
    );
  }

  async closeSession(sessionId: string): Promise<void> {
    if (!this.#sessions.close(sessionId)) return;
    this.#rootsChanged();
    const servers = [...this.#servers.values()];
    await Promise.all(servers.map((server) => server.closeSession(sessionId)));
  }

  #rootsChanged(): void {
    for (const server of this.#servers.values()) server.rootsChanged();
  }

  dispose(): Promise<void> {
    return (this.#disposed ??= this.#dispose());
  }

  async #dispose(): Promise<void> {
    this.#closing.abort(new Error('The app is closing.'));
    this.#news.dispose();
    await Promise.all([...this.#servers.values()].map((server) => server.retire()));
    await this.#changes.inOrder(() => Promise.resolve());
  }
}
