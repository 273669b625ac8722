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
 * Installs the system libraries that Electron needs, as root on Debian; says what to run otherwise.
 * Does nothing on other systems, where a missing library is named when Electron is started.
 * @param {{ forTests?: boolean }} [purpose]
 */
export async function ensureSystemLibraries({ forTests = false } = {}) {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/dpkg-query')) return;
  const wanted = [
    ...electronPackages,
    ...(hasDisplay() ? [] : displayPackages),
    ...(forTests ? testPackages : []),
  ];
  const missing = missingPackages(wanted, await listInstalled(wanted));
  if (missing.length === 0) return;
  if (process.getuid?.() !== 0) {
    throw new Failure(
      `system libraries are missing and only root may install them; run: sudo apt-get install -y ${missing.join(' ')}`,
    );
  }
  say(`installing system libraries: ${missing.join(' ')}`);
  await installPackages(missing);
  if (missing.includes('openssh-server')) await stopSshServices();
}

/** Tests start one of their own; nobody asked for a computer that can be logged in to. Does nothing where no services run. */
async function stopSshServices() {
  for (const unit of ['ssh.socket', 'ssh.service'])
    await run('systemctl', ['disable', '--now', unit], { quiet: true });
}

/** @param {readonly string[]} names */
async function listInstalled(names) {
  const both = names.flatMap((name) => [name, `${name}t64`]);
  const format = '${Package} ${db:Status-Status}\\n';
  return (await run('dpkg-query', ['-W', '-f', format, ...both], { quiet: true })).output;
}

/** @param {readonly string[]} names */
async function installPackages(names) {
  const first = await apt([...install, ...names]);
  if (first.code === 0) return;
  say('refreshing the list of packages');
  await apt(['update']);
  const second = await apt([...install, ...names]);
  if (second.code === 0) return;
  process.stderr.write(second.output);
  throw new Failure(
    `apt-get could not install ${names.join(' ')} (its own words are above); mend that and run the command again.`,
  );
}

/** @param {string[]} args */
function apt(args) {
  return run('apt-get', ['-o', 'DPkg::Lock::Timeout=120', '-q', ...args], {
    quiet: true,
    tick: 'apt-get is at work',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}
