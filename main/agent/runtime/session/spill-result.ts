import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sessionFolder } from '../../../storage/kept-files/session-folders.ts';

/** Writes a tool result that is too large for the conversation into a file of the session, mode 0600; gives its path. */
export async function spillResult(
  configRoot: string,
  sessionId: string,
  toolUseId: string,
  text: string,
  kind: 'txt' | 'json' = 'json',
): Promise<string> {
  const folder = sessionFolder(configRoot, 'results', sessionId);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${toolUseId.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 80)}.${kind}`);
  await writeFile(path, text, { mode: 0o600 });
  return path;
}
