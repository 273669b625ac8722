import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ParseError } from 'jsonc-parser';
import { z } from 'zod';
import { hookEvent } from '../../../../shared/agent/frames.ts';
import { parsePermissionRule } from '../../../../shared/agent/permission-rule.ts';
import type { UpdateDestination } from '../../../../shared/agent/permission-update.ts';
import { messageOf } from '../../../../shared/lib/errors.ts';
import { isJsonObject } from '../../../../shared/lib/json.ts';
import type { JsonObject } from '../../../../shared/lib/json.ts';
import { parseKeptFiles } from '../../../storage/kept-files/kept-files-limits.ts';

/** Settings that are kept in a file. */
export type SettingsSource = Exclude<UpdateDestination, 'session'>;

/** Where the settings of a source are. */
export function settingsPath(
  source: SettingsSource,
  place: { readonly configRoot: string; readonly cwd: string },
): string {
  switch (source) {
    case 'user':
      return join(place.configRoot, 'settings.json');
    case 'project':
      return join(place.cwd, '.parley', 'settings.json');
    case 'local':
      return join(place.cwd, '.parley', 'settings.local.json');
  }
}

const commandHook = z.object({
  type: z.literal('command').default('command'),
  /** With `args`: a program. Without: a text for the shell. */
  command: z.string().min(1),
  args: z.array(z.string()).optional(),
  /** In ms. */
  timeout: z.number().positive().optional(),
});
export type CommandHookSetting = z.infer<typeof commandHook>;

const hookMatcher = z.object({
  matcher: z.string().refine(isPattern, 'This is no regular expression').optional(),
  hooks: z.array(commandHook),
});

/** One hook of a settings file. */
export interface CommandHook {
  readonly event: z.infer<typeof hookEvent>;
  readonly matcher: string | undefined;
  readonly setting: CommandHookSetting;
  /** The file or option that it comes from. */
  readonly origin: string;
}

/** What a settings file says, as far as it can be used. */
export interface ParsedSettings {
  readonly allow: readonly string[];
  readonly deny: readonly string[];
  readonly ask: readonly string[];
  readonly directories: readonly string[];
  readonly hooks: readonly CommandHook[];
  readonly env: Readonly<Record<string, string>>;
  /** Servers by name, not looked at yet. */
  readonly servers: unknown;
  /** Sentences, each with the place in the file. */
  readonly problems: readonly string[];
}

/** Reads a file; `undefined` when there is none. Rejects when it cannot be read or is no JSON object. */
export async function readSettingsFile(path: string): Promise<JsonObject | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (failure) {
    const { code } = failure as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new Error(`The settings in ${path} could not be read: ${messageOf(failure)}.`, {
      cause: failure,
    });
  }
  // Loaded with the first file, so that a start without settings stays lean.
  const { parse, printParseErrorCode } = await import('jsonc-parser');
  const errors: ParseError[] = [];
  const value: unknown = parse(text.replace(/^\uFEFF/, ''), errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error) {
    const line = text.slice(0, error.offset).split('\n').length;
    throw new Error(
      `The settings in ${path} are no JSON: ${printParseErrorCode(error.error)} in line ${String(line)}. Correct the file; until then nothing of it holds.`,
    );
  }
  if (isJsonObject(value)) return value;
  throw new Error(`The settings in ${path} are no JSON object. Correct the file.`);
}

/** Reads settings entry by entry: one that cannot be used is told and hides no other. What is not known is left alone. */
export function parseSettings(value: JsonObject, origin: string): ParsedSettings {
  const problems: string[] = [];
  const tell = (place: string, what: string): void => {
    problems.push(`In ${origin}, ${place}: ${what}`);
  };
  const permissions = objectAt(value, 'permissions', tell);
  const { problem } = parseKeptFiles(value['keptFiles']);
  if (problem !== undefined) problems.push(`In ${origin}, ${problem}`);
  const rulesAt = (behavior: 'allow' | 'deny' | 'ask'): string[] =>
    stringsAt(permissions, behavior, `permissions.${behavior}`, tell).filter((text, n) => {
      const parsed = parsePermissionRule(text);
      if ('rule' in parsed) return true;
      tell(`permissions.${behavior}.${String(n)}`, parsed.problem);
      // A rule that forbids holds for the whole tool rather than not at all.
      return behavior !== 'allow';
    });
  return {
    allow: rulesAt('allow'),
    deny: rulesAt('deny'),
    ask: rulesAt('ask'),
    directories: stringsAt(
      permissions,
      'additionalDirectories',
      'permissions.additionalDirectories',
      tell,
    ),
    hooks: parseHooks(objectAt(value, 'hooks', tell), origin, tell),
    env: parseEnv(objectAt(value, 'env', tell), tell),
    servers: value['mcpServers'],
    problems,
  };
}

type Tell = (place: string, what: string) => void;

function parseHooks(hooks: JsonObject, origin: string, tell: Tell): CommandHook[] {
  return Object.entries(hooks).flatMap(([name, entries]) => {
    const event = hookEvent.safeParse(name);
    if (!event.success) {
      tell(
        `hooks.${name}`,
        `There is no event of this name. Known are ${hookEvent.options.join(', ')}.`,
      );
      return [];
    }
    if (!Array.isArray(entries)) {
      tell(`hooks.${name}`, 'Expected a list of matchers with their hooks.');
      return [];
    }
    return entries.flatMap((entry: unknown, n) => {
      const parsed = hookMatcher.safeParse(entry);
      if (parsed.success)
        return parsed.data.hooks.map((setting) => ({
          event: event.data,
          matcher: parsed.data.matcher,
          setting,
          origin,
        }));
      const [issue] = parsed.error.issues;
      tell(
        ['hooks', name, n, ...(issue?.path ?? [])].map(String).join('.'),
        `${issue?.message ?? ''}.`,
      );
      return [];
    });
  });
}

function parseEnv(env: JsonObject, tell: Tell): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]): [string, string][] => {
      if (typeof value === 'string' && /^[A-Za-z_][A-Za-z0-9_]*$/.test(name))
        return [[name, value]];
      tell(`env.${name}`, 'Expected the name of a variable and a text.');
      return [];
    }),
  );
}

function objectAt(value: JsonObject, key: string, tell: Tell): JsonObject {
  const inner = value[key];
  if (inner === undefined) return {};
  if (isJsonObject(inner)) return inner;
  tell(key, 'Expected an object.');
  return {};
}

function stringsAt(value: JsonObject, key: string, place: string, tell: Tell): string[] {
  const inner = value[key];
  if (inner === undefined) return [];
  if (!Array.isArray(inner)) {
    tell(place, 'Expected a list of texts.');
    return [];
  }
  return inner.flatMap((entry: unknown, n): string[] => {
    if (typeof entry === 'string' && entry !== '') return [entry];
    tell(`${place}.${String(n)}`, 'Expected a text.');
    return [];
  });
}

function isPattern(text: string): boolean {
  try {
    return new RegExp(text) instanceof RegExp;
  } catch {
    return text === '*';
  }
}
