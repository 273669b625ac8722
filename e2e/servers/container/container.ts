import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { run } from '../../../scripts/process/run.mjs';

/** A container that is running: Linux with a home folder of its own, the programs of this computer, and no network. */
export interface Container {
  /** Words of a command that runs what comes behind them inside, in the folder `/inside`, which is its home. */
  readonly command: readonly string[];
  /** Resolves when it is gone with everything in it. */
  close(): Promise<void>;
}

export interface ContainerParts {
  /** Folder of this computer that is `/inside` inside. */
  readonly home: string;
  /** Folders that are inside at the same place, to be read. */
  readonly visible: readonly string[];
}

export type Engine = 'bubblewrap' | 'docker';

const SYSTEM = ['/usr', '/bin', '/lib', '/lib64'];
const PROBE_LIMIT = ['10'];

/** Engines that are there and can really be used by this person on this computer. */
export async function usableEngines(): Promise<Engine[]> {
  const probes: Record<Engine, string[]> = {
    bubblewrap: ['bwrap', '--unshare-all', '--ro-bind', '/', '/', '--proc', '/proc', 'true'],
    docker: ['docker', 'info'],
  };
  const engines: Engine[] = ['bubblewrap', 'docker'];
  const works = await Promise.all(
    engines.map(async (engine) => {
      const probe = await run('timeout', [...PROBE_LIMIT, ...probes[engine]], { quiet: true });
      return probe.code === 0;
    }),
  );
  return engines.filter((_, index) => works[index]);
}

/** Starts a container. The caller closes it. */
export async function startContainer(engine: Engine, parts: ContainerParts): Promise<Container> {
  await mkdir(parts.home, { recursive: true });
  return engine === 'docker' ? inDocker(parts) : inBubblewrap(parts);
}

/** Each command is a sandbox of its own, all with the same home; so nothing is to be started or ended. */
function inBubblewrap({ home, visible }: ContainerParts): Container {
  const folders = [...SYSTEM, ...visible].flatMap((path) => ['--ro-bind-try', path, path]);
  return {
    command: [
      ...['bwrap', '--unshare-all', '--die-with-parent', '--proc', '/proc', '--dev', '/dev'],
      ...['--tmpfs', '/tmp', ...folders, '--bind', home, '/inside', '--chdir', '/inside'],
      ...['--clearenv', '--setenv', 'PATH', '/usr/bin:/bin', '--setenv', 'HOME', '/inside'],
    ],
    close: async () => undefined,
  };
}

async function inDocker({ home, visible }: ContainerParts): Promise<Container> {
  const name = `parley-test-${randomUUID()}`;
  const folders = [...SYSTEM, ...visible].flatMap((path) => ['-v', `${path}:${path}:ro`]);
  await emptyImage(name);
  const close = async (): Promise<void> => {
    await run('docker', ['rm', '-f', name], { quiet: true });
    await run('docker', ['rmi', '-f', name], { quiet: true });
  };
  try {
    await must([
      ...['run', '-d', '--init', '--name', name, '--network', 'none', ...folders],
      ...['-v', `${home}:/inside`, '-e', 'HOME=/inside', name, 'sleep', 'infinity'],
    ]);
  } catch (failure) {
    await close();
    throw failure;
  }
  // Named, since examples get no variables of ours.
  const host = process.env['DOCKER_HOST'];
  const where = host === undefined ? [] : ['-H', host];
  return { command: ['docker', ...where, 'exec', '-i', '-w', '/inside', name], close };
}

/** An image with nothing in it: the programs are those of this computer. */
async function emptyImage(name: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-image-'));
  try {
    const archive = join(folder, 'empty.tar');
    await run('tar', ['-cf', archive, '--files-from', '/dev/null'], { quiet: true });
    await must(['import', archive, name]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function must(args: string[]): Promise<void> {
  const { code, output } = await run('docker', args, { quiet: true });
  if (code !== 0) throw new Error(`docker ${args[0] ?? ''} failed: ${output}`);
}

/** The folder that a Node and what it needs are in. */
export const nodeFolder = dirname(dirname(process.execPath));
