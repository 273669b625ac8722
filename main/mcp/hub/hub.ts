import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { ParleyError } from '../../../shared/lib/errors.ts';
import { canonicalJson } from '../../../shared/lib/json.ts';
import { serverKeyFromName } from '../../../shared/lib/server-key.ts';
import { serverSettings } from '../../../shared/mcp/server-config.ts';
import type {
  ServerDefinition,
  ServerDraft,
  ServerRecord,
} from '../../../shared/mcp/server-config.ts';
import type { ServerState } from '../../../shared/mcp/server-state.ts';
import { definitionHash } from '../config/definition-hash.ts';
import type { ServerStore } from '../config/server-store.ts';
import { Facade } from './facade.ts';
import type { InProcessServer } from '../../lib/rpc-message.ts';
import type { ConsentGate, Hub, ServerLogLine } from './hub-contract.ts';
import { keepValues } from './keep-values.ts';
import { ManagedServer, isTrusted } from './managed-server.ts';
import { ServerConnector } from './server-connector.ts';
import type { ConnectorDeps } from './server-connector.ts';

/** How often a change of nothing but the last exchange is announced, in ms. */
const EXCHANGE_PAUSE_MS = 250;
const DEFAULT_TOOL_TIMEOUT_MS = 60_000;
const NOTES: ServerDefinition = { type: 'builtin', module: 'notes' };

type Outcome = Awaited<ReturnType<Hub['add']>>;

export interface HubDeps extends ConnectorDeps {
  readonly store: ServerStore;
  readonly consent: ConsentGate;
  /** Silence after which a tool call is cancelled, in ms. Default 60,000. */
  readonly toolTimeoutMs?: number | undefined;
}

/** The desktop's hub: see the contract beside this file. */
export class McpHub implements Hub {
  readonly #deps: HubDeps;
  readonly #connector: ServerConnector;
  readonly #servers = new Map<string, ManagedServer>();
  readonly #listeners = new Set<(servers: readonly ServerState[], sequence: number) => void>();
  readonly #closing = new AbortController();
  #sequence = 0;
  #isAnnouncing = false;
  #cancelExchangeNews: (() => void) | undefined;
  #disposed: Promise<void> | undefined;

  constructor(deps: HubDeps) {
    this.#deps = deps;
    this.#connector = new ServerConnector(deps);
  }

  get sequence(): number {
    return this.#sequence;
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
    await this.#deps.store.put(this.#newRecord('Notes', NOTES, 30_000));
  }

