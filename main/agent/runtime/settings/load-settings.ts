import { isAbsolute, resolve } from 'node:path';
import type { InitializeRequest } from '../../../../shared/agent/frames.ts';
import { messageOf } from '../../../../shared/lib/errors.ts';
import type { SessionDependencies } from '../session/session-dependencies.ts';
import type { RuleSource, RuleTexts } from '../permissions/permission-rules.ts';
import { parseSettings, readSettingsFile, settingsPath } from './settings-file.ts';
import type { CommandHook, ParsedSettings, SettingsSource } from './settings-file.ts';
import type { RuntimeServer } from './server-entries.ts';
import { settingsServers } from './settings-servers.ts';
import type { AddedServers } from './settings-servers.ts';
import { TrustedFolders } from '../../../storage/trusted-folders.ts';

/** Everything that settings bring into a session. */
export interface SessionSettings {
  readonly rules: readonly { readonly source: RuleSource; readonly rules: RuleTexts }[];
  /** Folders besides the working folder, absolute. */
  readonly directories: readonly string[];
  readonly hooks: readonly CommandHook[];
  readonly env: Readonly<Record<string, string>>;
  /** Of settings, of the folder and of the person (SDK-12). */
  readonly servers: readonly RuntimeServer[];
  /** What could not be used, and what was left out, as sentences. */
  readonly notices: readonly string[];
}

/** The settings that a host gave with its options cannot be used. `message` names the place. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

type SettingsRequest = Pick<
  InitializeRequest,
  'cwd' | 'config_root' | 'setting_sources' | 'settings' | 'additional_directories'
> &
  Partial<Pick<InitializeRequest, 'env' | 'strict_mcp_config'>>;

/**
 * Reads the settings of a session: of the person, of the folder, and of the option, later ones over earlier ones. Those of a
 * folder are read only when the host names them as a source, or when the folder is trusted (SE-32); else nothing of it is
 * looked at. A file that cannot be used is told; settings of the host that cannot be used reject.
 */
export async function loadSettings(request: SettingsRequest): Promise<SessionSettings> {
  const notices: string[] = [];
  const found: FoundSettings[] = [];
  const place = { configRoot: request.config_root, cwd: request.cwd };
  const sources = request.setting_sources ?? (await defaultSources(place));
  for (const source of sources) {
    const path = settingsPath(source, place);
    try {
      const value = await readSettingsFile(path);
      if (value) found.push({ source, origin: path, settings: parseSettings(value, path) });
    } catch (failure) {
      notices.push(messageOf(failure));
    }
  }
  const given = await givenSettings(request);
  if (given) found.push({ source: 'options', origin: 'the option `settings`', settings: given });
  const added = await addedServers(request, sources, found);
  return {
    rules: found.map(({ source, settings: { allow, deny, ask } }) => ({
      source,
      rules: { allow, deny, ask },
    })),
    directories: [
      ...new Set(
        [
          ...request.additional_directories,
          ...found.flatMap(({ settings }) => settings.directories),
        ].map((folder) => resolve(request.cwd, folder)),
      ),
    ],
    hooks: found.flatMap(({ settings }) => settings.hooks),
    env: Object.assign({}, ...found.map(({ settings }) => settings.env)) as Record<string, string>,
    servers: added.servers,
    notices: [...notices, ...added.notices, ...found.flatMap(({ settings }) => settings.problems)],
  };
}

interface FoundSettings {
  readonly source: RuleSource;
  readonly origin: string;
  readonly settings: ParsedSettings;
}

async function addedServers(
  request: SettingsRequest,
  sources: readonly SettingsSource[],
  found: readonly FoundSettings[],
): Promise<AddedServers> {
  if (request.strict_mcp_config === true) return { servers: [], notices: [] };
  const own = (isNear: boolean): { origin: string; servers: unknown }[] =>
    found
      .filter(({ source }) => (source === 'user') !== isNear)
      .map(({ origin, settings }) => ({ origin, servers: settings.servers }))
      .reverse();
  const env = Object.fromEntries(
    [...found.map(({ settings }) => settings.env), request.env ?? {}].flatMap((one) =>
      Object.entries(one),
    ),
  );
  return settingsServers(
    { ...request, env },
    {
      settings: [...own(true), ...own(false)],
      isFolderUsed: sources.includes('project'),
      isPersonUsed: sources.includes('user'),
    },
  );
}

/** What a session needs of the outside, where processes that it starts get the environment of its settings. */
export function withSettings(
  dependencies: SessionDependencies,
  settings: SessionSettings,
): SessionDependencies {
  return {
    ...dependencies,
    connect: (name, definition, ...rest) =>
      dependencies.connect(
        name,
        definition.type === 'stdio'
          ? { ...definition, env: { ...settings.env, ...definition.env } }
          : definition,
        ...rest,
      ),
  };
}

async function defaultSources(place: {
  readonly configRoot: string;
  readonly cwd: string;
}): Promise<readonly SettingsSource[]> {
  const isTrusted = await new TrustedFolders(place.configRoot).has(place.cwd);
  return isTrusted ? ['user', 'project', 'local'] : ['user'];
}

async function givenSettings({
  settings,
  cwd,
}: SettingsRequest): Promise<ParsedSettings | undefined> {
  if (settings === undefined) return undefined;
  const isPath = typeof settings === 'string';
  const path = isPath ? (isAbsolute(settings) ? settings : resolve(cwd, settings)) : '';
  let value;
  try {
    value = isPath ? await readSettingsFile(path) : settings;
  } catch (failure) {
    throw new SettingsError(messageOf(failure));
  }
  if (!value)
    throw new SettingsError(`The option \`settings\` names ${path}, which does not exist.`);
  const parsed = parseSettings(value, isPath ? path : 'the option `settings`');
  const [problem] = parsed.problems;
  if (problem !== undefined) throw new SettingsError(problem);
  return parsed;
}
