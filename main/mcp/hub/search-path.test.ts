import { chmod, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ServerDraft } from '../../../shared/mcp/server-config.ts';
import { systemClock } from '../../lib/clock.ts';
import { silentLog } from '../../lib/logger.ts';
import { spawnManaged } from '../../lib/subprocess.ts';
import { ManualClock } from '../../lib/testing/manual-clock.ts';
import type { McpHub } from './hub.ts';
import { createSearchPath, mergePaths, readLoginPath, wellKnownFolders } from './search-path.ts';
import { HubDesk, added, connected, reaches, scriptedDraft } from './testing/hub-desk.ts';

vi.setConfig({ testTimeout: 30_000 });

describe('the PATH of the login shell', () => {
  let home: string;
  beforeEach(async () => {
    home = await realpath(await mkdtemp(join(tmpdir(), 'parley-home-')));
  });
  afterEach(() => rm(home, { recursive: true, force: true }));

  const deps = (shell: string) => ({
    environment: { PATH: '/usr/bin:/bin', HOME: home, SHELL: shell },
    spawn: spawnManaged,
    clock: systemClock,
    log: silentLog,
  });
  async function script(text: string): Promise<string> {
    const path = join(home, 'shell');
    await writeFile(path, `#!/bin/sh\n${text}\n`);
    await chmod(path, 0o755);
    return path;
  }

  it('is found through start-up files that print noise and fail [RE-13]', async () => {
    await writeFile(
      join(home, '.bash_profile'),
      'echo "Welcome! PATH=/decoy"; echo trouble >&2; no-such-command; export PATH="/opt/nvm dir/bin:$PATH"\n',
    );
    // The system's own start-up file may set the rest anew.
    expect(await readLoginPath(deps('/bin/bash'))).toMatch(/^\/opt\/nvm dir\/bin:\/[^=]+$/);
  });

  it('holds what only the start-up file of terminal windows adds [RE-13]', async () => {
    await writeFile(join(home, '.bashrc'), 'export PATH="/opt/window:$PATH"\n');
    expect(await readLoginPath(deps('/bin/bash'))).toMatch(/^\/opt\/window:/);
    await writeFile(join(home, '.bashrc'), 'export PATH="/opt/window:$PATH"; exit 3\n');
    await writeFile(join(home, '.bash_profile'), 'export PATH="/opt/login:$PATH"\n');
    expect(await readLoginPath(deps('/bin/bash'))).toMatch(/^\/opt\/login:/);
  });

  it('is given up after five seconds, and nothing stays [RE-13]', async () => {
    const clock = new ManualClock();
    const shell = await script(`echo $$ > ${home}/pid; sleep 1000`);
    const path = readLoginPath({ ...deps(shell), clock });
    const pid = await vi.waitFor(
      async () => Number((await readFile(join(home, 'pid'), 'utf8')).trim() || Number.NaN),
      {
        timeout: 5_000,
      },
    );
    clock.advance(5_000);
    expect(await path).toBeUndefined();
    expect(() => process.kill(pid, 0)).toThrow();
  });

  it('does not matter when the shell is broken or missing [RE-13]', async () => {
    expect(await readLoginPath(deps(await script('exit 7')))).toBeUndefined();
    expect(await readLoginPath(deps(join(home, 'absent')))).toBeUndefined();
    const none = { ...deps(join(home, 'absent')), extraFolders: [] };
    expect(await createSearchPath(none)()).toBe('/usr/bin:/bin');
  });

  it('is asked for once', async () => {
    const shell = await script(`echo asked >> ${home}/asked; exec /bin/sh -c "$2"`);
    const searchPath = createSearchPath({ ...deps(shell), extraFolders: [] });
    expect(await Promise.all([searchPath(), searchPath()])).toEqual([
      '/usr/bin:/bin',
      '/usr/bin:/bin',
    ]);
    expect(await readFile(join(home, 'asked'), 'utf8')).toBe('asked\n');
  });

  it.each([
    [
      'the order of the shell where it knows all of ours',
      '/usr/bin:/bin',
      '/nvm:/bin:/usr/bin',
      '/nvm:/bin:/usr/bin',
    ],
    ['ours first where we know more', '/mine:/bin', '/nvm:/bin', '/mine:/bin:/nvm'],
    ['ours alone without a shell', '/a:/b', undefined, '/a:/b'],
    ['the shell’s alone without ours', '', '/a:/b', '/a:/b'],
  ])('is merged: %s [RE-13]', (_what, own, login, merged) => {
    expect(mergePaths(own, login)).toBe(merged);
  });
});

