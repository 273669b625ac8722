import { readFile } from 'node:fs/promises';
import { messageOf } from '../../../../shared/lib/errors.ts';
import { isJsonObject } from '../../../../shared/lib/json.ts';
import { parseServerEntries } from '../settings/server-entries.ts';
import type { RuntimeServer } from '../settings/server-entries.ts';
import { UsageError } from './command-errors.ts';

/** The servers of a configuration file: `{ "mcpServers": { name: { command, args?, env? } | { url, type?, headers? } } }`. Throws `UsageError` naming server and field. */
export async function readMcpConfig(path: string): Promise<readonly RuntimeServer[]> {
  let content: unknown;
  try {
    content = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw new UsageError(`--mcp-config: ${path} cannot be used: ${messageOf(error)}`, {
      cause: error,
    });
  }
  const entries = isJsonObject(content) ? content['mcpServers'] : undefined;
  if (!isJsonObject(entries))
    throw new UsageError(`--mcp-config: ${path} has no object "mcpServers".`);
  const { servers, problems } = parseServerEntries(entries);
  const [problem] = problems;
  if (problem !== undefined) throw new UsageError(`--mcp-config: ${path}: ${problem}`);
  return servers;
}
