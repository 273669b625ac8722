import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SDKMessage } from '../../../../../shared/agent/messages.ts';
import type { JsonObject } from '../../../../../shared/lib/json.ts';
import { childEnvironment } from '../../../../lib/child-environment.ts';
import { systemClock } from '../../../../lib/clock.ts';
import type { Clock } from '../../../../lib/clock.ts';
import { spawnManaged } from '../../../../lib/subprocess.ts';
import { ManualClock } from '../../../../lib/testing/manual-clock.ts';
import type { BuiltInTool } from '../built-in-tool.ts';
import { BackgroundTasks } from '../tasks/background-tasks.ts';
import { stopTaskTool, taskOutputTool } from '../tasks/task-tools.ts';
import { callTool, toolPlace } from '../testing/tool-place.ts';
import type { ToolPlace } from '../testing/tool-place.ts';
import { bashTool } from './bash-tool.ts';

let at: ToolPlace;
let tasks: BackgroundTasks;
let bash: BuiltInTool;
const told: SDKMessage[] = [];
const moves: string[] = [];
const commands: string[] = [];

function open(clock: Clock = systemClock): void {
  tasks = new BackgroundTasks({
    sessionId: crypto.randomUUID(),
    clock,
    emit: (message) => told.push(message),
  });
  bash = bashTool({
    place: at.place,
    tasks,
    clock,
    spawn: spawnManaged,
    env: childEnvironment(
      { ...process.env, SECRET: 'canary', BASH_ENV: '/nowhere' },
      { DECLARED: 'yes' },
    ),
    resultsFolder: join(at.folder, '..', 'results'),
    onCommand: (command) => {
      commands.push(command);
      return Promise.resolve();
    },
    onCwdChanged: (from, to) => {
      moves.push(`${from} → ${to}`);
      return Promise.resolve();
    },
  });
}

beforeEach(async () => {
  for (const list of [told, moves, commands]) list.length = 0;
  at = await toolPlace();
  open();
});
afterEach(async () => {
  await tasks.close();
  await at.dispose();
});

const run = (command: string, more: JsonObject = {}, signal?: AbortSignal) =>
  callTool(bash, { command, ...more }, signal);

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** The number that a command wrote into a file, once it is there. */
async function pidIn(name: string): Promise<number> {
  let pid = 0;
  await expect
    .poll(
      async () => (pid = Number(await readFile(join(at.folder, name), 'utf8').catch(() => 0))),
      {
        timeout: 10_000,
      },
    )
    .toBeGreaterThan(0);
  return pid;
}

const gone = (pid: number): Promise<void> =>
  expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false);

