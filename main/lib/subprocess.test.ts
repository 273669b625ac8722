import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { rolldown } from 'rolldown';
import { afterEach, beforeAll, afterAll, describe, expect, it, vi } from 'vitest';
import { childEnvironment } from './child-environment.ts';
import type { Clock } from './clock.ts';
import { lifelineCommand } from './lifeline.ts';
import { SpawnError, spawnManaged, spawnSentinel } from './subprocess.ts';
import type { ManagedProcess, SpawnOptions } from './subprocess.ts';

// Many processes are started here, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

const fixture = (name: string): string => join(import.meta.dirname, '__fixtures__', name);

/** Dead, or a zombie that only waits to be reaped. */
function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return / Z /.test(readFileSync(`/proc/${String(pid)}/stat`, 'utf8'));
  } catch {
    return true;
  }
}
const untilGone = (...pids: number[]): Promise<void> =>
  vi.waitFor(() => expect(pids.filter((pid) => !isGone(pid))).toEqual([]), { timeout: 5_000 });

async function firstLine(stream: Readable): Promise<string> {
  let text = '';
  while (!text.includes('\n')) text += String((await once(stream, 'data'))[0]);
  return text.slice(0, text.indexOf('\n'));
}

interface Echo {
  readonly args: string[];
  readonly env: Record<string, string>;
  readonly cwd: string;
  /** Descriptors that lead to /dev/null. */
  readonly leaked: number[];
}
const echoOf = async (stream: Readable): Promise<Echo> =>
  JSON.parse(await firstLine(stream)) as Echo;

/** A clock whose waits are over at once. */
const impatient: Clock = {
  now: () => 0,
  after: (_ms, run) => {
    const timer = setTimeout(run, 0);
    return () => clearTimeout(timer);
  },
};

describe('a managed process', () => {
  let folder: string;
  const running: ManagedProcess[] = [];
  beforeAll(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'parley-spawn-')));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  afterEach(() => {
    for (const one of running.splice(0)) one.kill();
  });

  async function start(options: Partial<SpawnOptions>): Promise<ManagedProcess> {
    const started = await spawnManaged({
      command: process.execPath,
      args: [],
      cwd: folder,
      env: childEnvironment(process.env),
      ...options,
    });
    running.push(started);
    return started;
  }
  const refusal = async (options: Partial<SpawnOptions>): Promise<SpawnError> => {
    const failure: unknown = await start(options).catch((thrown: unknown) => thrown);
    if (!(failure instanceof SpawnError)) throw new Error('It was not refused.');
    return failure;
  };

  it('gets its arguments byte for byte, whatever they hold [SE-33]', async () => {
    const args = [
      'a b',
      '"quoted"',
      "it's",
      '$(touch pwned)',
      '`id`',
      '$HOME',
      'line\nbreak\r\n',
      '',
      '-c',
      '%PATH%',
      '&|<>^;*?',
      '数据 é 🎉',
      '\u0001\u001b[31m',
      '\\',
    ];
    const echo = await start({ args: [fixture('echo.mjs'), ...args] });
    const said = await echoOf(echo.stdout);
    expect(said.args).toEqual(args);
    expect(said.cwd).toBe(folder);
    await expect(echo.stop()).resolves.toEqual({ code: 0, signal: null });
  });

  it('sees the allow-listed and the declared environment and nothing else [SE-33]', async () => {
    const base = {
      PATH: process.env['PATH'],
      HOME: '/home/someone',
      LC_TIME: 'C',
      PARLEY_CANARY: 'secret',
      NODE_OPTIONS: '--title=pwned',
      TERM: '() { :; }',
      BASH_ENV: '/etc/profile',
    };
    const env = childEnvironment(base, { TOKEN: 'a b$c', 'odd.name': 'kept', HOME: '/declared' });
    const echo = await start({ args: [fixture('echo.mjs')], env });
    const seen = (await echoOf(echo.stdout)).env;
    expect(seen).toMatchObject({
      TOKEN: 'a b$c',
      'odd.name': 'kept',
      HOME: '/declared',
      LC_TIME: 'C',
    });
    // The shell that holds the lifeline adds three names of its own.
    const names = Object.keys(seen).filter((name) => !['_', 'PWD', 'SHLVL'].includes(name));
    expect(names.sort()).toEqual(['HOME', 'LC_TIME', 'PATH', 'TOKEN', 'odd.name']);
  });

  it('is not preceded by a start-up file of the shell [SE-33, RE-11.junk]', async () => {
    const home = await mkdtemp(join(tmpdir(), 'parley-home-'));
    await writeFile(join(home, '.bashrc'), 'echo junk; export FROM_BASHRC=1\n');
    const env = childEnvironment({ PATH: process.env['PATH'], HOME: home });
    const echo = await start({ args: [fixture('echo.mjs')], env });
    expect((await echoOf(echo.stdout)).env).not.toHaveProperty('FROM_BASHRC');
    await rm(home, { recursive: true });
  });

  it.runIf(process.platform === 'linux')(
    'holds no descriptor that leaked into us [RE-10.descriptors]',
    async () => {
      // Node never leaks one, so a shell plays the browser engine that does.
      const { file, args } = lifelineCommand(process.execPath, [fixture('echo.mjs')]);
      const leak = 'exec 20</dev/null 33</dev/null; exec "$@"';
      const child = spawn('bash', ['-c', leak, 'sh', file, ...args], {
        stdio: ['pipe', 'pipe', 'ignore', 'pipe'],
        detached: true,
      });
      const said = await echoOf(child.stdout as Readable);
      child.stdin?.end();
      expect(said.leaked.filter((descriptor) => descriptor > 2)).toEqual([]);
      child.stdio[3]?.destroy();
    },
  );

  it('is killed when it ignores the end of input and TERM, with all that it started [RE-10]', async () => {
    const stubborn = await start({ args: [fixture('stubborn.mjs'), '--child'], clock: impatient });
    const pids = (await firstLine(stubborn.stdout)).split(' ').map(Number);
    expect(pids[0]).toBe(stubborn.pid);
    await expect(stubborn.stop({ graceMs: 0 })).resolves.toEqual({ code: null, signal: 'SIGKILL' });
    await untilGone(...pids);
  });

  it('takes what it left behind with it when it ends by itself [RE-10]', async () => {
    const script = `
      const { spawn } = require('node:child_process');
      const left = spawn(process.execPath, [process.argv[1]], { stdio: ['ignore', 'pipe', 'inherit'] });
      left.stdout.once('data', () => { console.log(left.pid); process.exit(3); });`;
    const parent = await start({ args: ['-e', script, fixture('stubborn.mjs')] });
    const pid = Number(await firstLine(parent.stdout));
    await expect(parent.exited).resolves.toEqual({ code: 3, signal: null });
    await untilGone(pid);
  });

  it('ends politely when it may, and stopping twice is one stop', async () => {
    const echo = await start({ args: [fixture('echo.mjs')] });
    await firstLine(echo.stdout);
    const both = await Promise.all([echo.stop(), echo.stop()]);
    expect(both).toEqual([
      { code: 0, signal: null },
      { code: 0, signal: null },
    ]);
    echo.kill();
  });

  it('swallows writes to a process that is gone', async () => {
    const short = await start({ args: ['-e', ''] });
    await short.exited;
    short.stdin.write('late\n');
    await new Promise((done) => setImmediate(done));
    expect(isGone(short.pid)).toBe(true);
  });

  describe('is not started', () => {
    it('when no folder of PATH has the command [RE-11.missing]', async () => {
      const failure = await refusal({
        command: 'parley-no-such-command',
        env: { PATH: `${folder}:/usr/bin` },
      });
      expect(failure.code).toBe('command-not-found');
      expect(failure.details.searched).toEqual([folder, '/usr/bin']);
      expect(failure.message).toContain('parley-no-such-command');
    });

    it('when the file may not be executed, or is a folder [RE-11.not-executable]', async () => {
      await writeFile(join(folder, 'plain.sh'), '#!/bin/sh\n', { mode: 0o644 });
      await mkdir(join(folder, 'a-folder'));
      const plain = await refusal({ command: './plain.sh' });
      expect(plain.code).toBe('not-executable');
      expect(plain.details.path).toBe(join(folder, 'plain.sh'));
      expect((await refusal({ command: join(folder, 'a-folder') })).code).toBe('not-executable');
      expect((await refusal({ command: './absent' })).code).toBe('command-not-found');
    });

    it('when the working folder is missing or a file [RE-11.folder]', async () => {
      expect((await refusal({ cwd: join(folder, 'nowhere') })).code).toBe('working-folder-missing');
      expect((await refusal({ cwd: fixture('echo.mjs') })).code).toBe('working-folder-missing');
    });
  });

  it('skips what is not executable on its way through PATH', async () => {
    const [first, second] = [join(folder, 'one'), join(folder, 'two')];
    await mkdir(join(first, 'tool'), { recursive: true });
    await mkdir(second);
    await writeFile(join(second, 'tool'), '#!/bin/sh\necho found\n');
    await chmod(join(second, 'tool'), 0o755);
    const tool = await start({ command: 'tool', env: { PATH: `${first}::${second}` } });
    expect(tool.path).toBe(join(second, 'tool'));
    expect(await firstLine(tool.stdout)).toBe('found');
  });
});

