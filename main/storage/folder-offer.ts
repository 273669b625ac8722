import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isJsonObject } from '../../shared/lib/json.ts';

/** What a folder brings that is used only once it is trusted. */
export interface FolderOffer {
  /** Names of files and folders in it, such as `AGENTS.md`. */
  readonly files: readonly string[];
  /** What could run because of it: servers of `.mcp.json` and hooks of its settings, one line each. */
  readonly commands: readonly string[];
}

const FILES = [
  'AGENTS.md',
  '.mcp.json',
  join('.parley', 'settings.json'),
  join('.parley', 'settings.local.json'),
  join('.parley', 'instructions.md'),
];
const FOLDERS = ['agents', 'commands', 'skills'].map((name) => join('.parley', name));
const MOST_COMMANDS = 20;

/** Looks what is there, without using any of it: nothing is started, and no variable is replaced. */
export async function folderOffer(folder: string): Promise<FolderOffer> {
  const files: string[] = [];
  for (const name of FILES) {
    const found = await stat(join(folder, name)).catch(() => undefined);
    if (found?.isFile() === true) files.push(name);
  }
  for (const name of FOLDERS) {
    const entries = await readdir(join(folder, name)).catch(() => []);
    if (entries.length > 0) files.push(name);
  }
  const commands = [
    ...serverLines(await objectIn(join(folder, '.mcp.json'))),
    ...(
      await Promise.all(
        FILES.slice(2, 4).map(async (name) => {
          const settings = await objectIn(join(folder, name));
          return [...serverLines(settings), ...hookLines(settings)];
        }),
      )
    ).flat(),
  ];
  return { files, commands: commands.slice(0, MOST_COMMANDS) };
}

async function objectIn(path: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    const text = (await readFile(path, 'utf8')).replace(/^\uFEFF/, '');
    const { parse } = await import('jsonc-parser');
    const value: unknown = parse(text, [], { allowTrailingComma: true });
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

function serverLines(settings: Readonly<Record<string, unknown>>): string[] {
  const servers = settings['mcpServers'];
  if (!isJsonObject(servers)) return [];
  return Object.entries(servers).flatMap(([name, server]) => {
    if (!isJsonObject(server)) return [];
    const { command, args, url } = server;
    const parts =
      typeof url === 'string'
        ? [url]
        : [command, ...(Array.isArray(args) ? (args as unknown[]) : [])];
    return [`${name}: ${parts.map(String).join(' ')}`];
  });
}

function hookLines(settings: Readonly<Record<string, unknown>>): string[] {
  const hooks = settings['hooks'];
  if (!isJsonObject(hooks)) return [];
  return Object.entries(hooks).flatMap(([event, matchers]) =>
    (Array.isArray(matchers) ? (matchers as unknown[]) : []).flatMap((matcher) => {
      const list = isJsonObject(matcher) ? matcher['hooks'] : undefined;
      return (Array.isArray(list) ? (list as unknown[]) : []).flatMap((hook) =>
        isJsonObject(hook) && typeof hook['command'] === 'string'
          ? [`${event}: ${hook['command']}`]
          : [],
      );
    }),
  );
}
