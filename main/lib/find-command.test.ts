import { describe, expect, it } from 'vitest';
import { findCommand, pathFolders } from './find-command.ts';
import type { CommandSystem } from './find-command.ts';

/** A Windows machine with these programs. Paths there know no case. */
function windows(...files: string[]): CommandSystem {
  const there = new Set(files.map((file) => file.toLowerCase()));
  return {
    platform: 'win32',
    inspect: async (path) => (there.has(path.toLowerCase()) ? 'executable' : 'missing'),
  };
}

const environment = {
  Path: 'C:\\Windows\\system32;C:\\Program Files\\nodejs;C:\\Users\\Mira\\AppData\\Roaming\\npm',
  PATHEXT: '.COM;.EXE;.BAT;.CMD',
};
const cwd = 'C:\\work';

describe('a command on Windows', () => {
  it.each([
    ['npx', 'C:\\Program Files\\nodejs\\npx.cmd', 'a script of a package manager'],
    ['node', 'C:\\Program Files\\nodejs\\node.exe', 'a program'],
    ['node.exe', 'C:\\Program Files\\nodejs\\node.exe', 'a program by its whole name'],
    ['.\\tool', 'C:\\work\\tool.bat', 'a file beside'],
    ['D:\\bin\\uvx', 'D:\\bin\\uvx.exe', 'a whole path without its ending'],
    ['D:/bin/uvx.exe', 'D:\\bin\\uvx.exe', 'a path with slashes'],
  ])('%s is %s: %s [RE-13.windows]', async (command, path) => {
    const system = windows(
      'C:\\Program Files\\nodejs\\npx.cmd',
      // Not for Windows: the script for other systems that lies beside.
      'C:\\Program Files\\nodejs\\npx',
      'C:\\Program Files\\nodejs\\node.exe',
      'C:\\work\\tool.bat',
      'D:\\bin\\uvx.exe',
    );
    expect(await findCommand(command, cwd, environment, system)).toMatchObject({
      found: true,
      path,
    });
  });

  it('that is missing names the folders of the PATH, however that is written [RE-13.windows]', async () => {
    const searched = [
      'C:\\Windows\\system32',
      'C:\\Program Files\\nodejs',
      'C:\\Users\\Mira\\AppData\\Roaming\\npm',
    ];
    expect(await findCommand('uvx', cwd, environment, windows())).toEqual({
      found: false,
      reason: 'command-not-found',
      path: null,
      searched,
    });
    expect(pathFolders(environment, cwd, 'win32')).toEqual(searched);
  });
});
