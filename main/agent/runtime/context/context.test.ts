import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { InitializeRequest, InitializeResponse } from '../../../../shared/agent/frames.ts';
import { readTranscript } from '../../../storage/transcript/read-transcript.ts';
import { ModelRequestError } from '../model/model-contract.ts';
import type { ModelEvent, ModelRequest } from '../model/model-contract.ts';
import { TrustedFolders } from '../../../storage/trusted-folders.ts';
import { callAnswer, ScriptedHost, textAnswer } from '../testing/scripted-host.ts';
import type { ScriptedHostOptions } from '../testing/scripted-host.ts';

let root = '';
let cwd = '';
let profile = '';
const hosts: ScriptedHost[] = [];
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'parley-context-')));
  cwd = join(root, 'repo', 'packages', 'one');
  profile = join(root, 'profile');
  await mkdir(cwd, { recursive: true });
  await mkdir(join(root, 'repo', '.git'));
});
afterEach(async () => {
  for (const host of hosts.splice(0)) await host.runtime.end();
  await rm(root, { recursive: true, force: true });
});

const claude = {
  provider: { id: 'p', kind: 'anthropic' as const, label: 'P' },
  model: { provider_id: 'p', id: 'claude-sonnet-4-5' },
};

async function start(
  fields: Partial<InitializeRequest>,
  options: ScriptedHostOptions,
): Promise<{ host: ScriptedHost; response: InitializeResponse }> {
  const host = new ScriptedHost(options);
  hosts.push(host);
  const place = { config_root: profile, cwd };
  const response = (await host.initialize({
    ...claude,
    ...place,
    ...fields,
  })) as InitializeResponse;
  return { host, response };
}

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

const reports = (text: string, input: number): ModelEvent[] => [
  { type: 'text-delta', text },
  { type: 'finish', stopReason: 'end_turn', usage: { input_tokens: input, output_tokens: 1 } },
];
/** An answer of a provider that reports no usage. */
const uncounted = (text: string): ModelEvent[] => [
  { type: 'text-delta', text },
  { type: 'finish', stopReason: 'end_turn', usage: {} },
];
const said = (request: ModelRequest | undefined): string => JSON.stringify(request?.messages);

