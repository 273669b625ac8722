import { homedir } from 'node:os';
import { join } from 'node:path';
import { dialog } from 'electron';
import { windowTexts } from '../../shared/texts/en/window.ts';
import type { SendEvent } from '../ipc/events.ts';
import type { Clock } from '../lib/clock.ts';
import type { Disposable } from '../lib/disposable.ts';
import type { Log } from '../lib/logger.ts';
import type { ProfilePaths } from '../lib/profile-paths.ts';
import { BundleUpkeep } from '../mcp/config/bundle/bundle-upkeep.ts';
import { removeBundle } from '../mcp/config/bundle/remove-bundle.ts';
import { FolderServers } from '../mcp/config/folder/folder-servers.ts';
import { PACKAGE_REGISTRIES, PackageVersions } from '../mcp/config/registry/package-versions.ts';
import { OFFICIAL_REGISTRY, RegistryClient } from '../mcp/config/registry/registry-client.ts';
import { expandEnvironment, resolveDefinition } from '../mcp/config/resolve-definition.ts';
import { environmentFor, ServerSecrets, sourcesFor } from '../mcp/config/server-secrets.ts';
import { ServerStore } from '../mcp/config/server-store.ts';
import { TypedDrafts } from '../mcp/config/setup/typed-drafts.ts';
import { RawServers } from '../mcp/config/setup/raw-servers.ts';
import { ServerSetup } from '../mcp/config/setup/server-setup.ts';
import type { Hub } from '../mcp/hub/hub-contract.ts';
import type { ConnectorDeps } from '../mcp/hub/server-connector.ts';
import type { SessionService } from '../sessions/session-service-contract.ts';
import type { SecretStore } from '../storage/secret-store.ts';
import { TrustedFolders } from '../storage/trusted-folders.ts';
import type { ConsentDesk } from './consent/consent-desk.ts';
import { tellTrouble } from './data-trouble.ts';
import type { Notices } from './notices.ts';
import type { MainWindow } from './window/main-window.ts';

/** The records of servers and the values that their variables stand for. */
export interface ServerBooks {
  readonly store: ServerStore;
  readonly secrets: ServerSecrets;
  readonly hasKeychain: () => boolean;
  readonly resolve: NonNullable<ConnectorDeps['resolveDefinition']>;
  readonly expandCommand: NonNullable<ConnectorDeps['expandCommand']>;
}

/** Opens the records of the profile. Troubles become notices. */
export async function openServerBooks(context: {
  readonly paths: ProfilePaths;
  readonly clock: Clock;
  readonly notices: Notices;
  readonly secrets: SecretStore;
}): Promise<ServerBooks> {
  const { paths, clock, notices } = context;
  const store = await ServerStore.open({
    path: paths.serversFile,
    clock,
    onTrouble: tellTrouble(notices, 'servers-corrupt'),
  });
  for (const { name, reason } of store.broken) {
    notices.add('server-entry-invalid', `${name}: ${reason}`);
  }
  const secrets = new ServerSecrets(context.secrets);
  const sources = { secrets, environment: process.env, home: homedir() };
  return {
    store,
    secrets,
    hasKeychain: () => context.secrets.storage === 'keychain',
    expandCommand: (command, settings) =>
      expandEnvironment(command, environmentFor(settings, sources)),
    resolve: async (record) => resolveDefinition(record.definition, sourcesFor(record, sources)),
  };
}

/** The servers that trusted folders bring. */
export function openFolderServers(context: {
  readonly books: ServerBooks;
  readonly hub: Hub;
  readonly paths: ProfilePaths;
  readonly notices: Notices;
}): FolderServers {
  const { books, hub, paths, notices } = context;
  const trusted = new TrustedFolders(paths.root);
  return new FolderServers({
    ...books,
    hub,
    isTrusted: (folder) => trusted.has(folder),
    onProblem: (problem) => notices.add('server-entry-invalid', problem),
  });
}

