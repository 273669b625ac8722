import type { z } from 'zod';
import type { Handlers } from '../../../shared/ipc/contract.ts';
import type { serverSetupCalls } from '../../../shared/ipc/routes/server-setup.ts';
import type { ServerSetup } from '../../mcp/config/setup/server-setup.ts';
import type { PackageVersions } from '../../mcp/config/registry/package-versions.ts';
import type { RegistryServer } from '../../mcp/config/registry/registry-entry.ts';
import type { RawServers } from '../../mcp/config/setup/raw-servers.ts';
import type { TypedDrafts } from '../../mcp/config/setup/typed-drafts.ts';
import type { Caller } from '../caller.ts';
import { gestureRule } from '../gesture.ts';
import type { RequireGesture } from '../gesture.ts';

export interface ServerSetupHandlerParts {
  readonly setup: ServerSetup;
  readonly drafts: TypedDrafts;
  readonly raw: RawServers;
  readonly versions: PackageVersions;
  readonly now: () => number;
}

/**
 * Handlers of `serverSetup.*`. Whatever stores or starts a server waits for the person's answer in main's consent view; files of
 * other apps are read, and values kept, only right after a real key press or click, and no value goes out.
 */
export function serverSetupHandlers({
  setup,
  drafts,
  raw,
  versions,
  now,
}: ServerSetupHandlerParts): Handlers<typeof serverSetupCalls, Caller> {
  const needGesture = gestureRule(now);
  return {
    'serverSetup.read': ({ text, pins }) => setup.read(text, pins),
    'serverSetup.sources': async ({ pins }, caller) => {
      needGesture(caller);
      return { sources: [...(await setup.sources(pins))] };
    },
    'serverSetup.chooseFile': async (_input, caller) => {
      needGesture(caller);
      return { source: await setup.chooseFile() };
    },
    'serverSetup.review': async (choice, { signal }) => ({
      results: [...(await setup.review(choice, signal))],
    }),
    'serverSetup.addOff': async (choice, { signal }) => {
      const serverIds = await setup.addOff(choice, signal);
      return serverIds
        ? { outcome: 'added', serverIds: [...serverIds] }
        : { outcome: 'cancelled', serverIds: [] };
    },
    ...storedServerHandlers(setup, drafts, needGesture),
    'serverSetup.export': ({ serverIds }) => setup.export(serverIds),
    ...registryHandlers(setup, versions, needGesture),
    'serverSetup.raw': async (_input, caller) => {
      needGesture(caller);
      return fileOf(raw);
    },
    'serverSetup.checkRaw': async ({ text }) => ({ notes: [...(await raw.check(text))] }),
    'serverSetup.saveRaw': async ({ text, revision }, { signal }) => {
      const outcome = await raw.save(text, revision, signal);
      return outcome === 'saved' ? { outcome, file: await fileOf(raw) } : { outcome };
    },
    'serverSetup.takeLinks': () => ({ readings: [...setup.takeLinks()] }),
  };
}

type StoredCalls = Pick<
  typeof serverSetupCalls,
  | 'serverSetup.variables'
  | 'serverSetup.inspect'
  | 'serverSetup.moveSecrets'
  | 'serverSetup.pin'
  | 'serverSetup.setSecret'
>;

/** What is done with definitions that are stored. */
function storedServerHandlers(
  setup: ServerSetup,
  drafts: TypedDrafts,
  needGesture: RequireGesture,
): Handlers<StoredCalls, Caller> {
  return {
    'serverSetup.variables': (request) => ({ variables: [...setup.variables(request)] }),
    'serverSetup.inspect': ({ serverId }) => {
      const { variables, plainSecrets, ...rest } = setup.inspect(serverId);
      return { ...rest, variables: [...variables], plainSecrets: [...plainSecrets] };
    },
    'serverSetup.moveSecrets': ({ serverId }, caller) => {
      needGesture(caller);
      return drafts.moveSecrets(serverId, caller.signal);
    },
    'serverSetup.pin': ({ serverId, version }, caller) => {
      needGesture(caller);
      return drafts.pin(serverId, version, caller.signal);
    },
    'serverSetup.setSecret': ({ serverId, kind, name, value }, caller) => {
      needGesture(caller);
      return setup.setSecret(serverId, { kind, name }, value);
    },
  };
}

type RegistryCalls = Pick<
  typeof serverSetupCalls,
  | 'serverSetup.registry'
  | 'serverSetup.searchRegistry'
  | 'serverSetup.registryEntry'
  | 'serverSetup.latestVersion'
>;

/** What is asked of registries, each time by the person. */
function registryHandlers(
  setup: ServerSetup,
  versions: PackageVersions,
  needGesture: RequireGesture,
): Handlers<RegistryCalls, Caller> {
  return {
    'serverSetup.registry': () => ({ host: setup.registryHost }),
    'serverSetup.searchRegistry': async ({ search, cursor }, caller) => {
      needGesture(caller);
      const { servers, nextCursor } = await setup.searchRegistry(search, cursor, caller.signal);
      return {
        servers: servers.map(published),
        ...(nextCursor === undefined ? {} : { nextCursor }),
      };
    },
    'serverSetup.registryEntry': ({ name, version }) => setup.registryEntry(name, version),
    'serverSetup.latestVersion': async ({ ecosystem, name }, caller) => {
      needGesture(caller);
      const version = await versions.latest(ecosystem, name, caller.signal);
      return { version, host: versions.hostOf(ecosystem) };
    },
  };
}

async function fileOf(
  raw: RawServers,
): Promise<z.output<(typeof serverSetupCalls)['serverSetup.raw']['output']>> {
  const { notes, ...file } = await raw.view();
  return { ...file, notes: [...notes] };
}

/** What the window draws of a published server. */
function published(server: RegistryServer): CallValueOfSearch['servers'][number] {
  const { name, title, description, version, packages, remotes } = server;
  const kinds = [
    ...remotes.map(({ type }) => (type === 'sse' ? 'sse' : 'http')),
    ...packages.map(({ registryType }) => registryType),
  ];
  return {
    name,
    description,
    version,
    kinds: [...new Set(kinds)],
    ...(title === undefined ? {} : { title }),
  };
}

type CallValueOfSearch = z.output<
  (typeof serverSetupCalls)['serverSetup.searchRegistry']['output']
>;
