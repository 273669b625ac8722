import { basename } from 'node:path';
import { messageOf } from '../../../../shared/lib/errors.ts';
import type { ImportSource } from '../../../../shared/ipc/routes/server-setup.ts';
import type { ServerSource } from '../../../../shared/mcp/server-config.ts';
import { openBundle } from '../bundle/open-bundle.ts';
import type { AppFile } from '../import/app-files.ts';
import { readAppFile } from '../import/read-app-file.ts';
import type { FoundServers } from '../reading/find-entries.ts';

/** What was read, as it is remembered until the person chose of it. */
export interface Held {
  readonly found: FoundServers;
  readonly source: ServerSource;
  /** What must be done once the person agreed, such as unpacking. */
  readonly prepare?: (() => Promise<void>) | undefined;
}

/** A file or several, and what is in them; `held` absent: nothing. */
export interface ReadSource {
  readonly base: Omit<ImportSource, 'reading'>;
  readonly held?: Held;
}

/** The files of one app, or of one folder. */
export async function readAppSource(files: readonly AppFile[]): Promise<ReadSource> {
  const read = await Promise.all(
    files.map(async (file) => ({ file, content: await readAppFile(file) })),
  );
  const there = read.flatMap(({ file, content }) =>
    content.state === 'read' ? [{ file, found: content.found }] : [],
  );
  const [first] = files;
  const base = {
    app: first?.app ?? ('file' as const),
    label: first?.folder === undefined ? '' : basename(first.folder),
    files: there.map(({ file }) => file.path),
    troubles: read.flatMap(({ file, content }) =>
      content.state === 'failed' ? [`${file.path}: ${content.reason}`] : [],
    ),
  };
  const [one] = there;
  if (!one) return { base };
  const found: FoundServers = {
    shape: one.found.shape,
    entries: there.flatMap((part) => part.found.entries),
    notes: there.flatMap((part) => part.found.notes),
  };
  const detail = there.map(({ file }) => file.path).join(', ');
  const kind = base.app === 'folder' ? 'folder' : 'import';
  return { base, held: { found, source: { kind, detail: detail.slice(0, 4096) } } };
}

/** A file that the person chose. */
export async function readFileSource(path: string): Promise<ReadSource> {
  const content = await readAppFile({ app: 'folder', path });
  if (content.state === 'read') {
    const held: Held = { found: content.found, source: { kind: 'import', detail: path } };
    return { base: baseOf(path), held };
  }
  const reason = content.state === 'failed' ? content.reason : 'No server is in it.';
  return { base: { ...baseOf(path), troubles: [`${path}: ${reason}`] } };
}

/** A bundle is looked at now and unpacked only when the person agreed. */
export async function readBundleSource(
  path: string,
  bundleFolder: string,
  platform: NodeJS.Platform,
): Promise<ReadSource> {
  try {
    const { found, unpack } = await openBundle(path, bundleFolder, platform);
    const held: Held = { found, source: { kind: 'bundle', detail: path }, prepare: unpack };
    return { base: baseOf(path), held };
  } catch (failure) {
    return { base: { ...baseOf(path), troubles: [messageOf(failure)] } };
  }
}

function baseOf(path: string): ReadSource['base'] {
  return { app: 'file', label: basename(path), files: [path], troubles: [] };
}

/** In the order of their first item. */
export function groupBy<T>(
  items: readonly T[],
  keyOf: (item: T) => string,
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}
