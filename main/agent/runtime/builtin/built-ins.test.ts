import { mkdtemp, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { InitializeRequest } from '../../../../shared/agent/frames.ts';
import type { SDKMessage } from '../../../../shared/agent/messages.ts';
import type { JsonObject } from '../../../../shared/lib/json.ts';
import type { ModelRequest } from '../model/model-contract.ts';
import { callAnswer, ScriptedHost, textAnswer } from '../testing/scripted-host.ts';
import type { ModelScript, ScriptedHostOptions } from '../testing/scripted-host.ts';

let root = '';
let hosts: ScriptedHost[] = [];

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'parley-builtins-')));
});
afterEach(async () => {
  for (const host of hosts) await host.runtime.end();
  hosts = [];
  await rm(root, { recursive: true, force: true });
});

const path = (name: string): string => join(root, name);

async function start(
  script: readonly ModelScript[],
  fields: Partial<InitializeRequest> = {},
  options: ScriptedHostOptions = {},
): Promise<ScriptedHost> {
  const host = new ScriptedHost({ ...options, script });
  hosts.push(host);
  await host.initialize({ cwd: root, config_root: path('profile'), ...fields });
  return host;
}

let calls = 0;
/** The model calls tools, all in one message. */
const call =
  (...all: readonly (readonly [name: string, input: JsonObject])[]): ModelScript =>
  () =>
    callAnswer(
      ...all.map(([name, input]) => ({ id: `call-${String((calls += 1))}`, name, input })),
    );
const says =
  (text: string): ModelScript =>
  () =>
    textAnswer(text);

/** Texts of the results that a request brought to the model. */
function results(request: ModelRequest | undefined): string[] {
  const last = request?.messages.at(-1);
  if (last?.role !== 'user') return [];
  return last.content.flatMap((block) =>
    block.type === 'tool_result'
      ? [
          block.content
            .map((one) => (typeof one['text'] === 'string' ? one['text'] : `<${one.type}>`))
            .join('\n'),
        ]
      : [],
  );
}

function system(host: ScriptedHost, subtype: string): Extract<SDKMessage, { type: 'system' }>[] {
  return host.messages.flatMap((message) =>
    message.type === 'system' && message.subtype === subtype ? [message] : [],
  );
}

const bypass = { permission_mode: 'bypassPermissions' } as const;

