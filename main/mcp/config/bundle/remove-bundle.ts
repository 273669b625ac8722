import { rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { ServerRecord } from '../../../../shared/mcp/server-config.ts';

type Unpacked = Pick<ServerRecord, 'definition' | 'settings'>;

/** Removes what was unpacked for a server that is gone, unless another server still runs from there. */
export async function removeBundle(
  { definition, settings }: Unpacked,
  bundles: string,
  others: readonly Pick<ServerRecord, 'definition'>[],
): Promise<void> {
  if (settings.source?.kind !== 'bundle') return;
  const folders = [folderOf(definition), ...(settings.source.bundle?.replaced ?? [])];
  await removeUnpacked(folders, bundles, others);
}

/** Removes folders of bundles, only right below `bundles`, whatever the file of servers says, and none that is in use. */
export async function removeUnpacked(
  folders: readonly (string | undefined)[],
  bundles: string,
  inUse: readonly Pick<ServerRecord, 'definition'>[],
): Promise<void> {
  const used = new Set(inUse.map(({ definition }) => folderOf(definition)));
  for (const named of folders) {
    const folder = named === undefined ? undefined : resolve(named);
    if (folder === undefined || dirname(folder) !== resolve(bundles) || used.has(folder)) continue;
    await rm(folder, { recursive: true, force: true });
  }
}

function folderOf(definition: ServerRecord['definition']): string | undefined {
  return definition.type === 'stdio' && definition.cwd !== undefined
    ? resolve(definition.cwd)
    : undefined;
}
