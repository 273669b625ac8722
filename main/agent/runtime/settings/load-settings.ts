import { isAbsolute, resolve } from 'node:path';
import type { InitializeRequest } from '../../../../shared/agent/frames.ts';
import { messageOf } from '../../../../shared/lib/errors.ts';
import type { SessionDependencies } from '../session/session-dependencies.ts';
import type { RuleSource, RuleTexts } from '../permissions/permission-rules.ts';
import { parseSettings, readSettingsFile, settingsPath } from './settings-file.ts';
import type { CommandHook, ParsedSettings, SettingsSource } from './settings-file.ts';
import { TrustedFolders } from './trusted-folders.ts';

/** Everything that settings bring into a session. */
export interface SessionSettings {
  readonly rules: readonly { readonly source: RuleSource; readonly rules: RuleTexts }[];
  /** Folders besides the working folder, absolute. */
  readonly directories: readonly string[];
  readonly hooks: readonly CommandHook[];
  readonly env: Readonly<Record<string, string>>;
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
>;

/**
 * Reads the settings of a session: of the person, of the folder, and of the option, later ones over earlier ones. Those of a
 * folder are read only when the host names them as a source, or when the folder is trusted (SE-32); else nothing of it is
 * looked at. A file that cannot be used is told; settings of the host that cannot be used reject.
 */
export async function loadSettings(request: SettingsRequest): Promise<SessionSettings> {
  const notices: string[] = [];
  const found: { source: RuleSource; settings: ParsedSettings }[] = [];
  const place = { configRoot: request.config_root, cwd: request.cwd };
  for (const source of request.setting_sources ?? (await defaultSources(place))) {
    const path = settingsPath(source, place);
    try {
      const value = await readSettingsFile(path);
      if (value) found.push({ source, settings: parseSettings(value, path) });
    } catch (failure) {
      notices.push(messageOf(failure));
    }
  }
  const given = await givenSettings(request);
  if (given) found.push({ source: 'options', settings: given });
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
    notices: [...notices, ...found.flatMap(({ settings }) => settings.problems)],
  };
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