describe('when the program that started it is killed', () => {
  let folder: string;
  let host: ChildProcess | undefined;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-host-'));
    const bundle = await rolldown({
      input: join(import.meta.dirname, 'subprocess.ts'),
      platform: 'node',
    });
    await bundle.write({ file: join(folder, 'subprocess.mjs'), format: 'esm' });
    await bundle.close();
  });
  afterEach(() => host?.kill('SIGKILL'));
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function runHost(body: string): Promise<number[]> {
    const file = join(folder, 'host.mjs');
    await writeFile(
      file,
      `import { spawnManaged, spawnSentinel } from './subprocess.mjs';
       import { spawn } from 'node:child_process';
       const [stubborn] = process.argv.slice(2);
       ${body}
       setInterval(() => undefined, 1000);`,
    );
    const child = spawn(process.execPath, [file, fixture('stubborn.mjs')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    host = child;
    return (await firstLine(child.stdout)).split(' ').map(Number);
  }

  it('a stubborn child and its child die too [RE-10.kill-9]', async () => {
    const pids = await runHost(`
      const child = await spawnManaged({ command: process.execPath, args: [stubborn, '--child'], cwd: process.cwd(), env: {} });
      child.stdout.pipe(process.stdout);`);
    expect(pids.map(isGone)).toEqual([false, false]);
    host?.kill('SIGKILL');
    await untilGone(...pids);
  });

  it('a process under a sentinel dies too [RE-10.sentinel]', async () => {
    const pids = await runHost(`
      const child = spawn(process.execPath, [stubborn], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
      spawnSentinel(child.pid);
      child.stdout.pipe(process.stdout);`);
    expect(pids.map(isGone)).toEqual([false]);
    host?.kill('SIGKILL');
    await untilGone(...pids);
  });

  it('a sentinel that was disposed of in time hits nobody', async () => {
    const child = spawn(process.execPath, [fixture('stubborn.mjs')], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    host = child;
    const pid = Number(await firstLine(child.stdout));
    await spawnSentinel(pid).dispose();
    expect(isGone(pid)).toBe(false);
  });
});
