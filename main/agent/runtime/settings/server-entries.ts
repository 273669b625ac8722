import type { z } from 'zod';
import type { runtimeServer } from '../../../../shared/agent/frames.ts';
import { isJsonObject } from '../../../../shared/lib/json.ts';
import type { JsonObject } from '../../../../shared/lib/json.ts';
import { remoteDefinition, stdioDefinition } from '../../../../shared/mcp/server-config.ts';

export type RuntimeServer = z.infer<typeof runtimeServer>;

/** The servers of an object `{ name: { command, args?, env?, cwd? } | { url, type?, headers? } }`, and what could not be used. */
export function parseServerEntries(entries: JsonObject): {
  readonly servers: readonly RuntimeServer[];
  /** Sentences that name server and field. */
  readonly problems: readonly string[];
} {
  const servers: RuntimeServer[] = [];
  const problems: string[] = [];
  for (const [name, entry] of Object.entries(entries)) {
    const fields = isJsonObject(entry) ? entry : {};
    const given = fields['type'] ?? (fields['url'] === undefined ? 'stdio' : 'http');
    const type = given === 'streamable-http' ? 'http' : given;
    const schema = type === 'stdio' ? stdioDefinition : remoteDefinition;
    const parsed = schema.safeParse({ ...fields, type });
    if (parsed.success && name.trim() !== '') {
      const isOff = fields['disabled'] === true;
      servers.push({ name, definition: parsed.data, disabled: isOff });
      continue;
    }
    const issue = parsed.error?.issues[0];
    const field = issue?.path.map(String).join('.') ?? 'name';
    problems.push(`server "${name}", field "${field}": ${issue?.message ?? 'A name is needed'}.`);
  }
  return { servers, problems };
}
