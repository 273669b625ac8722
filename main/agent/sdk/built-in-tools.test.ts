import { mkdtemp, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AnswerPart } from '../../../e2e/servers/model/model-script.ts';
import { startModelServer } from '../../../e2e/servers/model/model-server.ts';
import type { ModelServer } from '../../../e2e/servers/model/model-server.ts';
import type { SDKMessage, SDKUserMessageInput } from '../../../shared/agent/messages.ts';
import { AsyncQueue } from '../../lib/async-queue.ts';
import { systemClock } from '../../lib/clock.ts';
import { runtimeBundle } from '../../lib/testing/runtime-bundle.ts';
import { InvalidOptionsError } from './errors.ts';
import type { Options } from './options.ts';
import { ProcessTransport } from './process-transport.ts';
import { startQuery } from './query.ts';

const environment = { PATH: process.env['PATH'], HOME: process.env['HOME'] };

let root = '';
let program = '';
const closers: (() => Promise<void>)[] = [];

beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'parley-tools-')));
  program = (await runtimeBundle()).program;
}, 60_000);
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});
afterAll(() => rm(root, { recursive: true, force: true }));

const uses = (name: string, input: object): AnswerPart => ({
  tool: { id: crypto.randomUUID(), name, input },
});

/** A session with a real runtime in a folder of its own, and a model that says what it is told to. */
async function open(options: Options = {}) {
  const model: ModelServer = await startModelServer();
  closers.push(() => model.dispose());
  const cwd = await mkdtemp(join(root, 'work-'));
  const input = new AsyncQueue<SDKUserMessageInput>();
  const transport = new ProcessTransport({ pathToRuntime: program, env: environment });
  const query = startQuery(
    {
      prompt: input,
      options: {
        transport,
        configRoot: join(root, 'profile'),
        cwd,
        provider: { kind: 'openai-compatible', baseUrl: model.url },
        model: 'm',
        auth: { apiKey: 'k' },
        permissionMode: 'bypassPermissions',
        allowDangerouslySkipPermissions: true,
        ...options,
      },
    },
    { clock: systemClock, environment },
  );
  closers.push(() => query.close());
  const messages: SDKMessage[] = [];
  /** One turn in which the model calls these tools; gives the uuid of the person's message. */
  const turn = async (...parts: AnswerPart[]): Promise<string> => {
    model.push({ kind: 'answer', parts }, { kind: 'answer', parts: [{ text: 'done' }] });
    const uuid = crypto.randomUUID();
    input.push({
      type: 'user',
      uuid,
      message: { role: 'user', content: 'go' },
      parent_tool_use_id: null,
    });
    for (;;) {
      const next = await query.next();
      if (next.done) throw new Error('The session ended too soon.');
      messages.push(next.value);
      if (next.value.type !== 'result') continue;
      expect(next.value).toMatchObject({ subtype: 'success' });
      return uuid;
    }
  };
  return { query, transport, cwd, model, messages, turn };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function pidIn(file: string): Promise<number> {
  let pid = 0;
  await expect
    .poll(async () => (pid = Number(await readFile(file, 'utf8').catch(() => 0))), {
      timeout: 10_000,
    })
    .toBeGreaterThan(0);
  return pid;
}

describe('built-in tools of a real runtime', () => {
  it('work in the folder and with the environment of the options, and see no key [SDK-20.place, RT-5]', async () => {
    const { cwd, model, turn } = await open({ env: { COLOUR: 'blue' } });
    await turn(uses('Bash', { command: 'pwd -P; echo "$COLOUR"; env' }));
    const told = JSON.stringify(model.requests.at(-1)?.body['messages']);
    expect(told).toContain(`${await realpath(cwd)}\\nblue`);
    expect(told).not.toMatch(/API_KEY|PARLEY_CREDENTIAL/);
  });

  it('change files that rewindFiles then brings back, and tell what commands may have changed [RT-44.rewind, SDK-60, SDK-30]', async () => {
    const { query, cwd, turn } = await open({ enableFileCheckpointing: true });
    const file = join(cwd, 'a.txt');
    await writeFile(file, 'one');
    await turn(uses('Read', { file_path: 'a.txt' }));
    const second = await turn(
      uses('Edit', { file_path: 'a.txt', old_string: 'one', new_string: 'two' }),
      uses('Write', { file_path: 'b.txt', content: 'new' }),
      uses('Bash', { command: 'echo by hand >c.txt' }),
    );
    expect(await readFile(file, 'utf8')).toBe('two');
    const plan = {
      restored: [
        { path: file, action: 'restore' },
        { path: join(cwd, 'b.txt'), action: 'delete' },
      ],
      refused: [],
      notCovered: ['echo by hand >c.txt'],
    };
    expect(await query.rewindFiles(second, { dryRun: true })).toEqual(plan);
    expect(await readFile(file, 'utf8')).toBe('two');
    expect(await query.rewindFiles(second)).toEqual(plan);
    expect(await readFile(file, 'utf8')).toBe('one');
    await expect(stat(join(cwd, 'b.txt'))).rejects.toThrow();
    expect(await readFile(join(cwd, 'c.txt'), 'utf8')).toBe('by hand\n');
    await expect(query.rewindFiles(crypto.randomUUID())).rejects.toMatchObject({
      name: 'ControlRequestError',
      message: expect.stringContaining('no checkpoint') as string,
    });
  });

  it('keep no checkpoints unless they were asked for, and say so [RT-44.rewind, SDK-21]', async () => {
    const { query } = await open();
    await expect(query.rewindFiles(crypto.randomUUID())).rejects.toThrow('enableFileCheckpointing');
    await expect(open({ enableFileCheckpointing: true, persistSession: false })).rejects.toThrow(
      InvalidOptionsError,
    );
  });

  it('run commands in the background that stopTask ends, and none outlives a killed runtime [SDK-30, SDK-60.background]', async () => {
    const { query, transport, cwd, messages, turn } = await open();
    const sleep = (name: string): AnswerPart =>
      uses('Bash', { command: `sleep 600 & echo $! >${name}; wait`, run_in_background: true });
    await turn(sleep('one.pid'), sleep('two.pid'));
    const one = await pidIn(join(cwd, 'one.pid'));
    const two = await pidIn(join(cwd, 'two.pid'));
    const started = messages.flatMap((message) =>
      message.type === 'system' && message.subtype === 'task_started' ? [message.task_id] : [],
    );
    expect(started).toEqual(['command_1', 'command_2']);
    expect(await query.stopTask('command_1')).toBe(true);
    expect(await query.stopTask('command_1')).toBe(false);
    await expect(query.stopTask('command_7')).rejects.toThrow('no background task');
    await expect.poll(() => isAlive(one), { timeout: 10_000 }).toBe(false);
    expect(isAlive(two)).toBe(true);
    process.kill(transport.pid ?? 0, 'SIGKILL');
    await expect.poll(() => isAlive(two), { timeout: 10_000 }).toBe(false);
  });

  it('give tasks to the sub-agents of the options, which are listed [RT-26, SDK-30]', async () => {
    const { query, model, messages, turn } = await open({
      agents: { counter: { description: 'Counts', prompt: 'You count.', tools: ['Glob'] } },
    });
    expect((await query.supportedAgents()).map(({ name }) => name)).toEqual(['general', 'counter']);
    model.push(
      {
        kind: 'answer',
        parts: [
          uses('Agent', { description: 'Count', prompt: 'Count it', subagent_type: 'counter' }),
        ],
      },
      { kind: 'answer', parts: [{ text: 'It is seven.' }] },
    );
    await turn(uses('TodoWrite', { todos: [] }));
    const child = JSON.stringify(model.requests[1]?.body);
    expect(child).toContain('You count.');
    expect(child).not.toContain('WebFetch');
    expect(JSON.stringify(model.requests[2]?.body['messages'])).toContain('It is seven.');
    const own = messages.filter(
      (message) => message.type === 'assistant' && message.parent_tool_use_id !== null,
    );
    expect(own).toHaveLength(1);
  });

  it.each([
    [{ agents: { a: { description: 'd' } } }, 'agents.a.prompt'],
    [{ agents: { a: { description: 'd', prompt: 'p', maxTurns: 0 } } }, 'agents.a.maxTurns'],
    [{ agents: { a: { description: 'd', prompt: 'p', tool: [] } } }, 'agents.a'],
    [{ enableFileCheckpointing: 'yes' }, 'enableFileCheckpointing'],
  ])('name the path of an option that is wrong: %j [SDK-21]', async (options, path) => {
    await expect(open(options as Options)).rejects.toThrow(path);
  });
});