describe('room in the context', () => {
  const hooks = [
    { event: 'PreCompact' as const, callback_ids: ['pre'] },
    { event: 'PostCompact' as const, callback_ids: ['post'] },
  ];

  it('is made before a request that would pass the limit, by a summary, and the transcript keeps all [RT-27.compact, SDK-19]', async () => {
    const called: unknown[] = [];
    const { host, response } = await start(
      { context_window: 10_000, hooks },
      {
        script: [
          () => reports('first answer', 100),
          // By the provider's own count the next request passes the limit.
          () => reports('second answer', 9_000),
          () => textAnswer('They talked of apples.'),
          () => reports('third answer', 500),
          () => reports('fourth answer', 520),
        ],
        handlers: {
          hook_callback: ({ input }) => {
            called.push(input);
            return (input as { hook_event_name: string }).hook_event_name === 'PreCompact'
              ? { additionalContext: 'Keep the colours.' }
              : {};
          },
        },
      },
    );
    const long = 'apple '.repeat(1_500);
    for (const [index, text] of [`one ${long}`, `two ${long}`, 'three', 'four'].entries()) {
      host.say(text);
      expect(await host.result(index + 1)).toMatchObject({ subtype: 'success' });
    }
    const [, , summing, third, fourth] = host.requests;
    expect(summing?.tools).toEqual([]);
    expect(summing?.system).toContain('Keep the colours.');
    expect(said(summing)).toContain('first answer');
    expect(said(third)).toContain('They talked of apples.');
    expect(said(third)).not.toContain('one apple');
    expect(said(third)).toContain('three');
    // What was reported before says nothing of what is there now: it is not made twice.
    expect(said(fourth)).toContain('third answer');
    const boundary = host.messages.find(
      (message) => message.type === 'system' && message.subtype === 'compact_boundary',
    );
    expect(boundary).toMatchObject({ trigger: 'auto', summary: 'They talked of apples.' });
    expect(called).toMatchObject([
      { hook_event_name: 'PreCompact', trigger: 'auto' },
      { hook_event_name: 'PostCompact', compact_summary: 'They talked of apples.' },
    ]);
    await host.runtime.end();
    const { messages } = await readTranscript(response.transcript_path ?? '');
    expect(JSON.stringify(messages)).toContain('one apple');

    const { host: later } = await start(
      { session_id: response.session_id, resume: true },
      { script: [() => textAnswer('resumed')] },
    );
    later.say('five');
    await later.result();
    expect(said(later.requests[0])).toContain('They talked of apples.');
    expect(said(later.requests[0])).toMatch(/three.*third answer.*four.*fourth answer.*five/);
    expect(said(later.requests[0])).not.toContain('one apple');
  });

  it('is made by the newest messages alone where the model cannot sum up [RT-27.newest]', async () => {
    const offline = { provider: { id: 'p', kind: 'offline' as const, label: 'P' } };
    const { host } = await start(
      { ...offline, context_window: 4_000 },
      { script: [1, 2, 3].map((n) => () => uncounted(`answer ${String(n)}`)) },
    );
    const long = 'pear '.repeat(1_500);
    for (const [index, text] of [`one ${long}`, `two ${long}`, 'three'].entries()) {
      host.say(text);
      await host.result(index + 1);
    }
    expect(host.requests).toHaveLength(3);
    expect(said(host.requests[2])).not.toContain('one pear');
    expect(said(host.requests[2])).toContain('three');
    const boundary = host.messages.find(
      (message) => message.type === 'system' && message.subtype === 'compact_boundary',
    );
    expect(boundary).not.toHaveProperty('summary');
  });

  it('is not made when a PreCompact hook refuses, and is when the provider does [RT-27.refused, SDK-19]', async () => {
    const tooLong = (): never => {
      throw new ModelRequestError('prompt is too long: 9 tokens > 8 maximum', {
        provider: 'P',
        retryable: false,
        status: 400,
      });
    };
    let mayCompact = false;
    const { host } = await start(
      { hooks: hooks.slice(0, 1) },
      {
        script: [
          () => textAnswer('one'),
          tooLong,
          tooLong,
          () => textAnswer('the summary'),
          () => textAnswer('it fits'),
        ],
        handlers: { hook_callback: () => (mayCompact ? {} : { decision: 'block' }) },
      },
    );
    host.say('first');
    await host.result(1);
    host.say('second');
    expect(await host.result(2)).toMatchObject({
      subtype: 'error_during_execution',
      errors: [expect.stringContaining('too long') as string],
    });
    mayCompact = true;
    host.say('third');
    expect(await host.result(3)).toMatchObject({ subtype: 'success', result: 'it fits' });
    expect(said(host.requests[4])).toContain('the summary');
  });

  it('is not made for a file whose data is long and whose pages are few [RT-27]', async () => {
    await put(join(cwd, 'paper.pdf'), `%PDF-1.7 ${'x'.repeat(1_000_000)}`);
    const { host } = await start(
      {},
      {
        script: [
          () => uncounted('ready'),
          () => callAnswer({ id: 'c1', name: 'Read', input: { file_path: 'paper.pdf' } }),
          () => uncounted('read'),
        ],
      },
    );
    host.say('apple '.repeat(10_000));
    await host.result(1);
    host.say('Read it.');
    expect(await host.result(2)).toMatchObject({ subtype: 'success', result: 'read' });
    expect(host.requests).toHaveLength(3);
    expect(said(host.requests[2])).toMatch(/apple.*application\/pdf/);
  });

  it('is told with what the provider counted, and as an estimate where it did not [RT-27, SDK-30]', async () => {
    const { host } = await start({}, { script: [() => reports('hello', 1_000)] });
    const usage = () => host.control.request({ subtype: 'get_context_usage' });
    expect(await usage()).toMatchObject({
      estimated: true,
      model: 'claude-sonnet-4-5',
      context_window: 200_000,
      compact_at: 160_000,
    });
    host.say('hi');
    await host.result();
    expect(await usage()).toMatchObject({ estimated: false, total_tokens: 1_001 });
  });
});

