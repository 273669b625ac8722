import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../lib/clock.ts';
import { ManualClock } from '../../lib/testing/manual-clock.ts';
import {
  CredentialsError,
  ProtocolError,
  RuntimeExitedError,
  RuntimeStartError,
} from './errors.ts';
import type { Options } from './options.ts';
import { ProcessTransport } from './process-transport.ts';
import { startQuery } from './query.ts';
import type { Query } from './query-contract.ts';
import type { SpawnedRuntime } from './spawned-runtime.ts';
import { runtimeProgram } from './testing/runtime-program.ts';
import type { RuntimeReport } from './testing/runtime-program.ts';
import type { Prompt } from './user-input.ts';

const linux = process.platform === 'linux';
let folder: string;
let program: string;

const temporaryBefore = process.env['TMPDIR'];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sdk-test-'));
  program = join(folder, 'runtime.mjs');
  writeFileSync(program, runtimeProgram);
  process.env['TMPDIR'] = folder;
});

// Credential folders are removed in every case.
afterEach(() => {
  expect(readdirSync(folder).filter((name) => name.startsWith('parley-'))).toEqual([]);
});

afterAll(() => {
  if (temporaryBefore === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = temporaryBefore;
  rmSync(folder, { recursive: true, force: true });
});

type Mode =
  | 'obedient'
  | 'fails'
  | 'silent'
  | 'stubborn'
  | 'family'
  | 'loud'
  | 'split'
  | 'nonsense'
  | 'huge'
  | 'deaf'
  | 'leaves-credentials';

function start(
  mode: Mode,
  options: Options = {},
  outside: { prompt?: Prompt; clock?: ManualClock; environment?: Record<string, string> } = {},
): Query {
  return startQuery(
    {
      prompt: outside.prompt ?? 'hello',
      options: { provider: 'offline', pathToRuntime: program, ...options },
    },
    {
      clock: outside.clock ?? systemClock,
      environment: { PATH: process.env['PATH'], FIXTURE_MODE: mode, ...outside.environment },
    },
  );
}

/** The program's report of the next turn. */
async function report(query: Query): Promise<RuntimeReport> {
  const { value } = await query.next();
  if (value?.type !== 'result') throw new Error('A result was expected.');
  return JSON.parse(value.result ?? '') as RuntimeReport;
}

async function* openEnded(...texts: string[]): AsyncGenerator<{
  type: 'user';
  message: { role: 'user'; content: string };
}> {
  for (const content of texts) yield { type: 'user', message: { role: 'user', content } };
  await new Promise(() => undefined);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !linux || !/\) Z /.test(readFileSync(`/proc/${String(pid)}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** The group is killed at once and reaped a moment later. */
async function isGone(pid: number | undefined): Promise<boolean> {
  const gone = () => pid === undefined || !isAlive(pid);
  return vi.waitUntil(gone, { timeout: 10_000, interval: 5 }).catch(gone);
}

describe('a runtime in a child process', () => {
  it('takes a turn, and nothing of it is left when the loop has ended [RT-1.process, RT-9]', async () => {
    const query = start('obedient');
    const told = await report(query);
    expect(told.text).toBe('hello');
    expect((await query.next()).done).toBe(true);
    expect(isAlive(told.pid)).toBe(false);
  });

  it('gets credentials by a private one-shot file, and by nothing that others can read [RT-5.file]', async () => {
    const query = start(
      'obedient',
      {
        provider: 'anthropic',
        auth: { environmentVariable: 'MY_KEY' },
        mcpServers: { files: { command: 'x', env: { TOKEN: 'secret-server' } } },
      },
      {
        prompt: openEnded('hello'),
        environment: { MY_KEY: 'secret-model', ANTHROPIC_API_KEY: 'secret-usual' },
      },
    );
    const { pid, credentials, stillThere } = await report(query);
    expect(credentials).toMatchObject({
      fileMode: '600',
      folderMode: '700',
      payload: {
        modelKey: 'secret-model',
        servers: { files: { env: { TOKEN: 'secret-server' } } },
      },
    });
    expect(stillThere).toBe(false);
    if (linux)
      for (const file of ['cmdline', 'environ']) {
        const seen = readFileSync(`/proc/${String(pid)}/${file}`, 'utf8');
        expect(seen).toContain(file === 'cmdline' ? '--sdk' : 'FIXTURE_MODE');
        expect(seen).not.toContain('secret');
      }
    await query.close();
    expect(existsSync(dirname(credentials.file))).toBe(false);
  });

  it('loses credentials that it left lying about, once it is initialized [RT-5.left]', async () => {
    const query = start('leaves-credentials', {
      provider: 'anthropic',
      auth: { apiKey: 'secret-model' },
    });
    const { credentials } = await report(query);
    expect(existsSync(credentials.file)).toBe(false);
    await query.close();
    expect(existsSync(dirname(credentials.file))).toBe(false);
  });

  it('leaves no credential folder when it cannot start, and dies with its last words in the error [RT-5.failed-start, SDK-51.before-ready]', async () => {
    const query = start('fails');
    const failure: unknown = await query.initializationResult().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(RuntimeStartError);
    const { stderr, message } = failure as RuntimeStartError;
    expect(message).toMatch(/code 3[^]*complaint 60/);
    expect(stderr).toHaveLength(40);
    expect(stderr[0]).toBe('complaint 21');
    await query.close();
  });

  it('is not started when it does not exist, and the message names the path [RT-4.path, SDK-51.start]', async () => {
    const given = start('obedient', { pathToRuntime: join(folder, 'nowhere.mjs') });
    await expect(given.initializationResult()).rejects.toThrow(/nowhere\.mjs.*pathToRuntime/);
    const named = startQuery(
      { prompt: 'x', options: { provider: 'offline' } },
      { clock: systemClock, environment: { PARLEY_RUNTIME_PATH: join(folder, 'missing.mjs') } },
    );
    const failure: unknown = await named.initializationResult().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(RuntimeStartError);
    expect(String(failure)).toMatch(/missing\.mjs.*PARLEY_RUNTIME_PATH/);
  });

  it('is the one that PARLEY_RUNTIME_PATH names [RT-4.variable]', async () => {
    const query = startQuery(
      { prompt: 'hi', options: { provider: 'offline' } },
      {
        clock: systemClock,
        environment: { PATH: process.env['PATH'], PARLEY_RUNTIME_PATH: program },
      },
    );
    expect((await query.initializationResult()).runtimeVersion).toBe('fixture');
    await query.close();
    // The option goes before it.
    const chosen = start('obedient', {}, { environment: { PARLEY_RUNTIME_PATH: '/nowhere.mjs' } });
    expect((await chosen.initializationResult()).runtimeVersion).toBe('fixture');
    await chosen.close();
  });

  it('may split a frame anywhere and end it with CRLF, and U+2028 ends nothing [RT-2]', async () => {
    const text = 'naïve 日本 \u2028 \u2029 🙂';
    const query = start('split', {}, { prompt: text });
    expect((await report(query)).text).toBe(text);
    await query.close();
  });

  it('may complain as much as it likes on stderr, line by line to the host [RT-2.stderr]', async () => {
    const lines: string[] = [];
    const query = start('loud', { stderr: (line) => lines.push(line) });
    expect((await report(query)).text).toBe('hello');
    await query.close();
    expect(lines.at(-1)).toBe('last words');
  });

  it('breaks the session with a line that is no frame, or one over the cap [RT-2, RT-6]', async () => {
    for (const mode of ['nonsense', 'huge'] as const) {
      const query = start(mode);
      await expect(query.next()).rejects.toBeInstanceOf(ProtocolError);
      await query.close();
    }
  });

  it('may be killed in the middle of a turn, and everything that waits rejects [SDK-51]', async () => {
    const query = start('family', {}, { prompt: openEnded('one') });
    const { pid, child } = await report(query);
    const next = query.next();
    next.catch(() => undefined);
    process.kill(pid, 'SIGKILL');
    await expect(next).rejects.toMatchObject({ name: 'RuntimeExitedError', signal: 'SIGKILL' });
    await expect(query.interrupt()).rejects.toBeInstanceOf(RuntimeExitedError);
    await query.close();
    expect(await isGone(child)).toBe(true);
  });

  it('that says nothing is given up and ended [SDK-15, RT-9]', async () => {
    const clock = new ManualClock();
    const query = start('silent', { initializeTimeoutMs: 1_000, closeGraceMs: 0 }, { clock });
    const failure = query.initializationResult().catch((error: unknown) => error);
    clock.advance(1_000);
    expect(await failure).toBeInstanceOf(RuntimeStartError);
    const closing = query.close();
    await advanceUntil(clock, closing);
  });

  it('that ignores end of input and TERM is killed with its children [RT-9.steps, SDK-36]', async () => {
    const clock = new ManualClock();
    const query = start('stubborn', {}, { prompt: openEnded('one'), clock });
    const { pid, child } = await report(query);
    const closing = query.close();
    await new Promise((resolve) => setImmediate(resolve));
    expect(isAlive(pid)).toBe(true);
    await advanceUntil(clock, closing);
    expect(await isGone(pid)).toBe(true);
    expect(await isGone(child)).toBe(true);
  });

  it('is gone when the loop is left with break [SDK-36.leave]', async () => {
    let pid = 0;
    for await (const message of start('obedient', {}, { prompt: openEnded('one', 'two') })) {
      if (message.type !== 'result') continue;
      pid = (JSON.parse(message.result ?? '') as RuntimeReport).pid;
      break;
    }
    expect(pid).toBeGreaterThan(0);
    expect(isAlive(pid)).toBe(false);
  });

  it('refuses a frame over the cap before writing it [RT-2]', async () => {
    const query = start('obedient', {}, { prompt: openEnded('one') });
    await report(query);
    async function* tooMuch(): AsyncGenerator<{
      type: 'user';
      message: { role: 'user'; content: string };
    }> {
      yield { type: 'user', message: { role: 'user', content: 'x'.repeat(33 * 1024 * 1024) } };
    }
    await expect(query.streamInput(tooMuch())).rejects.toThrow(/larger than/);
    await query.setPermissionMode('plan');
    await query.close();
  });

  it('that stops listening is ended, and what waits says how [SDK-51]', async () => {
    const query = start('deaf', { closeGraceMs: 0 }, { prompt: openEnded('one') });
    await report(query);
    let failure: unknown;
    // The first write may still fit into the pipe.
    for (let turn = 0; turn < 100 && !failure; turn += 1)
      await query.setPermissionMode('plan').catch((error: unknown) => {
        failure = error;
      });
    expect(failure).toBeInstanceOf(RuntimeExitedError);
    await query.close();
  });

  it('that was closed before it started is never started [RT-9]', async () => {
    const transport = new ProcessTransport({ pathToRuntime: program, env: {} });
    await transport.close();
    await expect(transport.start()).rejects.toBeInstanceOf(RuntimeStartError);
    expect(transport.pid).toBeUndefined();
  });
});

/** Lets real processes and the clock go on until `done` settles. */
async function advanceUntil(clock: ManualClock, done: Promise<unknown>): Promise<void> {
  let settled = false;
  void done.finally(() => {
    settled = true;
  });
  const isSettled = (): boolean => settled;
  while (!isSettled()) {
    clock.advance(500);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe('spawnRuntime', () => {
  /** A runtime started by other means than ours, as a container or ssh would be. */
  function elsewhere(deliver: boolean): { spawnRuntime: () => SpawnedRuntime; seen: unknown[] } {
    const seen: unknown[] = [];
    return {
      seen,
      spawnRuntime: () => {
        const credentials = join(mkdtempSync(join(folder, 'far-')), 'credentials.json');
        writeFileSync(credentials, '{}');
        const child = spawn(process.execPath, [program, '--sdk'], {
          env: { PARLEY_CREDENTIAL_FILE: credentials },
        });
        return {
          stdin: child.stdin,
          stdout: child.stdout,
          stderr: child.stderr,
          kill: (signal) => child.kill(signal),
          ...(deliver
            ? {
                deliverCredentials: async (payload: unknown) => {
                  seen.push(payload);
                },
              }
            : {}),
        };
      },
    };
  }

  it('carries the same frames, and hands credentials to the host that spawned [RT-1.spawn]', async () => {
    const { spawnRuntime, seen } = elsewhere(true);
    const query = start('obedient', {
      spawnRuntime,
      pathToRuntime: undefined,
      provider: 'anthropic',
      auth: { apiKey: 'k' },
    });
    const { pid } = await report(query);
    expect((await query.next()).done).toBe(true);
    expect(await isGone(pid)).toBe(true);
    expect(seen).toEqual([{ modelKey: 'k', servers: {} }]);
  });

  it('without a way for credentials fails when there are some, saying so [RT-5]', async () => {
    const { spawnRuntime } = elsewhere(false);
    const without = start('obedient', { spawnRuntime, pathToRuntime: undefined });
    expect((await report(without)).text).toBe('hello');
    await without.close();
    const withKey = start('obedient', {
      spawnRuntime,
      pathToRuntime: undefined,
      provider: 'anthropic',
      auth: { apiKey: 'k' },
    });
    const failure: unknown = await withKey.initializationResult().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(CredentialsError);
    expect(String(failure)).toMatch(/deliverCredentials/);
    await withKey.close();
  });
});
