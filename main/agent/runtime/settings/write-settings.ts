import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { PermissionUpdate } from '../../../../shared/agent/permission-update.ts';
import { isJsonObject } from '../../../../shared/lib/json.ts';
import { withSharedFile } from '../../../storage/file-lock.ts';
import { writeJsonFile } from '../../../storage/json-file.ts';
import { readSettingsFile, settingsPath } from './settings-file.ts';

type StoredUpdate = Exclude<PermissionUpdate, { type: 'setMode' }>;

/** Writes a change of permissions into the settings file of its destination; the rest of the file stays. Rejects when it cannot. */
export async function writePermissionUpdate(
  update: StoredUpdate,
  place: { readonly configRoot: string; readonly cwd: string },
): Promise<void> {
  if (update.destination === 'session') return;
  const path = settingsPath(update.destination, place);
  await mkdir(dirname(path), { recursive: true });
  // The app and other runtimes write the same file.
  await withSharedFile(path, async () => {
    const settings = (await readSettingsFile(path)) ?? {};
    const permissions = isJsonObject(settings['permissions']) ? settings['permissions'] : {};
    const key = 'behavior' in update ? update.behavior : 'additionalDirectories';
    const entries = 'rules' in update ? update.rules : update.directories;
    const present = Array.isArray(permissions[key]) ? (permissions[key] as unknown[]) : [];
    await writeJsonFile(path, {
      ...settings,
      permissions: { ...permissions, [key]: changed(update.type, present, entries) },
    });
  });
}

function changed(
  type: StoredUpdate['type'],
  present: readonly unknown[],
  entries: readonly string[],
): readonly unknown[] {
  if (type === 'replaceRules') return entries;
  const rest = present.filter((entry) => !entries.includes(entry as string));
  return type.startsWith('remove') ? rest : [...rest, ...entries];
}