describe('what the model is told of the place', () => {
  it('is the instructions from the root of the repository down, of trusted folders alone [RT-21.instructions]', async () => {
    await put(join(profile, 'instructions.md'), 'Of the person.');
    await put(join(root, 'AGENTS.md'), 'Outside of the repository.');
    await put(join(root, 'repo', 'AGENTS.md'), 'Of the repository.');
    await put(join(cwd, '.parley', 'instructions.md'), 'Of the folder.');
    await put(join(cwd, 'AGENTS.md'), 'x'.repeat(70_000));
    const script = [() => textAnswer('ok')];
    const untrusted = await start({ persist_session: false }, { script });
    untrusted.host.say('hi');
    await untrusted.host.result();
    expect(untrusted.host.requests[0]?.system).toContain('Of the person.');
    expect(untrusted.host.requests[0]?.system).not.toContain('Of the repository.');

    await new TrustedFolders(profile).add(cwd);
    const { host, response } = await start(
      { persist_session: false, append_system_prompt: 'At last.' },
      { script },
    );
    host.say('hi');
    await host.result();
    const system = host.requests[0]?.system ?? '';
    expect(system).toMatch(
      /At last\.[^]*Of the person\.[^]*Of the repository\.[^]*Of the folder\./,
    );
    expect(system).not.toContain('Outside');
    expect(response.notices).toEqual([expect.stringContaining('larger than 64 KiB')]);
  });

  it('offers skills and loads one when it is used, runs commands, knows agents, names what is broken [RT-29, SDK-50]', async () => {
    const own = join(cwd, '.parley');
    await put(
      join(profile, 'skills', 'poems', 'SKILL.md'),
      '---\nname: poems\ndescription: "Writes poems"\n---\nRhyme every line.',
    );
    await put(join(own, 'skills', 'broken', 'SKILL.md'), '---\nname: broken\n---\nNo description.');
    await put(
      join(own, 'commands', 'review.md'),
      '---\ndescription: Reviews a file\n---\nReview $1 with care. All: $ARGUMENTS',
    );
    await put(
      join(own, 'agents', 'tester.md'),
      '---\ndescription: Tests\ntools: [Read, Grep]\nmaxTurns: 3\n---\nYou test.',
    );
    await put(join(own, 'agents', 'bad.md'), '---\ndescription: Bad\nmaxTurns: many\n---\nYou.');
    await put(join(own, 'agents', 'torn.md'), '---\ndescription: Torn');
    const { host, response } = await start(
      { setting_sources: ['user', 'project'] },
      {
        script: [
          () => callAnswer({ id: 'c1', name: 'Skill', input: { name: 'poems' } }),
          () => textAnswer('done'),
        ],
      },
    );
    expect(response.commands).toEqual([
      { name: 'review', description: 'Reviews a file' },
      { name: 'compact', description: expect.stringContaining('Sums up') },
    ]);
    expect(response.agents).toContainEqual({ name: 'tester', description: 'Tests' });
    expect(response.notices.join('\n')).toMatch(
      /broken.SKILL\.md was skipped\..*"description".*\n.*bad\.md was skipped\..*"maxTurns".*\n.*torn\.md was skipped\..*no end/,
    );
    expect(response.notices).toHaveLength(3);
    host.say('/review a.ts quickly');
    expect(await host.result()).toMatchObject({ subtype: 'success' });
    const [first, second] = host.requests;
    expect(said(first)).toContain('Review a.ts with care. All: a.ts quickly');
    expect(first?.tools.find((tool) => tool.name === 'Skill')?.description).toContain(
      'poems: Writes poems',
    );
    expect(said(second)).toContain('Rhyme every line.');
    const init = host.messages.find((one) => one.type === 'system' && one.subtype === 'init');
    expect(init).toMatchObject({ commands: ['review', 'compact'] });
  });

  it('offers the skills that the host names and says which are not there [RT-29.named]', async () => {
    await put(join(profile, 'skills', 'a', 'SKILL.md'), '---\ndescription: A\n---\nA.');
    await put(join(profile, 'skills', 'b', 'SKILL.md'), '---\ndescription: B\n---\nB.');
    const { host, response } = await start(
      { skills: ['b', 'c'] },
      { script: [() => textAnswer('ok')] },
    );
    expect(response.notices).toEqual(['There is no skill "c", so it is not offered.']);
    host.say('hi');
    await host.result();
    const tool = host.requests[0]?.tools.find((one) => one.name === 'Skill');
    expect(tool?.inputSchema).toMatchObject({ properties: { name: { enum: ['b'] } } });
  });
});

describe('the wanted form of an answer', () => {
  const schema = {
    type: 'object',
    properties: { count: { type: 'integer' } },
    required: ['count'],
    additionalProperties: false,
  };

  it('is checked, asked for again, and given as a value [SDK-20.output]', async () => {
    const { host } = await start(
      { output_schema: schema },
      {
        script: [
          () => textAnswer('There are two.'),
          () => textAnswer('{"count":"two"}'),
          () => textAnswer('Here:\n```json\n{"count":2}\n```'),
        ],
      },
    );
    host.say('How many?');
    expect(await host.result()).toMatchObject({
      subtype: 'success',
      structured_output: { count: 2 },
      num_turns: 3,
    });
    expect(host.requests[0]?.system).toContain(JSON.stringify(schema));
    expect(said(host.requests[1])).toContain('holds no JSON');
    expect(said(host.requests[2])).toContain('/count');
  });

  it('that never comes is a failed turn of its own kind [SDK-20.output, SDK-51]', async () => {
    const { host } = await start(
      { output_schema: schema },
      { script: Array.from({ length: 4 }, () => () => textAnswer('{"count":null}')) },
    );
    host.say('How many?');
    const result = await host.result();
    expect(result).toMatchObject({
      subtype: 'error_max_structured_output_retries',
      is_error: true,
      errors: [expect.stringContaining('4 attempts') as string],
    });
    expect(result).not.toHaveProperty('structured_output');
  });

  it('that no check can be made of is refused at the start [SDK-20.output, RT-4]', async () => {
    const failure = start({ output_schema: { type: 'string', pattern: '(' } }, {});
    await expect(failure).rejects.toThrow(/outputFormat/);
  });
});

