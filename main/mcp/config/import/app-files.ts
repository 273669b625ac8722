import { join, win32, posix } from 'node:path';

/** Where the other apps of a person keep their servers. */
export interface ImportPlaces {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Working folders whose `.mcp.json` and the like are looked at. */
  readonly folders: readonly string[];
}

/** A file that may hold servers. */
export interface AppFile {
  readonly app:
    'claude-desktop' | 'claude-code' | 'cursor' | 'vscode' | 'qoder' | 'cline' | 'roo' | 'folder';
  readonly path: string;
  /** The working folder whose file it is. */
  readonly folder?: string;
}

/** The folder in which apps of a person keep their settings. */
function settingsFolder({ platform, home, environment }: ImportPlaces): string {
  switch (platform) {
    case 'darwin':
      return posix.join(home, 'Library', 'Application Support');
    case 'win32':
      return environment['APPDATA'] || win32.join(home, 'AppData', 'Roaming');
    default:
      return environment['XDG_CONFIG_HOME'] || posix.join(home, '.config');
  }
}

const editors = ['Code', 'Code - Insiders', 'VSCodium', 'Cursor'];
const extensions = [
  { app: 'cline', id: 'saoudrizwan.claude-dev', file: 'cline_mcp_settings.json' },
  { app: 'roo', id: 'rooveterinaryinc.roo-cline', file: 'mcp_settings.json' },
] as const;

/** Every file that is looked at, in the order it is shown. */
export function appFiles(places: ImportPlaces): readonly AppFile[] {
  const path = places.platform === 'win32' ? win32 : posix;
  const settings = settingsFolder(places);
  const home = (...parts: string[]): string => path.join(places.home, ...parts);
  const user = (editor: string, ...parts: string[]): string =>
    path.join(settings, editor, 'User', ...parts);
  return [
    { app: 'claude-desktop', path: path.join(settings, 'Claude', 'claude_desktop_config.json') },
    { app: 'claude-code', path: home('.claude.json') },
    { app: 'cursor', path: home('.cursor', 'mcp.json') },
    ...['Code', 'Code - Insiders', 'VSCodium'].flatMap((editor) => [
      { app: 'vscode' as const, path: user(editor, 'mcp.json') },
      { app: 'vscode' as const, path: user(editor, 'settings.json') },
    ]),
    { app: 'qoder', path: path.join(settings, 'Qoder', 'SharedClientCache', 'mcp.json') },
    { app: 'qoder', path: user('Qoder', 'mcp.json') },
    { app: 'qoder', path: home('.qoder', 'mcp.json') },
    ...extensions.flatMap(({ app, id, file }) => [
      ...editors.map((editor) => ({
        app,
        path: user(editor, 'globalStorage', id, 'settings', file),
      })),
      ...(app === 'cline' ? [{ app, path: home('.cline', 'data', 'settings', file) }] : []),
    ]),
    ...places.folders.flatMap((folder) =>
      [
        '.mcp.json',
        join('.vscode', 'mcp.json'),
        join('.cursor', 'mcp.json'),
        join('.roo', 'mcp.json'),
      ].map((file) => ({ app: 'folder' as const, path: join(folder, file), folder })),
    ),
  ];
}