describe('built-in tools in a session', () => {
  it('read inside the folder unasked, and nothing else without a decision [SDK-60, RT-22]', async () => {
    await writeFile(path('a.txt'), 'hello');
    const host = await start([
      call(
        ['Read', { file_path: 'a.txt' }],
        ['Read', { file_path: '/etc/passwd' }],
        ['Write', { file_path: 'b.txt', content: 'x' }],
        ['Bash', { command: 'touch c.txt' }],
        ['WebFetch', { url: 'https://example.com/' }],
      ),
      says('done'),
    ]);
    host.say('go');
    expect(await host.result()).toMatchObject({ result: 'done' });
    const [read, ...denied] = results(host.requests[1]);
    expect(read).toBe('     1\thello');
    expect(denied).toHaveLength(4);
    for (const text of denied) expect(text).toContain('was denied and did not run');
    await expect(stat(path('b.txt'))).rejects.toThrow();
    await expect(stat(path('c.txt'))).rejects.toThrow();
    expect(host.requests[0]?.tools.map((tool) => tool.name)).toEqual([
      'Agent',
      'AskUser',
      'Bash',
      'BashOutput',
      'Edit',
      'Glob',
      'Grep',
      'KillBash',
      'Read',
      'TodoWrite',
      'WebFetch',
      'Write',
    ]);
  });

  it('are asked for with what they would do, and do it after a yes [SDK-60, SDK-17]', async () => {
    const asked: JsonObject[] = [];
    const host = await start(
      [call(['Write', { file_path: 'b.txt', content: 'written' }]), says('done')],
      { has_can_use_tool: true },
      {
        handlers: {
          can_use_tool: (request) => {
            asked.push(request);
            return { behavior: 'allow' };
          },
        },
      },
    );
    host.say('go');
    await host.result();
    expect(asked).toMatchObject([{ tool_name: 'Write', title: 'Write b.txt' }]);
    expect(asked[0]).not.toHaveProperty('server_name');
    expect(await readFile(path('b.txt'), 'utf8')).toBe('written');
  });

  it('run readers of one message side by side and others in order [SDK-61]', async () => {
    await writeFile(path('a.txt'), 'start');
    const host = await start(
      [
        call(
          ['Read', { file_path: 'a.txt' }],
          ['Glob', { pattern: '*.txt' }],
          ['Edit', { file_path: 'a.txt', old_string: 'start', new_string: 'middle' }],
          ['Bash', { command: 'cat a.txt; echo end >a.txt' }],
          ['Grep', { pattern: 'end', output_mode: 'content' }],
        ),
        says('done'),
      ],
      bypass,
    );
    host.say('go');
    await host.result();
    const [read, glob, edit, bash, grep] = results(host.requests[1]);
    expect([read, glob]).toEqual(['     1\tstart', path('a.txt')]);
    expect(edit).toContain('1 place');
    expect(bash).toBe('middle');
    expect(grep).toContain('a.txt:1:end');
  });

  it('keep a list of tasks and refuse one that nobody can follow [SDK-60.todo]', async () => {
    const todo = (...states: string[]): readonly [string, JsonObject] => [
      'TodoWrite',
      { todos: states.map((status, at) => ({ content: `step ${String(at)}`, status })) },
    ];
    const host = await start([
      call(todo('completed', 'in_progress', 'pending'), todo('in_progress', 'in_progress')),
      says('done'),
    ]);
    host.say('go');
    await host.result();
    expect(results(host.requests[1])).toEqual([
      '[x] step 0\n[>] step 1\n[ ] step 2',
      expect.stringContaining('2 tasks are in progress'),
    ]);
  });
});

describe('AskUser', () => {
  const question = 'Which colour?';
  const blue = { label: 'Blue', description: 'As the sea' };
  const questions = [{ question, options: [{ label: 'Red' }, blue] }];
  const ask = call(['AskUser', { questions }]);

  it('asks the host as a tool and takes the answers from the changed arguments [SDK-60.ask]', async () => {
    const host = await start(
      [ask, says('done')],
      { has_can_use_tool: true, has_elicitation: true },
      {
        handlers: {
          can_use_tool: ({ input }) => ({
            behavior: 'allow',
            updatedInput: { ...(input as JsonObject), answers: { [question]: 'Blue' } },
          }),
        },
      },
    );
    host.say('go');
    await host.result();
    expect(results(host.requests[1])).toEqual([`${question}\n→ Blue`]);
  });

  it('asks by a form where the host only allows, and says when nobody answers [SDK-60.ask]', async () => {
    const forms: JsonObject[] = [];
    const host = await start(
      [ask, says('done'), ask, says('done')],
      { has_can_use_tool: true, has_elicitation: true },
      {
        handlers: {
          can_use_tool: () => ({ behavior: 'allow' }),
          elicitation: (request) => {
            forms.push(request);
            return forms.length === 1
              ? { action: 'accept', content: { question_1: 'Red' } }
              : { action: 'decline' };
          },
        },
      },
    );
    host.say('go');
    await host.result();
    expect(results(host.requests[1])).toEqual([`${question}\n→ Red`]);
    expect(forms[0]).toMatchObject({
      requested_schema: {
        properties: {
          question_1: { oneOf: [{ const: 'Red' }, { const: 'Blue', title: 'Blue: As the sea' }] },
          question_1_own: { type: 'string' },
        },
      },
    });
    host.say('again');
    await host.result(2);
    expect(results(host.requests[3])).toEqual(['The person did not answer (decline).']);
  });

  it('takes an answer in the person’s own words, beside a choice or instead of one [SDK-60.ask]', async () => {
    const contents = [
      { question_1_own: ' Green ' },
      { question_1: 'Blue', question_1_own: 'but dark' },
      {},
    ];
    const host = await start(
      contents.flatMap(() => [ask, says('done')]),
      { has_elicitation: true },
      { handlers: { elicitation: () => ({ action: 'accept', content: contents.shift() }) } },
    );
    const told = [];
    for (const turn of [1, 2, 3]) {
      host.say('go');
      await host.result(turn);
      told.push(...results(host.requests[turn * 2 - 1]));
    }
    expect(told).toEqual([
      `${question}\n→ Green`,
      `${question}\n→ Blue, but dark`,
      `${question}\n→ (no answer)`,
    ]);
  });

  it('says that there is nobody to be asked [SDK-60.ask]', async () => {
    const host = await start([ask, says('done')]);
    host.say('go');
    await host.result();
    expect(results(host.requests[1])[0]).toContain('Nobody can be asked');
  });
});

