// @ts-check
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { displayPackages, electronPackages, testPackages } from './debian-packages.mjs';
import { ensureSystemLibraries } from './ensure.mjs';

const all = [...electronPackages, ...displayPackages, ...testPackages];
const debian = ['/usr/bin/dpkg-query', '/usr/bin/apt-get'];
const stopping = ['systemctl disable --now ssh.socket', 'systemctl disable --now ssh.service'];

beforeEach(() => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterEach(() => {
  vi.restoreAllMocks();
});

/**
 * A computer on which nothing really runs.
 * @param {{ installed?: readonly string[], files?: readonly string[], isRoot?: boolean, fails?: RegExp }} traits
 */
function pretended({ installed = [], files = debian, isRoot = true, fails }) {
  /** @type {string[]} */
  const ran = [];
  return {
    ran,
    platform: 'linux',
    /** @param {string} path */
    has: (path) => files.includes(path),
    isRoot,
    /**
     * @param {string} file
     * @param {string[]} args
     */
    run: (file, args) => {
      const line = [file, ...args].join(' ');
      if (file === 'dpkg-query') {
        const output = installed.map((name) => `${name} installed`).join('\n');
        return Promise.resolve({ code: 0, output });
      }
      ran.push(line);
      return Promise.resolve({ code: fails?.test(line) ? 127 : 0, output: '' });
    },
  };
}

const without = (/** @type {string[]} */ ...names) => all.filter((name) => !names.includes(name));

it('turns off the SSH services that it has just brought', async () => {
  const computer = pretended({ installed: without('openssh-server') });
  await ensureSystemLibraries({ forTests: true }, computer);
  expect(computer.ran).toEqual([expect.stringMatching(/ install .* openssh-server$/), ...stopping]);
});

it('never touches an SSH server that was there before', async () => {
  const computer = pretended({ installed: without('chromium', 'openssh-client') });
  await ensureSystemLibraries({ forTests: true }, computer);
  expect(computer.ran).toEqual([expect.stringMatching(/ install .* chromium openssh-client$/)]);
});

it('turns them off also where another package could not be installed', async () => {
  const installed = without('openssh-server', 'chromium');
  const computer = pretended({ installed, fails: /install/ });
  await expect(ensureSystemLibraries({ forTests: true }, computer)).rejects.toThrow(
    /could not install chromium openssh-server/,
  );
  expect(computer.ran.slice(-2)).toEqual(stopping);
});

it('does not mind that nothing manages services', async () => {
  const computer = pretended({ installed: without('openssh-server'), fails: /systemctl/ });
  await ensureSystemLibraries({ forTests: true }, computer);
  expect(computer.ran.slice(-2)).toEqual(stopping);
});

it.each([[[]], [['/usr/bin/dpkg-query']]])(
  'does nothing where apt is absent: %j',
  async (files) => {
    const computer = pretended({ files });
    await ensureSystemLibraries({ forTests: true }, computer);
    expect(computer.ran).toEqual([]);
  },
);

it('installs nothing for somebody else than root, and says how to', async () => {
  const computer = pretended({ installed: without('openssh-server', 'dbus'), isRoot: false });
  await expect(ensureSystemLibraries({ forTests: true }, computer)).rejects.toThrow(
    /sudo apt-get install -y --no-install-recommends dbus openssh-server; sudo systemctl disable --now ssh.socket ssh.service$/,
  );
  expect(computer.ran).toEqual([]);
});
