import { randomUUID } from 'node:crypto';
import { ParleyError } from '../../../../shared/lib/errors.ts';
import type { ImportSource, ServerVariable } from '../../../../shared/ipc/routes/server-setup.ts';
import { serverDefinition, serverSettings } from '../../../../shared/mcp/server-config.ts';
import type {
  ServerRecord,
  ServerScope,
  ServerSource,
} from '../../../../shared/mcp/server-config.ts';
import type { ServerReading } from '../../../../shared/mcp/server-reading.ts';
import { variableUses } from '../../../../shared/mcp/variables.ts';
import type { Hub, ServerAddition } from '../../hub/hub-contract.ts';
import { compareBundle, updateBundle } from '../bundle/bundle-update.ts';
import { compareEntry } from '../compare-entry.ts';
import { appFiles } from '../import/app-files.ts';
import type { RegistryClient, RegistryResults } from '../registry/registry-client.ts';
import { registryDrafts } from '../registry/registry-draft.ts';
import type { RegistryServer } from '../registry/registry-entry.ts';
import type { FoundServers } from '../reading/find-entries.ts';
import { readInstallLink } from '../reading/install-link.ts';
import { readServerText } from '../reading/read-text.ts';
import type { SecretRef, ServerSecrets } from '../server-secrets.ts';
import { secretRefs, sourcesFor } from '../server-secrets.ts';
import type { AdditionsQuestion } from './additions-question.ts';
import { describeReading, prepareEntries } from './describe-reading.ts';
import type { PreparedEntry } from './describe-reading.ts';
import { describeVariables } from './describe-variables.ts';
import type { VariablesRequest } from './describe-variables.ts';
import { inspectServer } from './inspect-server.ts';
import type { InspectedServer } from './inspect-server.ts';
import { groupBy, readAppSource, readBundleSource, readFileSource } from './read-sources.ts';
import type { Held, ReadSource } from './read-sources.ts';
import { exportServers } from './export-servers.ts';
import type { ExportedServers } from './export-servers.ts';

/** Most readings that are remembered; a dialog shows one for each app. */
const MAX_READINGS = 60;

/** The part of the hub that stores servers. */
export type ServerAdder = Pick<Hub, 'add' | 'addOff' | 'update'>;

export interface ServerSetupDeps {
  readonly adder: ServerAdder;
  readonly records: () => readonly ServerRecord[];
  readonly secrets: ServerSecrets;
  /** False: values that look like secrets stay where they are. */
  readonly hasKeychain: () => boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly platform: NodeJS.Platform;
  /** Working folders of sessions. */
  readonly folders: () => readonly string[];
  /** Where bundles are unpacked, below the profile. */
  readonly bundleFolder: string;
  /** Where published servers are looked up. */
  readonly registry: Pick<RegistryClient, 'search' | 'host'>;
  /** Lets the person choose a file; undefined when they choose none. */
  readonly chooseFile: () => Promise<string | undefined>;
  /** True only when the person agreed to store all of these. */
  readonly reviewAdditions: (question: AdditionsQuestion, signal: AbortSignal) => Promise<boolean>;
}

export interface Choice {
  readonly chosen: readonly { readonly readingId: string; readonly entryIds: readonly string[] }[];
  readonly scope: ServerScope;
  readonly pins: Readonly<Record<string, string>>;
}

interface Chosen {
  readonly entry: PreparedEntry;
  readonly held: Held;
}

/** What became of one entry. */
export interface Reviewed {
  readonly entryId: string;
  readonly outcome: 'started' | 'cancelled';
  readonly serverId?: string;
}

/**
 * Everything between a text, a file or a link and a stored server. What was read is remembered here, so that a window only
 * names entries and never holds the values of a file. Nothing is stored without the person's answer in main's consent view.
 */
export class ServerSetup {
  readonly #readings = new Map<string, Held>();
  readonly #published = new Map<string, RegistryServer>();
  readonly #links: string[] = [];
  readonly #linkListeners = new Set<(waiting: number) => void>();

  constructor(private readonly deps: ServerSetupDeps) {}

  /** Understands a pasted text. */
  read(text: string, pins: Choice['pins']): ServerReading {
    return this.#hold(readServerText(text), { kind: 'paste' }, pins);
  }

