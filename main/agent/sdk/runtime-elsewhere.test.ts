import { spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../lib/clock.ts';
import { CredentialsError, InvalidOptionsError, RuntimeStartError } from './errors.ts';
import type { Options } from './options.ts';
import { startQuery } from './query.ts';
import type { Query } from './query-contract.ts';
import { runtimeElsewhere } from './runtime-elsewhere.ts';
import type { RemoteCommand } from './runtime-elsewhere.ts';
import { runtimeProgram } from './testing/runtime-program.ts';
import type { RuntimeReport } from './testing/runtime-program.ts';

let folder = '';
let program = '';
let home = '';
let lines: string[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'elsewhere-'));
  program = join(folder, 'runtime.mjs');
  writeFileSync(program, runtimeProgram);
});
beforeEach(() => {
  home = mkdtempSync(join(folder, 'home-'));
  lines = [];
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The shell of another computer: a home of its own and nothing of our environment. */
function shell(line: string): RemoteCommand {
  lines.push(line);
  return spawn('sh', ['-c', line], { cwd: home, env: { PATH: process.env['PATH'], HOME: home } });
}

function start(options: Options, elsewhere = { run: shell, program: `node ${program}` }): Query {
  return startQuery(
    { prompt: 'hello', options: { spawnRuntime: runtimeElsewhere(elsewhere), ...options } },
    { clock: systemClock, environment: { PATH: process.env['PATH'] } },
  );
}

const withKey = { provider: 'anthropic', auth: { apiKey: 'secret-model' } } as const;

/** A line of shell over a connection that breaks when it is told to. */
function lineThatWaits(): {
  readonly command: RemoteCommand;
  readonly fail: (why: string) => void;
} {
  const ends = new EventEmitter();
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  return {
    command: {
      stdin,
      stdout,
      stderr,
      kill: () => ends.emit('close', null, 'SIGTERM'),
      once: (event: string, listener: (...args: never[]) => void) =>
        ends.once(event, (...args: unknown[]) => listener(...(args as never[]))),
    },
    fail: (why) => {
      stderr.end(`${why}\n`);
      stdout.end();
      stderr.once('end', () => ends.emit('close', 255, null));
    },
  };
}

describe.skipIf(process.platform === 'win32')('a runtime elsewhere', () => {
  it('gets its key by a file of its owner, is told of no folder here, and leaves nothing [RT-5.elsewhere, RT-1.elsewhere]', async () => {
    const query = start({
      ...withKey,
      mcpServers: { files: { command: 'x', env: { TOKEN: 'secret-server' } } },
    });
    const { value } = await query.next();
    if (value?.type !== 'result') throw new Error('A result was expected.');
    const { credentials } = JSON.parse(value.result ?? '') as RuntimeReport;
    expect(credentials).toMatchObject({
      fileMode: '600',
      payload: {
        modelKey: 'secret-model',
        servers: { files: { env: { TOKEN: 'secret-server' } } },
      },
    });
    expect(credentials.file.startsWith(join(home, '.parley-handover-'))).toBe(true);
    await query.close();
    expect(lines.join('\n')).not.toContain('secret');
    expect(readdirSync(home)).toEqual([]);
  });

  it('loses what it left lying about when it ends [RT-5.elsewhere]', async () => {
    const query = start(withKey, {
      run: shell,
      program: `FIXTURE_MODE=leaves-credentials node ${program}`,
    });
    await query.next();
    const [folder = ''] = readdirSync(home);
    expect(readdirSync(join(home, folder))).toHaveLength(1);
    await query.close();
    expect(readdirSync(home)).toEqual([]);
  });

  it('is told where over there a new key is [RT-5.elsewhere, RT-5.renewal]', async () => {
    const spawned = await runtimeElsewhere({ run: shell, program: 'cat' })({ args: [] });
    const payload = (modelKey: string) => ({ modelKey, servers: {} });
    expect(await spawned.deliverCredentials?.(payload('one'))).toBeUndefined();
    const second = await spawned.deliverCredentials?.(payload('two'));
    expect(second).toMatch(/-2$/);
    const [folder = ''] = readdirSync(home);
    expect(readdirSync(join(home, folder)).map((name) => join(home, folder, name))).toContain(
      second,
    );
    spawned.stdin.end();
    expect(await spawned.exited).toEqual({ code: 0, signal: null });
    expect(readdirSync(home)).toEqual([]);
  });

  it('that has ended gets no key any more, nor half of one, and nothing is left [RT-5.elsewhere]', async () => {
    // As where two connections are open and that of the key is the slower one.
    const told: string[] = [];
    const spawned = await runtimeElsewhere({
      run: (line) => {
        told.push(line);
        return shell(line.startsWith('umask') ? 'cat >/dev/null' : line);
      },
      program: 'read line; HOME=/nowhere',
    })({ args: [] });
    await spawned.deliverCredentials?.({ modelKey: 'secret-late', servers: {} });
    const delivery = async (content: string): Promise<unknown> => {
      const command = shell(`sleep() { :; }; ${told[1] ?? ''}`);
      // It may have ended before it reads anything.
      command.stdin.on('error', () => undefined).end(content);
      return new Promise((resolve) => command.once('close', resolve));
    };
    expect(await delivery('{"modelKey":"sec')).not.toBe(0);
    const [folder = ''] = readdirSync(home);
    expect(readdirSync(join(home, folder))).not.toContain('key-1');
    spawned.stdin.end();
    await spawned.exited;
    expect(await delivery('{"modelKey":"secret-late","servers":{}}')).not.toBe(0);
    expect(readdirSync(home)).toEqual([]);
    await expect(spawned.deliverCredentials?.({ servers: {} })).rejects.toThrow('has ended');
  });

  it('takes the line that hangs with its key along when the session is closed [RT-5.elsewhere, SDK-36]', async () => {
    const ends: Promise<unknown>[] = [];
    const query = start(withKey, {
      run: (line) => {
        const command = shell(line.startsWith('umask') ? 'exec sleep 600' : line);
        ends.push(new Promise((resolve) => command.once('close', resolve)));
        return command;
      },
      program: `node ${program}`,
    });
    query.initializationResult().catch(() => undefined);
    await expect.poll(() => ends.length).toBe(2);
    await query.close();
    await Promise.all(ends);
    expect(readdirSync(home)).toEqual([]);
  });

  it('that cannot be reached is a failed start, with the words of what should reach it [SDK-51.elsewhere]', async () => {
    const failing = start(
      { provider: 'offline' },
      { run: () => shell('echo no route to host >&2; exit 255'), program: 'parley' },
    );
    const failure: unknown = await failing.initializationResult().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(RuntimeStartError);
    expect(String(failure)).toMatch(/code 255[^]*no route to host/);
    const missing = start(
      { provider: 'offline' },
      { run: () => spawn(join(folder, 'no-ssh-here'), []), program: 'parley' },
    );
    await expect(missing.initializationResult()).rejects.toThrow(/ENOENT/);
    const full = start(withKey, {
      run: (line) => shell(line.startsWith('umask') ? 'echo disk full >&2; exit 1' : line),
      program: `node ${program}`,
    });
    const refused: unknown = await full.initializationResult().catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(CredentialsError);
    expect(String(refused)).toContain('disk full');
    await full.close();
  });

  it.each(['delivery', 'start'])(
    'is a failed start whichever of its two lines ends first: %s [SDK-51.elsewhere]',
    async (first) => {
      const [start255, delivery255] = [lineThatWaits(), lineThatWaits()];
      const failing = start(withKey, {
        run: (line) => (line.startsWith('umask') ? delivery255 : start255).command,
        program: 'parley',
      });
      const order = first === 'delivery' ? [delivery255, start255] : [start255, delivery255];
      for (const line of order) {
        line.fail('no route to host');
        await new Promise((resolve) => setImmediate(resolve));
      }
      const failure: unknown = await failing
        .initializationResult()
        .catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(RuntimeStartError);
      expect(String(failure)).toContain('no route to host');
    },
  );

  it('is described by two options, which are checked [SDK-21]', () => {
    expect(() => runtimeElsewhere({ run: 'ssh' } as never)).toThrow(InvalidOptionsError);
    expect(() => runtimeElsewhere({ run: shell, program: '' })).toThrow(/^program/);
  });
});