  #newRecord(name: string, definition: ServerDefinition, startTimeoutMs: number): ServerRecord {
    const taken = new Set([
      ...this.#deps.store.records.map((record) => record.key),
      ...[...this.#servers.values()].map((server) => server.record.key),
    ]);
    return {
      id: randomUUID(),
      key: serverKeyFromName(name, taken),
      name,
      definition,
      enabled: true,
      startTimeoutMs,
      trustedHash: definitionHash(definition),
      createdAt: new Date(this.#deps.clock.now()).toISOString(),
      settings: serverSettings.parse({}),
    };
  }

  #adopt(record: ServerRecord): ManagedServer {
    const server = new ManagedServer(record, {
      clock: this.#deps.clock,
      connector: this.#connector,
      toolTimeoutMs: this.#deps.toolTimeoutMs ?? DEFAULT_TOOL_TIMEOUT_MS,
      onChange: (what) => (what === 'state' ? this.#announce() : this.#announceExchange()),
    });
    this.#servers.set(record.id, server);
    return server;
  }

  list(): readonly ServerState[] {
    return [...this.#servers.values()].map((server) => server.state());
  }

  onChange(listener: (servers: readonly ServerState[], sequence: number) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Changes of one moment are one announcement. */
  #announce(): void {
    if (this.#isAnnouncing || this.#disposed) return;
    this.#isAnnouncing = true;
    queueMicrotask(() => {
      this.#isAnnouncing = false;
      this.#sequence += 1;
      const servers = this.list();
      for (const listener of [...this.#listeners]) listener(servers, this.#sequence);
    });
  }

  #announceExchange(): void {
    this.#cancelExchangeNews ??= this.#deps.clock.after(EXCHANGE_PAUSE_MS, () => {
      this.#cancelExchangeNews = undefined;
      this.#announce();
    });
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

  async #agreed(
    name: string,
    definition: ServerDefinition,
    previous: ServerDefinition | undefined,
    signal: AbortSignal,
  ): Promise<boolean> {
    const resolvedPath =
      definition.type === 'stdio'
        ? (await this.#connector.findCommand(definition.command, definition)).path
        : null;
    const folder = this.#connector.folderOf(definition);
    const previousFolder = previous && this.#connector.folderOf(previous);
    const either = AbortSignal.any([signal, this.#closing.signal]);
    either.throwIfAborted();
    const answer = await this.#deps.consent.reviewServer(
      { name, definition, previous, resolvedPath, folder, previousFolder },
      either,
    );
    either.throwIfAborted();
    return answer;
  }

  async add(draft: ServerDraft, signal: AbortSignal): Promise<Outcome> {
    if (!(await this.#agreed(draft.name, draft.definition, undefined, signal))) {
      return { outcome: 'cancelled' };
    }
    const record = this.#newRecord(draft.name, draft.definition, draft.startTimeoutMs);
    // Taken over before it is stored, so that a second one at the same time gets another key.
    const server = this.#adopt(record);
    try {
      await this.#deps.store.put(record);
    } catch (failure) {
      this.#servers.delete(record.id);
      throw failure;
    }
    server.start();
    return { outcome: 'started', serverId: record.id };
  }

  async update(
    serverId: string,
    draft: ServerDraft,
    keep: { readonly env: readonly string[]; readonly headers: readonly string[] },
    signal: AbortSignal,
  ): Promise<Outcome> {
    const server = this.#getOwn(serverId);
    const previous = server.record.definition;
    const definition = keepValues(draft.definition, previous, keep);
    const { name, startTimeoutMs } = draft;
    // Values count here though trust does not hash them: no edit passes without the person (SE-5).
    if (canonicalJson(definition) === canonicalJson(previous)) {
      const relabelled = { ...server.record, name, startTimeoutMs };
      await this.#deps.store.put(relabelled);
      server.relabel(relabelled);
      return { outcome: 'started', serverId };
    }
    if (!(await this.#agreed(name, definition, previous, signal))) return { outcome: 'cancelled' };
    const trustedHash = definitionHash(definition);
    const record = {
      ...this.#getOwn(serverId).record,
      name,
      startTimeoutMs,
      definition,
      trustedHash,
    };
    await this.#deps.store.put(record);
    await server.change(record);
    return { outcome: 'started', serverId };
  }

  async remove(serverId: string): Promise<void> {
    const server = this.#getOwn(serverId);
    await this.#deps.store.remove(serverId);
    this.#servers.delete(serverId);
    this.#announce();
    await server.retire();
  }

  async setEnabled(serverId: string, enabled: boolean, signal: AbortSignal): Promise<Outcome> {
    const server = this.#get(serverId);
    const { name, definition } = server.record;
    if (enabled && !isTrusted(server.record)) {
      if (!(await this.#agreed(name, definition, undefined, signal)))
        return { outcome: 'cancelled' };
    }
    const trust = enabled ? { trustedHash: definitionHash(definition) } : {};
    const record = { ...this.#get(serverId).record, definition, enabled, ...trust };
    await this.#deps.store.put(record);
    await server.change(record);
    return { outcome: 'started', serverId };
  }

  async restart(serverId: string): Promise<void> {
    const server = this.#get(serverId);
    if (!server.record.enabled) {
      const message = `“${server.record.name}” is turned off. Turn it on to start it.`;
      throw new ParleyError('server.invalid', message);
    }
    await server.change(server.record);
  }

  logs(serverId: string): readonly ServerLogLine[] {
    return this.#get(serverId).log.lines;
  }

  async findCommand(
    command: string,
  ): Promise<{ readonly path: string | null; readonly searched: readonly string[] }> {
    const search = await this.#connector.findCommand(command);
    return { path: search.found ? search.path : null, searched: search.searched };
  }

  facades(): ReadonlyMap<
    string,
    { readonly record: ServerRecord; readonly server: InProcessServer }
  > {
    const enabled = [...this.#servers.values()].filter((server) => server.record.enabled);
    return new Map(
      enabled.map((server) => {
        const facade = new Facade(server, this.#deps.clientVersion);
        return [server.record.key, { record: server.record, server: facade }];
      }),
    );
  }

  dispose(): Promise<void> {
    this.#disposed ??= this.#dispose();
    return this.#disposed;
  }

  async #dispose(): Promise<void> {
    this.#closing.abort(new Error('The app is closing.'));
    this.#cancelExchangeNews?.();
    await Promise.all([...this.#servers.values()].map((server) => server.retire()));
  }
}