describe('Bash', () => {
  it('gives both outputs in their order, the exit code, and no input [SDK-60.bash]', async () => {
    expect(await run('echo one; echo two >&2; echo three')).toEqual({
      text: 'one\ntwo\nthree',
      failed: false,
    });
    expect(await run('cat; echo "last: $?"; exit 3')).toEqual({
      text: 'last: 0\n[Exit code 3.]',
      failed: true,
    });
    expect((await run('true')).text).toBe('(no output)');
    expect((await run('if then')).text).toContain('syntax error');
    expect((await run(`printf '%s' "it's \\"quoted\\" \\$HOME" 'a'`)).text).toBe(
      `it's "quoted" $HOMEa`,
    );
    expect(commands).toHaveLength(5);
  });

  it('gives commands what is allowed of the environment and what was declared [SDK-60.bash, SE-33]', async () => {
    expect((await run('echo "$DECLARED-$SECRET-$BASH_ENV"')).text).toBe('yes--');
  });

  it('goes on in the folder that a command ended in, unless it is none of the session [SDK-60.bash-cwd]', async () => {
    await mkdir(join(at.folder, 'it s', 'deep'), { recursive: true });
    await run(`cd 'it s/deep'; false`);
    expect((await run('pwd')).text).toBe(join(at.folder, 'it s', 'deep'));
    const away = await run(`cd ${at.outside}`);
    expect(away.text).toContain(`${at.outside} is outside the folders of this session`);
    expect((await run('pwd')).text).toBe(at.folder);
    expect(moves).toHaveLength(2);
    expect(await bash.facts({ command: 'ls', description: 'List' })).toEqual({
      kind: 'execute',
      paths: [at.folder],
      title: 'List',
      command: 'ls',
    });
  });

  it('keeps the whole of a long output in a file, and shows its beginning and end [SDK-62, SDK-60.bash]', async () => {
    const { text } = await run('seq 1 20000');
    expect(text.length).toBeLessThan(32_000);
    expect(text).toMatch(/^1\n2\n/);
    expect(text).toMatch(/19999\n20000$/);
    const file = /The whole output is in (\S+);/.exec(text)?.[1] ?? '';
    const whole = await readFile(file, 'utf8');
    expect(whole).toBe(`${Array.from({ length: 20_000 }, (_, n) => n + 1).join('\n')}\n`);
  });

  it('stops a command that writes without end, and says so [SDK-60.bash]', async () => {
    const { text, failed } = await run('yes parley');
    expect(failed).toBe(true);
    expect(text).toContain('was stopped because it wrote more than');
  });

  it('survives output that is no text [SDK-60.bash]', async () => {
    const { text } = await run(String.raw`printf 'a\377\376b\303'; printf '\274c'`);
    expect(text).toContain('b');
    expect(text).toContain('üc');
  });

  it('kills everything that a command started when its time is over [SDK-60.bash]', async () => {
    const clock = new ManualClock();
    open(clock);
    const running = run('(sleep 600 & echo $! >child.pid); echo begun; sleep 600', {
      timeout: 5_000,
    });
    const child = await pidIn('child.pid');
    clock.advance(5_000);
    const { text, failed } = await running;
    expect(failed).toBe(true);
    expect(text).toContain('begun');
    expect(text).toContain('stopped after 5000 ms');
    await gone(child);
  });

  it('leaves nothing running behind a command that ended, and does not wait for it [SDK-60.bash]', async () => {
    const { text } = await run('sleep 600 & echo $! >child.pid; echo done');
    expect(text).toBe('done');
    await gone(await pidIn('child.pid'));
  });

  it('ends with the turn [RT-25]', async () => {
    const stop = new AbortController();
    const running = run('echo $$ >own.pid; sleep 600', {}, stop.signal);
    const pid = await pidIn('own.pid');
    stop.abort(new Error('interrupted'));
    await expect(running).rejects.toThrow('interrupted');
    await gone(pid);
  });

  it('says why a command cannot start [SDK-60.bash]', async () => {
    await mkdir(join(at.folder, 'sub'));
    await run('cd sub');
    await run('rmdir ../sub');
    expect((await run('pwd')).failed).toBe(true);
  });
});

describe('commands in the background', () => {
  const output = (id: string, filter?: string) =>
    callTool(taskOutputTool(tasks), { task_id: id, ...(filter ? { filter } : {}) });
  const started = async (command: string): Promise<string> => {
    const { text } = await run(command, { run_in_background: true, description: 'Work' });
    return /as (command_\d+)/.exec(text)?.[1] ?? '';
  };

  it('tell their output once, with their state, and are announced from start to end [SDK-60.background]', async () => {
    const id = await started('echo one; while [ ! -e go ]; do sleep 0.05; done; echo two; exit 4');
    await expect.poll(async () => (await output(id)).text, { timeout: 10_000 }).toContain('one');
    expect((await output(id)).text).toContain('(no new output)');
    await writeFile(join(at.folder, 'go'), '');
    await expect.poll(() => told.length, { timeout: 10_000 }).toBe(2);
    expect((await output(id, '^tw')).text).toBe(`${id}: Exit code 4.\ntwo`);
    expect(told).toMatchObject([
      { subtype: 'task_started', task_id: id, kind: 'command', description: 'Work' },
      { subtype: 'task_ended', task_id: id, status: 'failed' },
    ]);
    const end = told[1];
    if (end?.type !== 'system' || end.subtype !== 'task_ended') throw new Error('No end.');
    expect(await readFile(end.output_file ?? '', 'utf8')).toBe('one\ntwo\n');
  });

  it('are stopped with all that they started [SDK-60.background]', async () => {
    const id = await started('trap "" TERM; (trap "" TERM; sleep 600 & echo $! >child.pid; wait)');
    const child = await pidIn('child.pid');
    expect((await callTool(stopTaskTool(tasks), { task_id: id })).text).toBe(`${id} was stopped.`);
    await gone(child);
    expect((await callTool(stopTaskTool(tasks), { task_id: id })).text).toContain('had ended');
    expect(told.at(-1)).toMatchObject({ subtype: 'task_ended', status: 'stopped' });
    expect(await output('command_9')).toMatchObject({ failed: true });
  });

  it('do not outlive the session [SDK-36, SDK-60.background]', async () => {
    await started('sleep 600 & echo $! >child.pid; wait');
    const child = await pidIn('child.pid');
    await tasks.close();
    await gone(child);
  });
});
