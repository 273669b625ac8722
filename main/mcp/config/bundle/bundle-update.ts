import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type {
  BundleOrigin,
  ServerDefinition,
  ServerRecord,
  ServerSettings,
  StdioDefinition,
} from '../../../../shared/mcp/server-config.ts';
import type { EntryComparison } from '../../../../shared/mcp/server-reading.ts';
import { canonicalJson } from '../../../../shared/lib/json.ts';
import { serverSetup as serverSetupTexts } from '../../../../shared/texts/en/server-setup.ts';
import type { Hub, PrepareRecord } from '../../hub/hub-contract.ts';
import type { FoundEntry } from '../reading/read-entry.ts';
import { secretRefs } from '../server-secrets.ts';
import type { SecretRef, ServerSecrets } from '../server-secrets.ts';
import { manifestNames } from './bundle-draft.ts';
import { compareVersions } from './compare-versions.ts';

const words = serverSetupTexts.bundle.update;

/** Most folders of versions before that wait to be removed. */
const MOST_REPLACED = 20;

/** The stored server that runs from a bundle of this name, of several the first that is not this very one. */
function twinOf(
  entry: FoundEntry & { readonly bundle: BundleOrigin },
  records: readonly ServerRecord[],
): ServerRecord | undefined {
  const twins = records.filter(({ name, settings: { source } }) => {
    if (source?.kind !== 'bundle') return false;
    // Before the name of a bundle was kept, only that of the server told.
    return source.bundle ? source.bundle.name === entry.bundle.name : name === entry.name;
  });
  return twins.find((twin) => !isSame(twin.definition, entry.definition)) ?? twins[0];
}

function isSame(left: ServerDefinition, right: ServerDefinition | undefined): boolean {
  return (
    left.type === 'stdio' &&
    right?.type === 'stdio' &&
    left.cwd === right.cwd &&
    left.command === right.command &&
    canonicalJson(left.args) === canonicalJson(right.args)
  );
}

/** How a bundle stands to the stored servers: undefined where none runs from a bundle of its name. */
export function compareBundle(
  entry: FoundEntry,
  records: readonly ServerRecord[],
  isStored: (record: ServerRecord, ref: SecretRef) => boolean,
): EntryComparison | undefined {
  const { bundle, definition } = entry;
  if (!bundle || definition?.type !== 'stdio') return undefined;
  const record = twinOf({ ...entry, bundle }, records);
  if (record?.definition.type !== 'stdio') return undefined;
  if (isSame(record.definition, definition)) return { kind: 'same' };
  const from = record.settings.source?.bundle?.version;
  return {
    kind: 'update',
    serverId: record.id,
    name: record.name,
    ...(from === undefined ? {} : { from }),
    to: bundle.version,
    isOlder: from !== undefined && compareVersions(bundle.version, from) < 0,
    changes: [
      ...signerChange(record.settings.source?.bundle?.signer, bundle.signer),
      ...commandChanges(record.definition, definition),
      ...valueChanges(record, definition, isStored),
    ],
  };
}

function signerChange(before: string | undefined, now: string | undefined): string[] {
  if (before === undefined || before === now) return [];
  return [now === undefined ? words.signatureLost(before) : words.otherSigner(before, now)];
}

function commandChanges(before: StdioDefinition, now: StdioDefinition): string[] {
  // The folder is another one for each version, and says nothing.
  const moved = (text: string): string =>
    now.cwd === undefined ? text : text.replaceAll(now.cwd, before.cwd ?? '');
  const isOther = before.command !== moved(now.command);
  const hasOthers = canonicalJson(before.args) !== canonicalJson(now.args.map(moved));
  const added = Object.keys(now.env).filter((name) => !Object.hasOwn(before.env, name));
  return [
    ...(isOther ? [words.command] : []),
    ...(hasOthers ? [words.args] : []),
    ...(added.length > 0 ? [words.sets(added)] : []),
  ];
}