  #hold(
    found: FoundServers,
    source: ServerSource,
    pins: Choice['pins'],
    prepare?: Held['prepare'],
  ): ServerReading {
    const readingId = randomUUID();
    this.#readings.set(readingId, { found, source, prepare });
    for (const old of this.#readings.keys()) {
      if (this.#readings.size <= MAX_READINGS) break;
      this.#readings.delete(old);
    }
    return this.#describe(readingId, found, pins);
  }

  #describe(readingId: string, found: FoundServers, pins: Choice['pins']): ServerReading {
    const context = this.#context(readingId, pins);
    return describeReading(found, prepareEntries(found, context), context);
  }

  #context(readingId: string, pins: Choice['pins']): Parameters<typeof prepareEntries>[1] {
    const { environment, records } = this.deps;
    return {
      readingId,
      pins,
      hasKeychain: this.deps.hasKeychain(),
      isSet: (name) => Object.hasOwn(environment, name),
      compare: (entry, name, definition) =>
        compareBundle(entry, records(), (record, ref) => this.#isStored(record, ref)) ??
        compareEntry(name, definition, records(), (record) => this.#withSecrets(record)),
      isKnown: (serverId, name) => this.#isKnown(this.#record(serverId), name),
    };
  }

  #isKnown(record: ServerRecord, name: string): boolean {
    if (secretRefs(record.definition).some((ref) => ref.name === name)) return true;
    return (['input', 'secret'] as const).some((kind) => this.#isStored(record, { kind, name }));
  }

  #isStored(record: ServerRecord, ref: SecretRef): boolean {
    return this.deps.secrets.state(record, ref) !== 'missing';
  }

  /** A stored definition as it was before its secrets were moved, to compare it with what was read. */
  #withSecrets(record: ServerRecord): ServerRecord['definition'] {
    const { secret } = sourcesFor(record, this.deps);
    const text = JSON.stringify(record.definition).replace(
      /\$\{secret:([^{}"\\]+)\}/g,
      (whole, name: string) => JSON.stringify(secret(name) ?? whole).slice(1, -1),
    );
    return serverDefinition.parse(JSON.parse(text));
  }

  /** What other apps have, one source for each app and folder. */
  async sources(pins: Choice['pins']): Promise<readonly ImportSource[]> {
    const { platform, home, environment, folders } = this.deps;
    const files = appFiles({ platform, home, environment, folders: folders() });
    const groups = groupBy(files, ({ app, folder }) => `${app} ${folder ?? ''}`);
    const read = await Promise.all([...groups.values()].map(readAppSource));
    return read.map((source) => this.#shown(source, pins));
  }

  #shown({ base, held }: ReadSource, pins: Choice['pins']): ImportSource {
    if (!held) return base;
    return { ...base, reading: this.#hold(held.found, held.source, pins, held.prepare) };
  }

  get registryHost(): string {
    return this.deps.registry.host;
  }

  /** Asks the registry. What it answered is remembered, so that a window only names an entry. */
  async searchRegistry(
    search: string,
    cursor: string | undefined,
    signal: AbortSignal,
  ): Promise<RegistryResults> {
    const results = await this.deps.registry.search(search, cursor, signal);
    for (const server of results.servers) this.#published.set(publishedKey(server), server);
    return results;
  }

  /** The ways to use a server that the registry named. */
  registryEntry(name: string, version: string): ServerReading {
    const server = this.#published.get(publishedKey({ name, version }));
    if (!server) throw stale();
    const source: ServerSource = { kind: 'registry', detail: `${name} ${version}`.slice(0, 4096) };
    return this.#hold(registryDrafts(server), source, {});
  }

  /** Reads a file that the person chose in the system's dialog. */
  async chooseFile(): Promise<ImportSource | null> {
    const path = await this.deps.chooseFile();
    if (path === undefined) return null;
    const { bundleFolder, platform } = this.deps;
    const read = /\.(mcpb|dxt)$/i.test(path)
      ? await readBundleSource(path, bundleFolder, platform)
      : await readFileSource(path);
    return this.#shown(read, {});
  }

  /** Keeps an install link until a window shows it, also one that opens later. Nothing of it starts. */
  showInstall(link: string): void {
    this.#links.push(link);
    for (const listener of [...this.#linkListeners]) listener(this.#links.length);
  }

  /** Called when a link waits. Returns the unsubscriber. */
  onLink(listener: (waiting: number) => void): () => void {
    this.#linkListeners.add(listener);
    return () => this.#linkListeners.delete(listener);
  }

  /** The links that wait; each is given out once. */
  takeLinks(): readonly ServerReading[] {
    return this.#links
      .splice(0)
      .map((link) => this.#hold(readInstallLink(link), { kind: 'link' }, {}));
  }

  #chosen({ chosen, pins }: Choice): readonly Chosen[] {
    return chosen.flatMap(({ readingId, entryIds }) => {
      const held = this.#readings.get(readingId);
      if (!held) throw stale();
      const entries = prepareEntries(held.found, this.#context(readingId, pins));
      return entryIds.map((entryId) => {
        const entry = entries.find((one) => one.entryId === entryId);
        if (!entry?.definition) throw stale();
        return { entry, held };
      });
    });
  }

  /** Another version of a bundle takes the place of the one there is, after main's question; undefined for all else. */
  async #update({ entry, held }: Chosen, signal: AbortSignal): Promise<Reviewed | undefined> {
    const { comparison, entryId, found } = entry;
    if (comparison.kind !== 'update') return undefined;
    const record = this.#record(comparison.serverId);
    const unpack = async (): Promise<void> => held.prepare?.();
    const change = { record, entry: found, path: held.source.detail, unpack };
    const { adder, secrets } = this.deps;
    return { entryId, ...(await updateBundle(change, adder, secrets, signal)) };
  }

  #newServer(entry: PreparedEntry, { source, prepare }: Held, scope: ServerScope): ServerAddition {
    const { found, moved, comparison } = entry;
    const name = comparison.kind === 'renamed' ? comparison.name : entry.name;
    if (!entry.definition) throw stale();
    const settings = serverSettings.parse({
      scope: found.folder === undefined ? scope : { kind: 'folder', folder: found.folder },
      source: { ...source, ...(found.bundle ? { bundle: found.bundle } : {}) },
      ...(found.inputs ? { inputs: found.inputs } : {}),
    });
    return {
      draft: {
        name,
        definition: entry.definition,
        startTimeoutMs: found.startTimeoutMs ?? 60_000,
      },
      settings,
      prepare: async (record) => {
        await prepare?.();
        for (const { ref, value } of moved) await this.deps.secrets.set(record, ref, value);
      },
    };
  }

  /** Shows the chosen definitions one after another; each that is agreed to is stored and started. */
  async review(choice: Choice, signal: AbortSignal): Promise<readonly Reviewed[]> {
    const results: Reviewed[] = [];
    for (const chosen of this.#chosen(choice)) {
      const { entry, held } = chosen;
      const updated = await this.#update(chosen, signal);
      if (updated) {
        results.push(updated);
        continue;
      }
      const { draft, settings, prepare } = this.#newServer(entry, held, choice.scope);
      const answer = await this.deps.adder.add(draft, signal, settings, prepare);
      results.push({ entryId: entry.entryId, ...answer });
    }
    return results;
  }

  /** Shows all chosen definitions in one question and stores them turned off; other versions of bundles each in their own, before. */
  async addOff(choice: Choice, signal: AbortSignal): Promise<readonly string[] | undefined> {
    const all = this.#chosen(choice);
    const ids: string[] = [];
    for (const one of all) {
      const updated = await this.#update(one, signal);
      if (updated?.outcome === 'started' && updated.serverId !== undefined)
        ids.push(updated.serverId);
    }
    const chosen = all.filter(({ entry }) => entry.comparison.kind !== 'update');
    if (chosen.length > 0) ids.push(...((await this.#storeOff(chosen, choice, signal)) ?? []));
    return ids.length === 0 ? undefined : ids;
  }

  async #storeOff(
    chosen: readonly Chosen[],
    choice: Choice,
    signal: AbortSignal,
  ): Promise<readonly string[] | undefined> {
    const servers = chosen.map(({ entry, held }) => this.#newServer(entry, held, choice.scope));
    const question: AdditionsQuestion = {
      occasion: 'add',
      from: [...new Set(chosen.map(({ held: { source } }) => source.detail ?? source.kind))].join(
        ', ',
      ),
      servers: servers.map(({ draft: { name, definition } }) => ({
        name,
        change: 'added',
        definition,
      })),
    };
    if (!(await this.deps.reviewAdditions(question, signal))) return undefined;
    signal.throwIfAborted();
    return this.deps.adder.addOff(servers);
  }

  #record(serverId: string): ServerRecord {
    const record = this.deps.records().find(({ id }) => id === serverId);
    if (!record) {
      throw new ParleyError('server.not-found', 'This server does not exist any more.');
    }
    return record;
  }

  /** The variables of a stored server, or of what is typed for one, each once, and whether they have a value. */
  variables(request: VariablesRequest): readonly ServerVariable[] {
    const { serverId } = request;
    const record = serverId === undefined ? undefined : this.#record(serverId);
    return describeVariables(request, record, this.deps);
  }

  /** What a person may want to put right in a stored definition. */
  inspect(serverId: string): InspectedServer {
    return inspectServer(this.#record(serverId), this.deps);
  }

  /** Keeps a value that was asked for. It is never given out again but to the server itself. */
  async setSecret(serverId: string, ref: SecretRef, value: string): Promise<void> {
    const record = this.#record(serverId);
    const isNamed = variableUses(record.definition).some(
      ({ reference }) => reference.kind === ref.kind && reference.name === ref.name,
    );
    if (!isNamed) {
      throw new ParleyError('server.invalid', `“${record.name}” does not use “${ref.name}”.`);
    }
    await this.deps.secrets.set(record, ref, value);
  }

  /** The person's servers as other apps read them, without secrets. */
  export(serverIds?: readonly string[]): ExportedServers {
    const records = this.deps.records().filter(({ id }) => serverIds?.includes(id) ?? true);
    return exportServers(records);
  }
}

function publishedKey({ name, version }: Pick<RegistryServer, 'name' | 'version'>): string {
  return `${name}\n${version}`;
}

function stale(): ParleyError {
  return new ParleyError(
    'server.invalid',
    'What was chosen was read too long ago or has a mistake. Read it again.',
  );
}
