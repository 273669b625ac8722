import { mkdir, realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import type { ServerRecord, ServerScope } from '../../../../shared/mcp/server-config.ts';
import type { ServerState } from '../../../../shared/mcp/server-state.ts';
import { systemClock } from '../../../lib/clock.ts';
import { profilePaths } from '../../../lib/profile-paths.ts';
import { spawnManaged } from '../../../lib/subprocess.ts';
import { openEraFile } from '../../../mcp/config/era-file.ts';
import { resolveDefinition } from '../../../mcp/config/resolve-definition.ts';
import { ServerSecrets, sourcesFor } from '../../../mcp/config/server-secrets.ts';
import { ServerStore } from '../../../mcp/config/server-store.ts';
import { ManagedServer } from '../../../mcp/hub/managed-server.ts';
import { createSearchPath } from '../../../mcp/hub/search-path.ts';
import { ServerConnector } from '../../../mcp/hub/server-connector.ts';
import type { ConnectionSignIns } from '../../../mcp/hub/sign-in-contract.ts';
import { serveNotes } from '../../../mcp/servers/notes.ts';
import { openSecretStore } from '../../../storage/secret-store.ts';
import { stderrLog } from '../host/stderr-log.ts';
import { RUNTIME_VERSION } from '../runtime-version.ts';
import { CommandFailure, UsageError } from './command-errors.ts';
import type { Subcommand } from './command-process.ts';
import { nearestWord } from './parse-arguments.ts';

/** Opens the records that the app keeps too. What is wrong with the file is told; a file of a newer version is refused. */
export async function openServerRecords({ own }: Subcommand): Promise<ServerStore> {
  const path = profilePaths(own.environment).serversFile;
  const store = await ServerStore.open({
    path,
    clock: systemClock,
    onTrouble: (trouble) => {
      if (trouble.kind === 'newer')
        throw new CommandFailure(
          `${path} was written by a newer version of Parley, so nothing is changed. Update this one.`,
        );
      if (trouble.kind === 'unmigrated')
        throw new CommandFailure(
          `${path} was written by an earlier version of Parley, and nothing is changed. ${trouble.reason}`,
        );
      own.notices.write(
        `${path} could not be read and was moved to ${trouble.keptAs}. ${trouble.reason}\n`,
      );
    },
  });
  for (const { name, reason } of store.broken)
    own.notices.write(`${path}: “${name}” cannot be used. ${reason}\n`);
  return store;
}

/** Forgets what the keychain of the app holds for a server that is removed. */
export async function forgetSecrets({ own }: Subcommand, record: ServerRecord): Promise<void> {
  const path = profilePaths(own.environment).secretsFile;
  const options = { path, clock: systemClock, onTrouble: () => undefined };
  await new ServerSecrets(await openSecretStore(options, undefined)).forget(record);
}

/** The record of a name, key or id. Throws `UsageError` that names the nearest, or says which of two is to be chosen. */
export function recordNamed(records: readonly ServerRecord[], name: string): ServerRecord {
  const exact = records.find((one) => one.id === name || one.key === name);
  if (exact) return exact;
  const small = name.toLowerCase();
  const named = records.filter((one) => one.name.toLowerCase() === small);
  const [first, second] = named;
  if (first && !second) return first;
  if (first)
    throw new UsageError(
      `Several servers are called “${name}”. Choose one by its key: ${named.map(({ key }) => key).join(', ')}.`,
    );
  const near = nearestWord(
    name,
    records.flatMap((one) => [one.key, one.name]),
  );
  throw new UsageError(
    `There is no server “${name}”.${near === undefined ? '' : ` Did you mean ${near}?`} See parley mcp list.`,
  );
}

/** The scope that options name. A folder is taken by its real path. Throws `UsageError`. */
export async function scopeOf(
  { own }: Subcommand,
  scope: string | undefined,
  folder: string | undefined,
): Promise<ServerScope> {
  const kind = scope ?? (folder === undefined ? 'user' : 'folder');
  if (kind === 'user' && folder === undefined) return { kind: 'user' };
  if (kind !== 'folder')
    throw new UsageError(
      kind === 'user'
        ? '--folder needs --scope folder.'
        : `--scope cannot be ${JSON.stringify(kind)}: user or folder.`,
    );
  const path = resolve(own.folder, folder ?? '.');
  return {
    kind: 'folder',
    folder: await realpath(path).catch(() => {
      throw new UsageError(`The folder ${path} does not exist.`);
    }),
  };
}

/**
 * Starts one server as the app would, and resolves to how it is once that is known: connected with its tools, or why not.
 * Nothing of it runs afterwards. `signal` gives up.
 */
export async function tryServer(
  { own }: Subcommand,
  record: ServerRecord,
  signIns: ConnectionSignIns | undefined,
  signal: AbortSignal,
): Promise<ServerState> {
  const paths = profilePaths(own.environment);
  await mkdir(paths.serverFolder, { recursive: true, mode: 0o700 });
  const clock = systemClock;
  const log = stderrLog(own.notices, own.environment['PARLEY_DEBUG'] === '1');
  const secretOptions = { path: paths.secretsFile, clock, onTrouble: () => undefined };
  const secrets = new ServerSecrets(await openSecretStore(secretOptions, undefined));
  const sources = { secrets, environment: own.environment, home: homedir() };
  const connector = new ServerConnector({
    clientName: 'parley',
    clientVersion: RUNTIME_VERSION,
    clock,
    log,
    spawn: spawnManaged,
    environment: own.environment,
    searchPath: createSearchPath({ environment: own.environment, spawn: spawnManaged, clock, log }),
    serverFolder: paths.serverFolder,
    eras: await openEraFile({ path: paths.erasFile, clock, log }),
    signIns,
    resolveDefinition: async (one) => resolveDefinition(one.definition, sourcesFor(one, sources)),
    builtins: {
      notes: (transport) =>
        serveNotes(transport, { folder: paths.notes, version: RUNTIME_VERSION }),
    },
  });
  let look = (): void => undefined;
  const server = new ManagedServer(record, {
    clock,
    random: Math.random,
    connector,
    questions: undefined,
    toolTimeoutMs: 60_000,
    onChange: () => look(),
    onTraffic: () => undefined,
    sessionIds: () => [],
    onFirstTools: () => undefined,
  });
  try {
    return await new Promise<ServerState>((resolve, reject) => {
      const fail = (): void => reject(new CommandFailure('Interrupted.'));
      signal.addEventListener('abort', fail, { once: true });
      look = () => {
        const state = server.state();
        if (state.status !== 'pending' && state.status !== 'connecting') resolve(state);
      };
      server.start();
      look();
      if (signal.aborted) fail();
    });
  } finally {
    look = () => undefined;
    await server.retire();
  }
}
