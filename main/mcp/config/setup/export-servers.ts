import type { ServerRecord } from '../../../../shared/mcp/server-config.ts';
import { moveSecrets } from '../literal-secrets.ts';

/** The person's servers as other apps read them, and how many secrets were left out. */
export interface ExportedServers {
  readonly text: string;
  readonly leftOut: number;
}

/**
 * Writes servers as `mcpServers`. No secret is in it: what is kept in the keychain stays a reference, and a plain value that looks
 * like a secret becomes one, so that whoever imports it is asked for it.
 */
export function exportServers(records: readonly ServerRecord[]): ExportedServers {
  let leftOut = 0;
  const names = new Set<string>();
  const entries = records.flatMap((record): [string, object][] => {
    const { definition, moved } = moveSecrets(record.name, record.definition);
    if (definition.type === 'builtin') return [];
    leftOut += moved.length;
    const name = names.has(record.name) ? record.key : record.name;
    names.add(name);
    const { type, ...fields } = definition;
    if ('url' in fields) {
      const { url, headers, caFile } = fields;
      return [
        [
          name,
          {
            type,
            url,
            ...(Object.keys(headers).length > 0 ? { headers } : {}),
            ...(caFile === undefined ? {} : { caFile }),
          },
        ],
      ];
    }
    const { command, args, env, cwd } = fields;
    return [
      [
        name,
        {
          command,
          args,
          ...(Object.keys(env).length > 0 ? { env } : {}),
          ...(cwd === undefined ? {} : { cwd }),
        },
      ],
    ];
  });
  const text = `${JSON.stringify({ mcpServers: Object.fromEntries(entries) }, null, 2)}\n`;
  return { text, leftOut };
}
