import { createHash, randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { canonicalJson } from '../../../../shared/lib/json.ts';
import { serverSettings } from '../../../../shared/mcp/server-config.ts';
import type { ServerRecord } from '../../../../shared/mcp/server-config.ts';
import { SerialWork } from '../../../lib/serial-work.ts';
import type { Hub, ServerAddition } from '../../hub/hub-contract.ts';
import { compareEntry } from '../compare-entry.ts';
import { readAppFile } from '../import/read-app-file.ts';
import type { AppFileContent } from '../import/read-app-file.ts';
import type { DraftDefinition } from '../reading/read-entry.ts';
import { moveSecrets } from '../literal-secrets.ts';
import type { ServerSecrets } from '../server-secrets.ts';
import type { ServerStore } from '../server-store.ts';
import { prepareEntries } from '../setup/describe-reading.ts';
import type { PreparedEntry } from '../setup/describe-reading.ts';

const START_TIMEOUT_MS = 60_000;

export interface FolderServersDeps {
  readonly store: Pick<ServerStore, 'records' | 'put' | 'remove'>;
  readonly hub: Pick<Hub, 'addOff' | 'remove' | 'replaceRecord' | 'setEnabled'>;
  readonly secrets: Pick<ServerSecrets, 'set' | 'forget'>;
  /** False: values that look like secrets stay where they are. */
  readonly hasKeychain: () => boolean;
  /** Whether what the folder brings may be used (SE-32). */
  readonly isTrusted: (folder: string) => Promise<boolean>;
  /** Told of what in a file cannot be used, as a sentence. */
  readonly onProblem: (problem: string) => void;
}

/** A file of a folder that holds servers. */
interface Source {
  readonly folder: string;
  readonly path: string;
}

/**
 * The servers that trusted folders bring in `.mcp.json` and `.parley/settings.json` (SDK-12). They are stored as servers of that
 * folder, off and not trusted, until the person agreed to each definition (SE-30); one that the file changes has to be agreed
 * to again. What the person changed in the app stays until the file changes. Methods never reject for a file.
 */
export class FolderServers {
  readonly #deps: FolderServersDeps;
  readonly #work = new SerialWork();

  constructor(deps: FolderServersDeps) {
    this.#deps = deps;
  }

  /** To be called before the hub starts: nothing of a folder starts whose trust was taken back meanwhile, by the command say. */
  start(): Promise<void> {
    return this.#work.run(async () => {
      for (const { folder, record } of this.#brought())
        if (record.enabled && !(await this.#deps.isTrusted(folder)))
          await this.#deps.store.put({ ...record, enabled: false });
    });
  }

  /** Takes over what the files of a folder say now, or puts away what they said when it is not trusted. Resolves to the servers that are new or changed. */
  sync(folder: string): Promise<readonly string[]> {
    return this.#work.run(async () => {
      const isTrusted = await this.#deps.isTrusted(folder);
      if (!isTrusted) {
        await this.#putAway(folder);
        return [];
      }
      const changed: string[] = [];
      for (const file of ['.mcp.json', join('.parley', 'settings.json')])
        changed.push(...(await this.#syncFile({ folder, path: join(folder, file) })));
      return changed;
    });
  }

  /** The same, and asks the person about each server that is new or changed. Ends early when the person is gone. */
  async offer(folder: string, signal: AbortSignal): Promise<void> {
    for (const serverId of await this.sync(folder)) {
      if (signal.aborted) return;
      await this.#deps.hub.setEnabled(serverId, true, signal);
    }
  }

  async #syncFile(source: Source): Promise<readonly string[]> {
    const content = await readAppFile({ app: 'folder', ...source });
    const entries = this.#entriesOf(content, source);
    // A file that cannot be read says nothing of its servers.
    if (!entries) return [];
    const known = this.#deps.store.records.filter((record) => isOf(record, source));
    const names = new Set(entries.map(({ name }) => name));
    const gone = known.filter((record) => isManaged(record) && !names.has(record.name));
    const changed: string[] = [];
    const fresh: ServerAddition[] = [];
    for (const entry of entries) {
      const record = known.find(({ name }) => name === entry.name);
      if (!record) fresh.push(...this.#additionOf(entry, source));
      else if (await this.#takeOver(record, entry, source)) changed.push(record.id);
    }
    await this.#forget(gone);
    const added = fresh.length === 0 ? [] : await this.#deps.hub.addOff(fresh);
    return [...changed, ...added];
  }

  #entriesOf(content: AppFileContent, { path }: Source): readonly Usable[] | undefined {
    if (content.state === 'absent') return [];
    if (content.state === 'failed') {
      this.#deps.onProblem(`${path}: ${content.reason}`);
      return undefined;
    }
    const { found } = content;
    const mistakes = found.notes.filter(({ severity }) => severity === 'error');
    for (const { sentence } of mistakes) this.#deps.onProblem(`${path}: ${sentence}`);
    if (mistakes.length > 0) return undefined;
    const prepared = prepareEntries(found, {
      readingId: randomUUID(),
      pins: {},
      hasKeychain: this.#deps.hasKeychain(),
      isSet: () => true,
      compare: () => ({ kind: 'new' }),
      isKnown: () => false,
    });
    return prepared.flatMap((entry): Usable[] => {
      const { definition, name } = entry;
      if (definition && name !== '') return [{ ...entry, definition }];
      for (const { sentence } of entry.found.notes)
        this.#deps.onProblem(`${path}, “${name}”: ${sentence}`);
      return [];
    });
  }

  /** None where the person has the very same server everywhere. */
  #additionOf(entry: Usable, source: Source): readonly ServerAddition[] {
    const definition = placed(entry.definition, source.folder);
    const everywhere = this.#deps.store.records.filter(
      ({ settings }) => settings.scope.kind === 'user',
    );
    const { kind } = compareEntry(entry.name, definition, everywhere, (one) => one.definition);
    if (kind === 'same') return [];
    return [
      {
        draft: {
          name: entry.name,
          definition,
          startTimeoutMs: entry.found.startTimeoutMs ?? START_TIMEOUT_MS,
        },
        settings: serverSettings.parse({
          scope: { kind: 'folder', folder: source.folder },
          source: { kind: 'folder', detail: source.path, entry: digestOf(entry) },
          ...(entry.found.inputs ? { inputs: entry.found.inputs } : {}),
        }),
        prepare: (record) => this.#keepSecrets(record, entry),
      },
    ];
  }

  /** False when the file says what it said before, or the server is the person's own. */
  async #takeOver(record: ServerRecord, entry: Usable, source: Source): Promise<boolean> {
    const digest = digestOf(entry);
    if (!isManaged(record) || record.settings.source?.entry === digest) return false;
    const definition = placed(entry.definition, source.folder);
    await this.#keepSecrets({ ...record, definition }, entry);
    await this.#deps.hub.replaceRecord(
      record.id,
      ({ settings: { inputs: _, ...settings }, ...rest }) => ({
        ...rest,
        definition,
        // Values are not in the hash of a definition, and a file may change them too.
        trustedHash: undefined,
        knownTools: undefined,
        settings: {
          ...settings,
          trustHints: false,
          source: { kind: 'folder', detail: source.path, entry: digest },
          ...(entry.found.inputs ? { inputs: [...entry.found.inputs] } : {}),
        },
      }),
    );
    return true;
  }

  async #keepSecrets(record: ServerRecord, { moved }: PreparedEntry): Promise<void> {
    for (const { ref, value } of moved) await this.#deps.secrets.set(record, ref, value);
  }

  /** Nothing of the folder is used any more. */
  async #putAway(folder: string): Promise<void> {
    const records = this.#brought().flatMap((one) => (one.folder === folder ? [one.record] : []));
    await this.#forget(records);
    const never = new AbortController().signal;
    for (const { id, trustedHash, enabled } of records)
      if (trustedHash !== undefined && enabled) await this.#deps.hub.setEnabled(id, false, never);
  }

  /** Drops those that the person never agreed to; what they did agree to stays theirs, also when a file loses it for a while. */
  async #forget(records: readonly ServerRecord[]): Promise<void> {
    for (const record of records) {
      if (record.trustedHash !== undefined) continue;
      await this.#deps.secrets.forget(record);
      await this.#deps.hub.remove(record.id);
    }
  }

  #brought(): readonly { readonly folder: string; readonly record: ServerRecord }[] {
    return this.#deps.store.records.flatMap((record) => {
      const { scope } = record.settings;
      return isManaged(record) && scope.kind === 'folder' ? [{ folder: scope.folder, record }] : [];
    });
  }
}

type Usable = PreparedEntry & { readonly definition: DraftDefinition };

/** Whether a file is followed for this server; one that the person imported by hand is their own. */
function isManaged({ settings: { source } }: ServerRecord): boolean {
  return source?.kind === 'folder' && source.entry !== undefined;
}

function isOf({ settings: { scope, source } }: ServerRecord, { folder, path }: Source): boolean {
  return (
    scope.kind === 'folder' &&
    scope.folder === folder &&
    source?.kind === 'folder' &&
    source.detail?.includes(path) === true
  );
}

/** A command of a folder works in it, as where the runtime starts it by itself. */
function placed(definition: DraftDefinition, folder: string): DraftDefinition {
  if (definition.type !== 'stdio') return definition;
  const { cwd = '.' } = definition;
  // One with variables is filled in at each start.
  return { ...definition, cwd: cwd.includes('${') ? cwd : resolve(folder, cwd) };
}

/** Of what the file says, without what looks like a secret, whether that goes to the keychain or not. */
function digestOf({ name, definition, found }: Usable): string {
  const said = moveSecrets(name, found.definition ?? definition).definition;
  return createHash('sha256').update(canonicalJson(said)).digest('hex');
}
