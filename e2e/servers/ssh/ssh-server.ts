import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { run } from '../../../scripts/process/run.mjs';

const program = '/usr/sbin/sshd';

/** An OpenSSH server on loopback that lets in whoever runs the tests, by a key made for it. */
export interface SshServer {
  /** Words of an `ssh` command that reaches it; what is to be run comes behind them. */
  readonly arguments: readonly string[];
  /** What it said of its connections. */
  log(): string;
  close(): Promise<void>;
}

/** Starts Debian's sshd with keys and settings of its own. The caller closes it. */
export async function startSshServer(): Promise<SshServer> {
  if (!existsSync(program))
    throw new Error(
      `This test runs a session through ssh and needs ${program}, which is not there. Run "npm test" as root on Debian, or: sudo apt-get install -y --no-install-recommends openssh-server openssh-client`,
    );
  const folder = await mkdtemp(join(tmpdir(), 'parley-sshd-'));
  await chmod(folder, 0o700);
  const [host, person] = [join(folder, 'host'), join(folder, 'person')];
  for (const key of [host, person])
    await must('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
  await copyFile(`${person}.pub`, join(folder, 'authorized'));
  // What sshd of a root user separates its privileges in; a service would have made it.
  if (process.getuid?.() === 0) await mkdir('/run/sshd', { recursive: true, mode: 0o755 });
  const port = await freePort();
  const settings = join(folder, 'sshd_config');
  await writeFile(settings, settingsOf(folder, host, port));
  // In the foreground, so that it is ours to end.
  const server = spawn(program, ['-D', '-e', '-f', settings], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(server, 'close');
  let said = '';
  await new Promise<void>((resolve, reject) => {
    server.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8');
      if (said.includes('Server listening')) resolve();
    });
    server.once('close', () => reject(new Error(`sshd did not start: ${said}`)));
    server.once('error', reject);
  });
  const close = async (): Promise<void> => {
    server.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  return { arguments: clientArguments(folder, person, port), log: () => said, close };
}

function settingsOf(folder: string, hostKey: string, port: number): string {
  return [
    `Port ${String(port)}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${hostKey}`,
    `AuthorizedKeysFile ${join(folder, 'authorized')}`,
    `PidFile ${join(folder, 'pid')}`,
    'StrictModes no',
    'UsePAM no',
    'PasswordAuthentication no',
    'KbdInteractiveAuthentication no',
    'PermitRootLogin prohibit-password',
    'PrintMotd no',
    '',
  ].join('\n');
}

function clientArguments(folder: string, identity: string, port: number): string[] {
  return [
    ...['-F', 'none', '-T', '-p', String(port), '-i', identity],
    ...['-o', 'IdentitiesOnly=yes', '-o', 'BatchMode=yes', '-o', 'LogLevel=ERROR'],
    ...[
      '-o',
      'StrictHostKeyChecking=accept-new',
      '-o',
      `UserKnownHostsFile=${join(folder, 'known')}`,
    ],
    `${userInfo().username}@127.0.0.1`,
  ];
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}

async function must(command: string, args: string[]): Promise<void> {
  const { code, output } = await run(command, args, { quiet: true });
  if (code !== 0) throw new Error(`${command} failed: ${output}`);
}
