import { readFile } from 'node:fs/promises';
import type { z } from 'zod';
import type { runtimeServer } from '../../../../shared/agent/frames.ts';
import { messageOf } from '../../../../shared/lib/errors.ts';
import { isJsonObject } from '../../../../shared/lib/json.ts';
import { remoteDefinition, stdioDefinition } from '../../../../shared/mcp/server-config.ts';
import { UsageError } from './command-options.ts';

type RuntimeServer = z.infer<typeof runtimeServer>;

/** The servers of a configuration file: `{ "mcpServers": { name: { command, args?, env? } | { url, type?, headers? } } }`. Throws `UsageError` naming server and field. */
export async function readMcpConfig(path: string): Promise<RuntimeServer[]> {
  let content: unknown;
  try {
    content = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw new UsageError(`--mcp-config: ${path} cannot be used: ${messageOf(error)}`, {
      cause: error,
    });
  }
  const servers = isJsonObject(content) ? content['mcpServers'] : undefined;
  if (!isJsonObject(servers))
    throw new UsageError(`--mcp-config: ${path} has no object "mcpServers".`);
  return Object.entries(servers).map(([name, server]) => parseServer(path, name, server));
}

function parseServer(path: string, name: string, server: unknown): RuntimeServer {
  const fields = isJsonObject(server) ? server : {};
  const type = fields['type'] ?? (fields['url'] === undefined ? 'stdio' : 'http');
  const schema = type === 'stdio' ? stdioDefinition : remoteDefinition;
  const parsed = schema.safeParse({ ...fields, type });
  if (parsed.success) return { name, definition: parsed.data, disabled: false };
  const issue = parsed.error.issues[0];
  throw new UsageError(
    `--mcp-config: ${path}: server "${name}", field "${issue?.path.map(String).join('.') ?? ''}": ${issue?.message ?? 'not usable'}.`,
  );
}