describe('costs', () => {
  const priced = (input: number): ModelEvent[] => [
    { type: 'text-delta', text: 'ok' },
    {
      type: 'finish',
      stopReason: 'end_turn',
      usage: { input_tokens: input, output_tokens: 1_000 },
    },
  ];

  it('are told by a dated table and stop the session at its limit [SDK-20.budget, SDK-50]', async () => {
    const { host } = await start(
      { max_budget_usd: 0.05 },
      { modelId: 'claude-sonnet-4-5', script: [() => priced(10_000), () => priced(1_000)] },
    );
    host.say('one');
    expect(await host.result(1)).toMatchObject({
      subtype: 'success',
      total_cost_usd: 0.045,
      model_usage: { 'claude-sonnet-4-5': { input_tokens: 10_000, cost_usd: 0.045 } },
    });
    host.say('two');
    expect(await host.result(2)).toMatchObject({ subtype: 'success' });
    host.say('three');
    const third = await host.result(3);
    expect(third).toMatchObject({ subtype: 'error_max_budget', is_error: true, num_turns: 0 });
    expect(third.errors.join()).toMatch(/\$0\.05 .*\$0\.06.* prices of \d{4}-\d{2}/);
  });

  it('are told by the prices that the person keeps, before any table; a file that cannot be used is told [SDK-20.own-prices]', async () => {
    const own = {
      provider: { id: 'p', kind: 'openai-compatible' as const, label: 'P' },
      model: { provider_id: 'p', id: 'own-model' },
    };
    await put(join(profile, 'prices.json'), '{"own-model": {"input": 1, "output": 10}}');
    const { host } = await start(own, { modelId: 'own-model', script: [() => priced(10_000)] });
    host.say('one');
    expect(await host.result()).toMatchObject({ total_cost_usd: 0.02 });
    await put(join(profile, 'prices.json'), '{"own-model": {"input": -1, "output": 1}}');
    const { response } = await start({ ...own, persist_session: false }, {});
    expect(response.notices.join()).toMatch(/prices\.json are not used: own-model\.input/);
  });

  it('of unknown price are null, and no limit can be kept [SDK-20.price]', async () => {
    const unknown = {
      provider: { id: 'p', kind: 'openai-compatible' as const, label: 'P' },
      model: { provider_id: 'p', id: 'own-model' },
    };
    const { host: free } = await start(
      { ...unknown, persist_session: false },
      { script: [() => priced(10)] },
    );
    free.say('one');
    expect(await free.result()).toMatchObject({ subtype: 'success', total_cost_usd: null });
    const { host } = await start({ ...unknown, max_budget_usd: 1, persist_session: false }, {});
    host.say('one');
    expect(await host.result()).toMatchObject({
      subtype: 'error_during_execution',
      errors: [expect.stringMatching(/price of the model "scripted" is not known/) as string],
    });
    expect(host.requests).toHaveLength(0);
  });
});

describe('init and result', () => {
  it('carry every documented field [SDK-50.fields, SDK-52]', async () => {
    const { host } = await start({}, { script: [() => reports('hello', 12)] });
    host.say('hi');
    const result = await host.result();
    expect(result).toEqual({
      type: 'result',
      subtype: 'success',
      uuid: expect.any(String) as string,
      session_id: '11111111-1111-4111-8111-111111111111',
      is_error: false,
      result: 'hello',
      errors: [],
      stop_reason: 'end_turn',
      duration_ms: expect.any(Number) as number,
      duration_api_ms: expect.any(Number) as number,
      num_turns: 1,
      usage: { input_tokens: 12, output_tokens: 1 },
      model_usage: { scripted: { input_tokens: 12, output_tokens: 1, cost_usd: null } },
      total_cost_usd: null,
      permission_denials: [],
      timestamp: expect.any(String) as string,
    });
    expect(result.duration_ms).toBeGreaterThanOrEqual(result.duration_api_ms);
    const init = host.messages.find((one) => one.type === 'system' && one.subtype === 'init');
    expect(init).toMatchObject({
      session_id: result.session_id,
      cwd,
      model: 'claude-sonnet-4-5',
      permission_mode: 'default',
      mcp_servers: [],
      agents: ['general'],
      commands: ['compact'],
      runtime_version: expect.any(String) as string,
      protocol_version: '1.0',
    });
  });
});
