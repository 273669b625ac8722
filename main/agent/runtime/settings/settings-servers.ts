import { realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { InitializeRequest } from '../../../../shared/agent/frames.ts';
import { messageOf } from '../../../../shared/lib/errors.ts';
import { isJsonObject } from '../../../../shared/lib/json.ts';
import { systemClock } from '../../../lib/clock.ts';
import type { ServerRecord } from '../../../../shared/mcp/server-config.ts';
import { parseServerEntries } from './server-entries.ts';
import type { RuntimeServer } from './server-entries.ts';
import { readSettingsFile } from './settings-file.ts';

export interface AddedServers {
  /** Nearer ones first; of two with one name the first counts. */
  readonly servers: readonly RuntimeServer[];
  /** What was left out, as sentences. */
  readonly notices: readonly string[];
}

/** A server of a file, before its variables are replaced. */
interface Found {
  readonly server: RuntimeServer;
  readonly origin: string;
}

/**
 * The servers that a session has besides those of its host (SDK-12): of the settings files (`mcpServers`), of a trusted folder's
 * `.mcp.json`, and those that the person keeps for all programs in `servers.json`, as far as they are on and agreed to. Nothing of
 * a folder is read that is not trusted. `settings` are the objects `mcpServers` of settings files, nearer ones first.
 */
export async function settingsServers(
  request: Pick<InitializeRequest, 'cwd' | 'config_root' | 'env'>,
  sources: {
    readonly settings: readonly { readonly origin: string; readonly servers: unknown }[];
    readonly isFolderUsed: boolean;
    readonly isPersonUsed: boolean;
  },
): Promise<AddedServers> {
  const notices: string[] = [];
  const found: Found[] = [];
  const take = (origin: string, value: unknown): void => {
    if (value === undefined) return;
    if (!isJsonObject(value)) {
      notices.push(`In ${origin}, mcpServers: Expected an object.`);
      return;
    }
    const { servers, problems } = parseServerEntries(value);
    found.push(...servers.map((server) => ({ server, origin })));
    notices.push(...problems.map((problem) => `In ${origin}, ${problem}`));
  };
  for (const { origin, servers } of sources.settings) take(origin, servers);
  if (sources.isFolderUsed) {
    const path = join(request.cwd, '.mcp.json');
    try {
      take(path, (await readSettingsFile(path))?.['mcpServers']);
    } catch (failure) {
      notices.push(messageOf(failure));
    }
  }
  if (sources.isPersonUsed) found.push(...(await storedServers(request, notices)));
  const servers = await resolved(unique(found), request, notices);
  return { servers, notices };
}

function unique(found: readonly Found[]): readonly Found[] {
  const first = new Map<string, Found>();
  for (const one of found) if (!first.has(one.server.name)) first.set(one.server.name, one);
  return [...first.values()];
}

/** Those of `servers.json` that are on, agreed to, and for this folder or for all. */
async function storedServers(
  { cwd, config_root: configRoot }: Pick<InitializeRequest, 'cwd' | 'config_root'>,
  notices: string[],
): Promise<Found[]> {
  const path = join(configRoot, 'servers.json');
  if (!(await stat(path).catch(() => undefined))) return [];
  const [{ ServerStore }, { definitionHash }] = await Promise.all([
    import('../../../mcp/config/server-store.ts'),
    import('../../../mcp/config/definition-hash.ts'),
  ]);
  try {
    const store = await ServerStore.open({
      path,
      clock: systemClock,
      onTrouble: (trouble) => {
        notices.push(
          trouble.kind === 'corrupt'
            ? `The servers in ${path} could not be read and were moved to ${trouble.keptAs}: ${trouble.reason}`
            : `The servers in ${path} were written by a newer version and are left out.`,
        );
      },
    });
    const here = await realpath(cwd).catch(() => cwd);
    const isHere = ({ settings: { scope } }: ServerRecord): boolean =>
      scope.kind === 'user' || scope.folder === here || scope.folder === cwd;
    return store.records.flatMap((record): Found[] => {
      const { definition, key, enabled, settings } = record;
      if (!enabled || definition.type === 'builtin' || !isHere(record)) return [];
      if (record.trustedHash !== definitionHash(definition)) return [];
      // The app's copy of what a file of the folder says; that file is read by itself.
      if (settings.source?.entry !== undefined) return [];
      const limit = settings.toolTimeoutMs;
      const server = { name: key, definition, disabled: false };
      return [
        { server: limit === undefined ? server : { ...server, timeout_ms: limit }, origin: path },
      ];
    });
  } catch (failure) {
    notices.push(`The servers in ${path} are left out: ${messageOf(failure)}`);
    return [];
  }
}

/** With variables of the environment in place. A server that lacks one is left out and told; it would start wrongly. */
async function resolved(
  found: readonly Found[],
  { env, cwd }: Pick<InitializeRequest, 'env' | 'cwd'>,
  notices: string[],
): Promise<RuntimeServer[]> {
  if (found.length === 0) return [];
  const { resolveDefinition } = await import('../../../mcp/config/resolve-definition.ts');
  const known: Readonly<Record<string, string | undefined>> = {
    ...process.env,
    ...env,
    workspaceFolder: cwd,
  };
  const sources = {
    env: (name: string) => (Object.hasOwn(known, name) ? known[name] : undefined),
    // They are in a keychain that only the app can open.
    input: () => undefined,
    secret: () => undefined,
  };
  return found.flatMap(({ server, origin }): RuntimeServer[] => {
    try {
      const { definition } = resolveDefinition(server.definition, sources);
      return definition.type === 'builtin' ? [] : [{ ...server, definition }];
    } catch (failure) {
      if (server.disabled) return [];
      notices.push(`The server "${server.name}" of ${origin} is left out. ${messageOf(failure)}`);
      return [];
    }
  });
}