describe('sub-agents', () => {
  const give = (more: JsonObject = {}): ModelScript =>
    call(['Agent', { description: 'Look', prompt: 'Read a.txt', ...more }]);

  it('work with a conversation and tools of their own; their last message is the result [RT-26]', async () => {
    await writeFile(path('a.txt'), 'the answer');
    const host = await start(
      [
        give({ subagent_type: 'reader' }),
        call(['Read', { file_path: 'a.txt' }]),
        says('It says: the answer'),
        says('done'),
      ],
      {
        agents: {
          reader: { description: 'Reads', prompt: 'You read.', tools: ['Read', 'Agent'] },
        },
      },
    );
    host.say('go');
    expect(await host.result()).toMatchObject({ result: 'done', num_turns: 2 });
    expect(host.requests[1]).toMatchObject({
      system: 'You read.',
      messages: [{ role: 'user', content: [{ text: 'Read a.txt' }] }],
    });
    expect(host.requests[1]?.tools.map((tool) => tool.name)).toEqual(['Read']);
    expect(results(host.requests[3])).toEqual(['It says: the answer']);
    const parents = host.messages.flatMap((message) =>
      message.type === 'assistant' || message.type === 'user'
        ? [`${message.type} ${String(message.parent_tool_use_id !== null)}`]
        : [],
    );
    expect(parents).toEqual([
      'user false',
      'assistant false',
      'user true',
      'assistant true',
      'user true',
      'assistant true',
      'user false',
      'assistant false',
    ]);
    expect(host.messages.filter((message) => message.type === 'result')).toHaveLength(1);
    expect(system(host, 'init')[0]).toMatchObject({ agents: ['general', 'reader'] });
  });

  it('are no part of the conversation that a session goes on with [RT-26, RT-44]', async () => {
    const first = await start([give(), says('sub words'), says('done')]);
    first.say('go');
    await first.result();
    await first.runtime.end();
    const second = await start([says('on')], { resume: true });
    second.say('more');
    await second.result();
    const history = second.requests[0]?.messages.map((message) => message.role);
    expect(history).toEqual(['user', 'assistant', 'user', 'assistant', 'user']);
  });

  it('are paid by their session: its result tells what they took, by model, also of those behind [RT-26.usage, SDK-50]', async () => {
    const offline = { provider: { id: 'o', kind: 'offline' as const, label: 'O' } };
    const host = await start([give(), says('sub words'), says('done')], offline);
    host.say('go');
    // Two requests of the session and one of the sub-agent.
    const { usage, model_usage: byModel, num_turns: turns } = await host.result();
    expect({ usage, turns }).toMatchObject({
      usage: { input_tokens: 5 + 10 + 10, output_tokens: 2 + 2 },
      turns: 2,
    });
    expect(byModel['scripted']).toMatchObject({ input_tokens: 25, output_tokens: 4 });
  });

  it('pass through the same decisions, and end at their own limit [RT-26, RT-22]', async () => {
    const host = await start([
      give({ max_turns: 1 }),
      call(['Bash', { command: 'touch made' }]),
      says('done'),
    ]);
    host.say('go');
    await host.result();
    expect(results(host.requests[2])[0]).toMatch(/did not end well: The limit of 1/);
    expect(system(host, 'permission_denied')).toHaveLength(1);
    await expect(stat(path('made'))).rejects.toThrow();
  });

  it('name the kinds there are when another one is wanted [RT-26]', async () => {
    const host = await start([give({ subagent_type: 'nobody' }), says('done')]);
    host.say('go');
    await host.result();
    expect(results(host.requests[1])[0]).toContain('There are: general.');
  });

  it('stop with the turn [RT-25, RT-26]', async () => {
    const host = await start([
      give(),
      async function* (request) {
        yield { type: 'text-delta', text: 'thinking' };
        await new Promise((_, reject) => {
          request.signal.addEventListener('abort', () => reject(request.signal.reason as Error));
        });
      },
    ]);
    host.say('go');
    await host.until((message) => message.type === 'user' && message.parent_tool_use_id !== null);
    await expect.poll(() => host.requests.length, { timeout: 5_000 }).toBe(2);
    await host.control.request({ subtype: 'interrupt' });
    expect(await host.result()).toMatchObject({ subtype: 'interrupted' });
  });

  it('go on in the background, tell how far they are, and are asked for their words [RT-26.background]', async () => {
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    await writeFile(path('a.txt'), 'x');
    let own = 0;
    const script: ModelScript = async function* (request) {
      const isChild = request.system.includes('for another agent');
      const last = JSON.stringify(request.messages.at(-1));
      if (isChild) {
        if (last.includes('tool_result')) {
          await gate;
          yield* textAnswer('found it');
        } else yield* callAnswer({ id: 'r1', name: 'Read', input: { file_path: 'a.txt' } });
        return;
      }
      own += 1;
      if (own === 1)
        yield* callAnswer({
          id: 'a1',
          name: 'Agent',
          input: { description: 'Look', prompt: 'p', run_in_background: true },
        });
      else if (own === 3)
        yield* callAnswer({ id: 'o1', name: 'BashOutput', input: { task_id: 'agent_1' } });
      else yield* textAnswer('ok');
    };
    const host = await start([script, script, script, script, script, script, script]);
    host.say('go');
    await host.result();
    release();
    await host.until((message) => message.type === 'system' && message.subtype === 'task_ended');
    host.say('and?');
    await host.result(2);
    expect(results(host.requests.at(-1))[0]).toContain('found it');
    expect(system(host, 'task_started')).toMatchObject([{ kind: 'agent', tool_use_id: 'a1' }]);
    expect(system(host, 'task_progress')).toMatchObject([{ task_id: 'agent_1', message: 'Read' }]);
    expect(system(host, 'task_ended')).toMatchObject([{ status: 'completed' }]);
  });

  it('are stopped by the host, once, and with the session [RT-26.background, SDK-36]', async () => {
    const hang: ModelScript = async function* (request) {
      yield { type: 'text-delta', text: 'thinking' };
      await new Promise((_, reject) => {
        request.signal.addEventListener('abort', () => reject(request.signal.reason as Error));
      });
    };
    const script: ModelScript = (request) =>
      request.system.includes('for another agent')
        ? hang(request)
        : JSON.stringify(request.messages.at(-1)).includes('tool_result')
          ? textAnswer('ok')
          : callAnswer({
              id: crypto.randomUUID(),
              name: 'Agent',
              input: { description: 'Look', prompt: 'p', run_in_background: true },
            });
    const host = await start([script, script, script, script, script, script]);
    host.say('one');
    await host.result(1);
    host.say('two');
    await host.result(2);
    const stop = (id: string) => host.control.request({ subtype: 'stop_task', task_id: id });
    expect(await stop('agent_1')).toEqual({ stopped: true });
    expect(await stop('agent_1')).toEqual({ stopped: false });
    await expect(stop('agent_9')).rejects.toThrow('no background task');
    await host.runtime.end();
    expect(system(host, 'task_ended')).toMatchObject([
      { task_id: 'agent_1', status: 'stopped' },
      { task_id: 'agent_2', status: 'stopped' },
    ]);
  });
});
