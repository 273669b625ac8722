import { chmod, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../lib/clock.ts';
import { silentLog } from '../../lib/logger.ts';
import { spawnManaged } from '../../lib/subprocess.ts';
import { desktopEntry, execLine, execOf } from './desktop-entry.ts';
import { LinuxProtocol } from './linux-protocol.ts';
import type { OwnProgram } from './protocol-handler.ts';
import { createRunner } from './run-to-end.ts';

vi.setConfig({ testTimeout: 30_000 });

const usual = {};
let home: string;
let environment: Record<string, string>;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'parley-links-'));
  environment = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    XDG_DATA_HOME: join(home, 'data'),
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_DATA_DIRS: join(home, 'shared'),
    // Only looked at, to know that a window could be shown.
    DISPLAY: ':none',
  };
  await mkdir(environment['XDG_CONFIG_HOME'] ?? '', { recursive: true });
});
afterEach(() => rm(home, { recursive: true, force: true }));

const run = (command: string, args: readonly string[]): Promise<string> =>
  createRunner({ spawn: spawnManaged, clock: systemClock, env: environment })(command, args);

/** A program that notes its profile and arguments. */
async function program(name: string): Promise<OwnProgram & { heard(): Promise<string> }> {
  const executable = join(home, name);
  const heard = join(home, `${name}.heard`);
  await writeFile(executable, `#!/bin/sh\necho "$PARLEY_CONFIG_DIR|$*" > ${heard}\n`);
  await chmod(executable, 0o755);
  return {
    executable,
    args: ['--no-sandbox', '/work/project'],
    heard: () => readFile(heard, 'utf8'),
  };
}
const handlerOf = (one: OwnProgram, profile: Record<string, string> = usual): LinuxProtocol =>
  new LinuxProtocol({
    program: { executable: one.executable, args: one.args },
    profile,
    environment,
    run,
    log: silentLog,
  });

describe.skipIf(process.platform !== 'linux')('our links on this desktop', () => {
  it('are nobody’s at first, and ours once that is asked for [UI-60.handler]', async () => {
    const own = await program('parley');
    const handler = handlerOf(own);
    expect(await handler.isOurs()).toBe(false);
    expect(await readdir(home)).not.toContain('data');
    expect(await handler.register()).toBe(true);
    await run('xdg-open', ['parley://oauth/callback?code=1&state=a%20b']);
    expect(await own.heard()).toBe(
      '|--no-sandbox /work/project parley://oauth/callback?code=1&state=a%20b\n',
    );
  });

  it('belong to the profile that took them last; the other one knows it [RE-40, UI-60.handler]', async () => {
    const own = await program('parley');
    const [work, home1] = ['/profiles/work', '/profiles/home'].map((folder) =>
      handlerOf(own, { PARLEY_CONFIG_DIR: folder }),
    );
    expect(await work?.register()).toBe(true);
    expect(await home1?.isOurs()).toBe(false);
    expect(await home1?.register()).toBe(true);
    expect(await work?.isOurs()).toBe(false);
    await run('xdg-open', ['parley://mcp/install?name=x']);
    expect(await own.heard()).toBe(
      '/profiles/home|--no-sandbox /work/project parley://mcp/install?name=x\n',
    );
    expect(await work?.register()).toBe(true);
    expect(await home1?.isOurs()).toBe(false);
  });

  it('change nothing about web pages [UI-60.handler]', async () => {
    await handlerOf(await program('parley')).register();
    const lists = await readFile(join(home, 'config', 'mimeapps.list'), 'utf8');
    expect(lists).toContain('x-scheme-handler/parley=');
    expect(lists).not.toMatch(/html|http/);
  });

  it('are ours with the entry of an installer, for the usual profile alone [UI-60.handler]', async () => {
    const { executable } = await program('parley');
    const folder = join(home, 'shared', 'applications');
    await mkdir(folder, { recursive: true });
    const entry = `[Desktop Entry]\nName=Parley\nExec=${executable} %U\nType=Application\nMimeType=x-scheme-handler/parley;\n`;
    await writeFile(join(folder, 'parley.desktop'), entry);
    const config = join(home, 'config', 'mimeapps.list');
    await writeFile(config, '[Default Applications]\nx-scheme-handler/parley=parley.desktop\n');
    const installed = { executable, args: [] };
    expect(await handlerOf(installed).isOurs()).toBe(true);
    expect(await handlerOf(installed, { PARLEY_CONFIG_DIR: '/other' }).isOurs()).toBe(false);
    expect(await handlerOf({ executable: '/opt/other', args: [] }).isOurs()).toBe(false);
  });

  it('are not ours where the system cannot be asked [UI-60.handler]', async () => {
    const own = await program('parley');
    environment['PATH'] = '/nowhere';
    expect(await handlerOf(own).isOurs()).toBe(false);
    expect(await handlerOf(own).register()).toBe(false);
    const odd = handlerOf({ executable: '/opt/par\nley', args: [] });
    expect(await odd.register()).toBe(false);
  });
});

describe('a desktop entry', () => {
  it('quotes only what needs it, and is read back [UI-60.handler]', () => {
    const facts = {
      name: 'Parley',
      executable: '/opt/My Apps/parley',
      args: ['--flag=a"b$c'],
      environment: { PARLEY_CONFIG_DIR: '/p/100%' },
    };
    const text = desktopEntry(facts);
    expect(text).toContain(
      String.raw`Exec=env PARLEY_CONFIG_DIR=/p/100%% "/opt/My Apps/parley" "--flag=a\\"b\\$c" %u`,
    );
    expect(execOf(text)).toBe(execLine(facts));
    expect(execOf('[Desktop Action x]\nExec=other\n')).toBeUndefined();
  });
});
