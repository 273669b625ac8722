// @ts-check
import { existsSync } from 'node:fs';
import { Failure, say } from '../process/failure.mjs';
import { run } from '../process/run.mjs';
import {
  displayPackages,
  electronPackages,
  missingPackages,
  testPackages,
} from './debian-packages.mjs';
import { hasDisplay } from '../display/virtual-display.mjs';

const install = ['install', '-y', '--no-install-recommends'];

/**
 * What the set-up sees of the computer.
 * @typedef {object} Computer
 * @property {string} platform
 * @property {(path: string) => boolean} has
 * @property {boolean} isRoot
 * @property {typeof run} run
 */

/** @type {Computer} */
const thisComputer = {
  platform: process.platform,
  has: existsSync,
  isRoot: process.getuid?.() === 0,
  run,
};

/** What the package of the SSH server turns on when it is installed. */
const sshUnits = ['ssh.socket', 'ssh.service'];

/**
 * Installs the system libraries that Electron needs, as root on Debian; says what to run otherwise.
 * Does nothing on other systems, where a missing library is named when Electron is started.
 * @param {{ forTests?: boolean }} [purpose]
 * @param {Computer} [computer]
 */
export async function ensureSystemLibraries({ forTests = false } = {}, computer = thisComputer) {
  const { platform, has, isRoot } = computer;
  const isDebian = has('/usr/bin/dpkg-query') && has('/usr/bin/apt-get');
  if (platform !== 'linux' || !isDebian) return;
  const wanted = [
    ...electronPackages,
    ...(hasDisplay() ? [] : displayPackages),
    ...(forTests ? testPackages : []),
  ];
  const missing = missingPackages(wanted, await listInstalled(wanted, computer));
  if (missing.length === 0) return;
  const bringsSsh = missing.includes('openssh-server');
  if (!isRoot) {
    const stop = bringsSsh ? `; sudo systemctl disable --now ${sshUnits.join(' ')}` : '';
    throw new Failure(
      `system libraries are missing and only root may install them; run: sudo apt-get install -y --no-install-recommends ${missing.join(' ')}${stop}`,
    );
  }
  say(`installing system libraries: ${missing.join(' ')}`);
  try {
    await installPackages(missing, computer);
  } finally {
    // Where another package failed, this one may be there all the same.
    if (bringsSsh) await stopSshServices(computer);
  }
}

/**
 * Tests start one of their own; nobody asked for a computer that can be logged in to. Does nothing where no services run. One that
 * was installed before is never touched.
 * @param {Computer} computer
 */
async function stopSshServices({ run: runOn }) {
  for (const unit of sshUnits)
    await runOn('systemctl', ['disable', '--now', unit], { quiet: true });
}

/**
 * @param {readonly string[]} names
 * @param {Computer} computer
 */
async function listInstalled(names, { run: runOn }) {
  const both = names.flatMap((name) => [name, `${name}t64`]);
  const format = '${Package} ${db:Status-Status}\\n';
  return (await runOn('dpkg-query', ['-W', '-f', format, ...both], { quiet: true })).output;
}

/**
 * @param {readonly string[]} names
 * @param {Computer} computer
 */
async function installPackages(names, computer) {
  const first = await apt([...install, ...names], computer);
  if (first.code === 0) return;
  say('refreshing the list of packages');
  await apt(['update'], computer);
  const second = await apt([...install, ...names], computer);
  if (second.code === 0) return;
  process.stderr.write(second.output);
  throw new Failure(
    `apt-get could not install ${names.join(' ')} (its own words are above); mend that and run the command again.`,
  );
}

/**
 * @param {string[]} args
 * @param {Computer} computer
 */
function apt(args, { run: runOn }) {
  return runOn('apt-get', ['-o', 'DPkg::Lock::Timeout=120', '-q', ...args], {
    quiet: true,
    tick: 'apt-get is at work',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}