function valueChanges(
  record: ServerRecord,
  now: StdioDefinition,
  isStored: (record: ServerRecord, ref: SecretRef) => boolean,
): string[] {
  const [before, after] = [record.definition, now].map(
    (one) => new Set(secretRefs(one).map(({ name }) => name)),
  );
  const kept = [...(after ?? [])].filter((name) => before?.has(name) === true);
  const gone = [...(before ?? [])].filter((name) => after?.has(name) !== true);
  const wanted = secretRefs(now).filter((ref) => {
    const own = [ref, otherKind(ref)].some((one) => isStored(record, one));
    return !own && before?.has(ref.name) !== true;
  });
  return [
    ...(wanted.length > 0 ? [words.asks(wanted.map(({ name }) => name))] : []),
    ...(gone.length > 0 ? [words.noLongerAsks(gone)] : []),
    ...(kept.length > 0 ? [words.keeps(kept)] : []),
  ];
}

function otherKind({ kind, name }: SecretRef): SecretRef {
  return { kind: kind === 'input' ? 'secret' : 'input', name };
}

export interface BundleUpdate {
  readonly record: ServerRecord;
  readonly entry: FoundEntry;
  /** Where the bundle lies. */
  readonly path: string | undefined;
  readonly unpack: PrepareRecord;
}

/**
 * Puts another version of a bundle in the place of the one that a server runs from. Main asks about the command first; id,
 * grants, settings and the values of what is asked for stay. The files of the version before stay until this one connected.
 */
export async function updateBundle(
  { record, entry, path, unpack }: BundleUpdate,
  hub: Pick<Hub, 'update'>,
  secrets: ServerSecrets,
  signal: AbortSignal,
): ReturnType<Hub['update']> {
  const { bundle, definition, inputs } = entry;
  const { id, name, startTimeoutMs, definition: before } = record;
  if (!bundle || definition?.type !== 'stdio' || before.type !== 'stdio') {
    throw new Error('This is no other version of a bundle.');
  }
  const next = { ...definition, env: { ...(await ownVariables(before)), ...definition.env } };
  const draft = { name, startTimeoutMs, definition: next };
  return hub.update(id, draft, { env: [], headers: [] }, signal, {
    prepare: async (changed) => {
      await unpack(changed);
      await carryValues(record, changed, secrets);
    },
    settings: ({ inputs: _, ...settings }): ServerSettings => ({
      ...settings,
      source: {
        kind: 'bundle',
        ...(path === undefined ? {} : { detail: path.slice(0, 4096) }),
        bundle: { ...bundle, ...replacedBy(settings, before.cwd, next.cwd) },
      },
      ...(inputs ? { inputs: [...inputs] } : {}),
    }),
  });
}

/** The variables that the person set beside those of the bundle. */
async function ownVariables({ cwd, env }: StdioDefinition): Promise<Record<string, string>> {
  const manifest = await readManifest(cwd);
  if (manifest === undefined) return {};
  const own = new Set(manifestNames(manifest).env);
  return Object.fromEntries(Object.entries(env).filter(([name]) => !own.has(name)));
}

/** The manifest in a folder where a bundle was unpacked; undefined where there is none. */
export async function readManifest(folder: string | undefined): Promise<string | undefined> {
  if (folder === undefined) return undefined;
  return readFile(join(folder, 'manifest.json'), 'utf8').catch(() => undefined);
}

/** A value that was plain and is a secret now, or the other way round, is the same value. */
async function carryValues(
  before: ServerRecord,
  now: ServerRecord,
  secrets: ServerSecrets,
): Promise<void> {
  for (const ref of secretRefs(now.definition)) {
    if (secrets.get(now, ref) !== undefined) continue;
    const value = secrets.get(before, otherKind(ref));
    if (value !== undefined) await secrets.set(now, ref, value);
  }
}

function replacedBy(
  { source }: ServerSettings,
  before: string | undefined,
  now: string | undefined,
): Pick<BundleOrigin, 'replaced'> {
  const folders = [...(source?.bundle?.replaced ?? []), ...(before === undefined ? [] : [before])];
  const replaced = [...new Set(folders)].filter((folder) => folder !== now);
  return replaced.length === 0 ? {} : { replaced: replaced.slice(-MOST_REPLACED) };
}