describe('a command that only the person’s shell finds', () => {
  let desk: HubDesk;
  beforeEach(async () => {
    desk = await HubDesk.open();
  });
  afterEach(() => desk.dispose());

  /** A program that says which folder it is from and then does the work of Node. */
  async function program(folder: string, name: string, then = ''): Promise<void> {
    await mkdir(folder, { recursive: true });
    await writeFile(
      join(folder, name),
      `#!/bin/sh\necho "${name} of ${folder}" >&2\n${then || `exec "${process.execPath}" "$@"`}\n`,
    );
    await chmod(join(folder, name), 0o755);
  }
  const hubWith = (extraFolders: readonly string[], startUp: string): Promise<McpHub> => {
    const environment = { PATH: '/usr/bin:/bin', HOME: desk.root, SHELL: '/bin/bash' };
    const deps = { environment, spawn: spawnManaged, clock: systemClock, log: silentLog };
    const searchPath = createSearchPath({ ...deps, extraFolders });
    return writeFile(join(desk.root, '.bashrc'), startUp).then(() =>
      desk.hub({ environment, searchPath }),
    );
  };
  const npx = (): ServerDraft => {
    const draft = scriptedDraft();
    if (draft.definition.type !== 'stdio') throw new Error('It is a process.');
    return { ...draft, definition: { ...draft.definition, command: 'parley-npx' } };
  };

  it('starts a server, with the node of the same folder [RE-13.nvm]', async () => {
    const [chosen, other] = [join(desk.root, '.nvm/v22/bin'), join(desk.root, '.nvm/v18/bin')];
    for (const folder of [chosen, other]) {
      await program(folder, 'parley-npx', 'exec node "$@"');
      await program(folder, 'node');
    }
    const hub = await hubWith([], `export PATH="${chosen}:${other}:$PATH"\n`);
    const serverId = await connected(hub, npx());
    const said = hub.logs(serverId).filter(({ stream }) => stream === 'stderr');
    expect(new Set(said.map(({ text }) => text))).toEqual(
      new Set([`parley-npx of ${chosen}`, `node of ${chosen}`]),
    );
    expect((await hub.findCommand('parley-npx')).path).toBe(join(chosen, 'parley-npx'));
  });

  it('is found where installers put programs, though no PATH says so [RE-13.extra]', async () => {
    const folder = join(desk.root, 'homebrew/bin');
    await program(folder, 'parley-npx');
    const hub = await hubWith([folder], '');
    await connected(hub, npx());
    const { searched } = await hub.findCommand('parley-none');
    expect(searched.at(-1)).toBe(folder);
    expect(wellKnownFolders('/home/mira')).toEqual(
      expect.arrayContaining(['/opt/homebrew/bin', '/home/mira/.local/bin']),
    );
  });

  it('is said to be missing with every folder that was searched [RE-13.extra, UI-36]', async () => {
    const hub = await hubWith(['/opt/homebrew/bin'], '');
    const serverId = await added(hub, npx());
    const { failure } = await reaches(hub, serverId, 'failed');
    expect(failure).toMatchObject({ code: 'command-not-found' });
    expect(failure?.pathSearched?.at(-1)).toBe('/opt/homebrew/bin');
  });
});
