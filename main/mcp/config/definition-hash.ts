import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../shared/lib/json.ts';
import type { ServerDefinition } from '../../../shared/mcp/server-config.ts';
import { plainAddress } from './plain-address.ts';

/** What trust is bound to. Of the environment only the names: values are secrets that are renewed. */
function normalised(definition: ServerDefinition): object {
  switch (definition.type) {
    case 'stdio':
      return {
        type: definition.type,
        command: definition.command,
        args: definition.args,
        env: Object.keys(definition.env).sort(),
        cwd: definition.cwd ?? null,
      };
    case 'http':
    case 'sse':
      return {
        type: definition.type,
        url: plainAddress(definition.url)?.href ?? definition.url,
        headers: Object.entries(definition.headers)
          .map(([name, value]) => [name.toLowerCase(), value])
          .sort(([left = ''], [right = '']) => (left < right ? -1 : 1)),
        // Whom the connection trusts is part of where it leads.
        ...(definition.caFile === undefined ? {} : { caFile: definition.caFile }),
      };
    case 'builtin':
      return { type: definition.type, module: definition.module };
  }
}

/**
 * The SHA-256 of the whole normalised definition, in hex (SE-30). Equal definitions have equal hashes, however they are
 * written. Variables count as they are written, not by their values.
 */
export function definitionHash(definition: ServerDefinition): string {
  return createHash('sha256')
    .update(canonicalJson(normalised(definition)))
    .digest('hex');
}
