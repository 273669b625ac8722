import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { argumentsToRestart, autostartEntry } from './login-item.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-autostart-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('the start at login on Linux', () => {
  it('is an entry that names program and profile, and is gone when it is turned off [UI-62]', async () => {
    const entry = autostartEntry(join(folder, 'autostart'), {
      executable: '/opt/My Apps/parley',
      args: ['--no-sandbox'],
      name: 'Parley',
      environment: { PARLEY_CONFIG_DIR: '/home/me/work' },
    });
    await entry.set(true);
    expect(await readFile(entry.file, 'utf8')).toContain(
      'Exec=env PARLEY_CONFIG_DIR=/home/me/work "/opt/My Apps/parley" --no-sandbox --at-login\n',
    );
    await entry.set(false);
    await expect(stat(entry.file)).rejects.toMatchObject({ code: 'ENOENT' });
    await entry.set(false);
  });
});

it('a restart that the person asked for shows the window, and takes no link a second time [UI-62, UI-63.restart]', () => {
  const args = ['--no-sandbox', '/work/parley', '--at-login', 'parley://mcp/install?name=x'];
  expect(argumentsToRestart(args)).toEqual(['--no-sandbox', '/work/parley']);
});
