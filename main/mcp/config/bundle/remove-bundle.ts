import { rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { ServerRecord } from '../../../../shared/mcp/server-config.ts';

/** Removes what was unpacked for a server that is gone, unless another server still runs from there. */
export async function removeBundle(
  { definition, settings }: Pick<ServerRecord, 'definition' | 'settings'>,
  bundles: string,
  others: readonly Pick<ServerRecord, 'definition'>[],
): Promise<void> {
  const folder = folderOf(definition);
  // Only a folder right below that of the bundles, whatever the file of servers says.
  if (settings.source?.kind !== 'bundle' || folder === undefined) return;
  if (dirname(folder) !== resolve(bundles)) return;
  if (others.some((other) => folderOf(other.definition) === folder)) return;
  await rm(folder, { recursive: true, force: true });
}

function folderOf(definition: ServerRecord['definition']): string | undefined {
  return definition.type === 'stdio' && definition.cwd !== undefined
    ? resolve(definition.cwd)
    : undefined;
}
