import { z } from 'zod';
import { settings } from '../../../shared/ipc/routes/settings.ts';
import { isJsonObject } from '../../../shared/lib/json.ts';
import { serverDefinition } from '../../../shared/mcp/server-config.ts';
import { moveSecrets } from '../../mcp/config/literal-secrets.ts';
import type { BackupFile } from '../../storage/profile-data/backup-format.ts';

/** What may come from elsewhere: how connections are made, and what this computer did, is its own. */
const movable = settings
  .omit({ network: true, lastBackup: true, welcomed: true, system: true })
  .partial();

const serversFile = z.looseObject({ servers: z.array(z.unknown()) });
const serverRecord = z.looseObject({
  name: z.string(),
  definition: serverDefinition,
  settings: z.looseObject({}).default({}),
});

/** The servers of a file; an entry that cannot be used hides no other. */
function serversIn({ servers }: z.infer<typeof serversFile>): z.infer<typeof serverRecord>[] {
  return servers.flatMap((entry) => serverRecord.safeParse(entry).data ?? []);
}

/**
 * A file of a profile without secrets, and without what makes something run or reach out by itself: hooks, rules, variables,
 * trust and the way to the network. The same for what goes into a backup and for what comes out of one, since nobody knows who
 * made that. Undefined for a file that cannot be used.
 */
export function cleanBackupFile(file: BackupFile, text: string): string | undefined {
  const content = jsonOf(text);
  if (!isJsonObject(content)) return undefined;
  switch (file) {
    case 'settings.json': {
      const kept = movable.safeParse(content);
      if (!kept.success) return undefined;
      return written({ schemaVersion: content['schemaVersion'], ...kept.data });
    }
    case 'servers.json': {
      const parsed = serversFile.safeParse(content);
      if (!parsed.success) return undefined;
      const servers = serversIn(parsed.data).map(({ trustedHash: _, ...record }) => ({
        ...record,
        definition: moveSecrets(record.name, record.definition).definition,
        settings: { ...record.settings, trustHints: false },
      }));
      return written({ ...parsed.data, servers });
    }
    case 'providers.json':
    case 'bench.json':
      return written(content);
  }
}

/** The settings of a backup in those that are here, whose other fields stay: rules, hooks, variables, the network. */
export function withSettings(present: string | undefined, restored: string): string {
  const content = jsonOf(present ?? '{}');
  const from = jsonOf(restored);
  return written({
    ...(isJsonObject(content) ? content : {}),
    ...(isJsonObject(from) ? from : {}),
  });
}

/** What the person is told of a backup's files. */
export function toldOf(files: ReadonlyMap<BackupFile, string>): {
  readonly servers: readonly string[];
  readonly addresses: readonly string[];
} {
  const servers = serversFile.safeParse(jsonOf(files.get('servers.json') ?? ''));
  const providers = z
    .object({ providers: z.array(z.object({ baseUrl: z.string().optional() })) })
    .safeParse(jsonOf(files.get('providers.json') ?? ''));
  return {
    servers: servers.success
      ? serversIn(servers.data)
          .filter(({ definition }) => definition.type !== 'builtin')
          .map(({ name }) => name)
      : [],
    addresses: providers.success
      ? [...new Set(providers.data.providers.flatMap(({ baseUrl }) => baseUrl ?? []))]
      : [],
  };
}

function written(content: unknown): string {
  return `${JSON.stringify(content, null, 2)}\n`;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