/** Adding and importing servers, with the system's file dialog and main's consent view. */
export function openServerSetup(parts: {
  readonly books: ServerBooks;
  readonly hub: Hub;
  readonly sessions: SessionService;
  readonly consent: ConsentDesk;
  readonly window: MainWindow;
  readonly send: SendEvent;
  readonly paths: ProfilePaths;
  readonly clock: Clock;
  readonly notices: Notices;
  readonly log: Log;
}): Disposable & {
  readonly setup: ServerSetup;
  readonly drafts: TypedDrafts;
  readonly raw: RawServers;
  readonly versions: PackageVersions;
} {
  const { books, hub, sessions, consent, window, send, clock, notices, log } = parts;
  const bundleFolder = join(parts.paths.root, 'bundles');
  const setup = new ServerSetup({
    adder: hub,
    records: () => books.store.records,
    secrets: books.secrets,
    hasKeychain: books.hasKeychain,
    environment: process.env,
    home: homedir(),
    platform: process.platform,
    folders: () => workingFolders(sessions),
    bundleFolder,
    registry: openRegistry(clock),
    chooseFile: () => chooseFile(window),
    reviewAdditions: (question, signal) => consent.reviewAdditions(question, signal),
  });
  const { store } = books;
  const raw = new RawServers({
    store,
    clock,
    review: (question, signal) => consent.reviewAdditions(question, signal),
    reload: () => hub.reload(),
  });
  const ends = [
    keepBundles(books, hub, bundleFolder, log),
    setup.onLink((waiting) => send('serverSetup.linkWaits', { waiting })),
    store.watch(({ revision, mistake }) => {
      send('serverSetup.fileChanged', { revision });
      if (mistake !== undefined) notices.add('server-entry-invalid', `${store.path}: ${mistake}`);
      void takeOver(store, hub);
    }),
  ];
  return {
    setup,
    raw,
    versions: openVersions(clock),
    drafts: openDrafts(books, hub, bundleFolder),
    dispose: () => {
      for (const end of ends) end();
    },
  };
}

function workingFolders(sessions: SessionService): readonly string[] {
  const folders = sessions.list().flatMap(({ folder }) => (folder === null ? [] : [folder]));
  return [...new Set(folders)];
}

function openRegistry(clock: Clock): RegistryClient {
  const baseUrl = chosenAddress('PARLEY_MCP_REGISTRY', OFFICIAL_REGISTRY);
  return new RegistryClient({ fetch: globalThis.fetch, baseUrl, clock });
}

function openVersions(clock: Clock): PackageVersions {
  const registries = {
    npm: chosenAddress('PARLEY_NPM_REGISTRY', PACKAGE_REGISTRIES.npm),
    pypi: chosenAddress('PARLEY_PYPI_REGISTRY', PACKAGE_REGISTRIES.pypi),
  };
  return new PackageVersions({ fetch: globalThis.fetch, clock, registries });
}

/** Removes what versions of bundles before left behind. Returns what ends it. */
function keepBundles(books: ServerBooks, hub: Hub, bundles: string, log: Log): () => void {
  const { store, secrets } = books;
  const records = (): ServerStore['records'] => store.records;
  const upkeep = new BundleUpkeep({ hub, records, secrets, bundles, log });
  return hub.onChange((states) => upkeep.look(states));
}

function openDrafts(books: ServerBooks, hub: Hub, bundleFolder: string): TypedDrafts {
  const { store, secrets, hasKeychain } = books;
  return new TypedDrafts({
    hub,
    secrets,
    hasKeychain,
    removeBundle: (record) => removeBundle(record, bundleFolder, store.records),
  });
}

/** Chosen outside the window, so that no page can choose where questions go. */
function chosenAddress(variable: string, usual: string): string {
  const chosen = process.env[variable];
  return chosen !== undefined && /^https?:\/\/\S+$/.test(chosen) && URL.canParse(chosen)
    ? chosen
    : usual;
}

/** The system's dialog: a path comes from the person, never from a page. */
async function chooseFile({ window }: MainWindow): Promise<string | undefined> {
  const { canceled, filePaths } = await dialog.showOpenDialog(window, {
    title: windowTexts.chooseServersFile,
    properties: ['openFile', 'showHiddenFiles'],
    filters: [{ name: windowTexts.serversFiles, extensions: ['json', 'jsonc', 'mcpb', 'dxt'] }],
  });
  return canceled ? undefined : filePaths[0];
}

/** What others wrote counts at once; what they made of a definition is not trusted. */
async function takeOver(store: ServerStore, hub: Hub): Promise<void> {
  await store.takeOver();
  await hub.reload();
}
