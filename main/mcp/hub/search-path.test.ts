import { chmod, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../lib/clock.ts';
import { silentLog } from '../../lib/logger.ts';
import { spawnManaged } from '../../lib/subprocess.ts';
import { ManualClock } from '../../lib/testing/manual-clock.ts';
import { createSearchPath, mergePaths, readLoginPath } from './search-path.ts';

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
    expect(await createSearchPath(deps(join(home, 'absent')))()).toBe('/usr/bin:/bin');
  });

  it('is asked for once', async () => {
    const shell = await script(`echo asked >> ${home}/asked; exec /bin/sh -c "$2"`);
    const searchPath = createSearchPath(deps(shell));
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
