import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { InitializeRequest, InitializeResponse } from '../../../../shared/agent/frames.ts';
import { ScriptedHost, textAnswer } from '../testing/scripted-host.ts';
import type { ScriptedHostOptions } from '../testing/scripted-host.ts';

let root = '';
const hosts: ScriptedHost[] = [];
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'parley-about-')));
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
  options: ScriptedHostOptions,
  fields: Partial<InitializeRequest> = {},
): Promise<{ host: ScriptedHost; response: InitializeResponse }> {
  const host = new ScriptedHost({ modelId: 'claude-sonnet-4-5', ...options });
  hosts.push(host);
  const place = { config_root: join(root, 'profile'), cwd: root };
  const response = await host.initialize({ ...claude, ...place, ...fields });
  return { host, response: response as InitializeResponse };
}

describe('what is told of a session', () => {
  it('names the tools of the next request with their cost, and those left out with the reason [UI-16.tools, SDK-30.context-usage]', async () => {
    const tools = [
      { name: 'read', title: 'Read', description: 'Reads.', inputSchema: { type: 'object' } },
      { name: 'broken', inputSchema: { type: 'string' } },
    ];
    const { host } = await start(
      { servers: { files: { tools } }, script: [() => textAnswer('ok')] },
      { sdk_servers: [{ name: 'files' }], tools: ['mcp__files'] },
    );
    host.say('hi');
    await host.result();
    const usage = await host.control.request({ subtype: 'get_context_usage' });
    expect(usage).toMatchObject({
      is_window_known: true,
      context_window: 200_000,
      tools: [
        {
          name: 'mcp__files__read',
          server_name: 'files',
          tool_name: 'read',
          title: 'Read',
          tokens: expect.any(Number),
        },
      ],
      left_out: [{ server_name: 'files', tool_name: 'broken', reason: expect.any(String) }],
    });
  });

  it('counts what the last turn and the whole session took, over a resume [UI-16.spent]', async () => {
    const first = await start({ script: [() => textAnswer('a'), () => textAnswer('b')] });
    for (const n of [1, 2]) {
      first.host.say('hi');
      await first.host.result(n);
    }
    // Ten tokens in at 3 dollars and two out at 15 dollars a million.
    const turn = { tokens: 12, cost_usd: expect.closeTo(0.00006, 9) };
    const both = { tokens: 24, cost_usd: expect.closeTo(0.00012, 9) };
    expect(await first.host.control.request({ subtype: 'get_context_usage' })).toMatchObject({
      spent: { turn, session: both },
      prices_of: expect.stringMatching(/^\d{4}-\d{2}$/),
    });
    await first.host.runtime.end();
    const later = await start({}, { session_id: first.response.session_id, resume: true });
    expect(await later.host.control.request({ subtype: 'get_context_usage' })).toMatchObject({
      spent: { turn, session: both },
    });
  });

  it('has no number where the provider or the table has none [UI-16.spent]', async () => {
    const unknown = { ...claude, model: { provider_id: 'p', id: 'nobody-knows' } };
    const { host } = await start(
      {
        modelId: 'nobody-knows',
        script: [
          () => [
            { type: 'text-delta', text: 'ok' },
            { type: 'finish', stopReason: 'end_turn', usage: {} },
          ],
        ],
      },
      { ...unknown, provider: { ...claude.provider, kind: 'openai-compatible' } },
    );
    host.say('hi');
    await host.result();
    expect(await host.control.request({ subtype: 'get_context_usage' })).toMatchObject({
      is_window_known: false,
      spent: { session: { tokens: null, cost_usd: null } },
    });
  });

  it('has a title by the model, without what models put around it, and its cost in the next turn [UI-1.titles]', async () => {
    const { host } = await start({
      script: [
        () => textAnswer('The answer.'),
        () => textAnswer('"Slow order list."\nMore.'),
        () => textAnswer('x'.repeat(500)),
        () => textAnswer('And so on.'),
      ],
    });
    host.say('Why is the order list slow?');
    await host.result();
    const ask = () => host.control.request({ subtype: 'suggest_title' });
    expect(await ask()).toEqual({ title: 'Slow order list' });
    expect(JSON.stringify(host.requests[1]?.messages)).toContain('Why is the order list slow?');
    expect(await ask()).toEqual({});
    host.say('Go on');
    // The two titles are 12 tokens each, where the second one was cut off before its count.
    expect(await host.result(2)).toMatchObject({ usage: { input_tokens: 20 } });
  });

  it('has no title offline [UI-1.titles]', async () => {
    const offline = { id: 'offline', kind: 'offline' as const, label: 'Offline' };
    const { host } = await start({ script: [() => textAnswer('ok')] }, { provider: offline });
    host.say('hi');
    await host.result();
    expect(await host.control.request({ subtype: 'suggest_title' })).toEqual({});
    expect(host.requests).toHaveLength(1);
  });
});

describe('/compact', () => {
  it('sums up all but the last turn by wish and is no part of the conversation, also when resumed [RT-27.wish]', async () => {
    const { host, response } = await start({
      script: [
        () => textAnswer('first answer'),
        () => textAnswer('second answer'),
        () => textAnswer('They talked of apples.'),
        () => textAnswer('third answer'),
      ],
    });
    for (const [n, words] of ['one', 'two', '/compact keep the names', 'three'].entries()) {
      host.say(words);
      expect(await host.result(n + 1)).toMatchObject({ subtype: 'success' });
    }
    const [, , summing, third] = host.requests;
    expect(summing?.system).toContain('keep the names');
    expect(JSON.stringify(summing?.messages)).toContain('first answer');
    const told = JSON.stringify(third?.messages);
    expect(told).toMatch(/They talked of apples\..*two.*second answer.*three/);
    expect(told).not.toMatch(/compact|"one"/);
    expect(host.messages).toContainEqual(
      expect.objectContaining({ subtype: 'compact_boundary', trigger: 'manual' }),
    );
    await host.runtime.end();
    const later = await start(
      { script: [() => textAnswer('ok')] },
      { session_id: response.session_id, resume: true },
    );
    later.host.say('four');
    await later.host.result();
    const again = JSON.stringify(later.host.requests[0]?.messages);
    expect(again).toMatch(/They talked of apples\..*second answer.*three.*four/);
    expect(again).not.toContain('/compact');
  });

  it('says so where there is nothing to sum up [RT-27.wish]', async () => {
    const { host } = await start({});
    host.say('/compact');
    expect(await host.result()).toMatchObject({
      errors: [expect.stringContaining('nothing to sum up yet')],
    });
  });
});
