import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { InitializeRequest } from '../../../../shared/agent/frames.ts';
import type { JsonObject } from '../../../../shared/lib/json.ts';
import { callAnswer, ScriptedHost, textAnswer } from '../testing/scripted-host.ts';
import type { ScriptedHostOptions } from '../testing/scripted-host.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'parley-lists-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const tool = (name: string, annotations: JsonObject = {}): JsonObject => ({
  name,
  inputSchema: { type: 'object' },
  annotations,
});

/** One turn whose model calls one tool of the server `kb`. */
async function turn(
  calls: string,
  options: Partial<InitializeRequest>,
  more: ScriptedHostOptions & { readonly result?: JsonObject } = {},
) {
  const asked: unknown[] = [];
  const host = new ScriptedHost({
    script: [() => callAnswer({ id: 'c1', name: calls }), () => textAnswer('done')],
    servers: {
      kb: {
        tools: [tool('search', { readOnlyHint: true }), tool('write'), tool('drop')],
        call: () => more.result ?? { content: [{ type: 'text', text: 'found' }] },
      },
    },
    handlers: {
      can_use_tool: (request) => {
        asked.push(request['tool_name']);
        return { behavior: 'deny', message: 'Not now.' };
      },
    },
  });
  await host.initialize({
    cwd: root,
    config_root: root,
    persist_session: false,
    sdk_servers: [{ name: 'kb' }],
    has_can_use_tool: true,
    ...options,
  });
  host.say('go');
  const result = await host.result();
  await host.runtime.end();
  return {
    asked,
    result,
    seen: (host.requests[0]?.tools ?? []).map((one) => one.name),
    ran: host.rpc.some((message) => message['method'] === 'tools/call'),
    told: JSON.stringify(host.requests[1]?.messages.at(-1)),
  };
}

const tools = ['mcp__kb__drop', 'mcp__kb__search', 'mcp__kb__write'];

describe('tools', () => {
  it('absent shows everything, built in and of servers; empty shows nothing [SDK-13.absent, SDK-13.empty]', async () => {
    const { seen } = await turn('mcp__kb__search', {});
    expect(seen).toEqual(expect.arrayContaining(['Read', 'Bash', ...tools]));
    expect((await turn('mcp__kb__search', { tools: [] })).seen).toEqual([]);
  });

  it('more than the provider takes leave room for built-in ones and small servers, and it is said which go [RT-28.limit]', async () => {
    const many = Array.from({ length: 300 }, (_, n) => tool(`tool_${String(n).padStart(3, '0')}`));
    const host = new ScriptedHost({
      script: [() => textAnswer('done')],
      servers: { huge: { tools: many }, kb: { tools: [tool('search')] } },
    });
    await host.initialize({
      cwd: root,
      config_root: root,
      persist_session: false,
      provider: { id: 'p', kind: 'openai-compatible', label: 'P' },
      sdk_servers: [{ name: 'huge' }, { name: 'kb' }],
    });
    host.say('go');
    expect(await host.result()).toMatchObject({ subtype: 'success' });
    const seen = (host.requests[0]?.tools ?? []).map(({ name }) => name);
    expect(seen).toHaveLength(128);
    expect(seen).toEqual(expect.arrayContaining(['Read', 'Bash', 'mcp__kb__search']));
    expect(seen).toContain('mcp__huge__tool_000');
    expect(seen).not.toContain('mcp__huge__tool_299');
    const changed = await host.until(
      (one) => one.type === 'system' && one.subtype === 'tools_changed',
    );
    expect(changed).toMatchObject({ added: [], removed: [] });
    const left = (changed as unknown as { left_out: { name: string; reason: string }[] }).left_out;
    expect(left.map(({ name }) => name)).toEqual(
      many.map((one) => `mcp__huge__${String(one['name'])}`).filter((name) => !seen.includes(name)),
    );
    expect(left[0]?.reason).toContain('at most 128 tools');
    await host.runtime.end();
  });

  it('shows what it lists and nothing else, and nothing else runs, whatever is allowed [SDK-13.listed, SDK-13.unlisted]', async () => {
    const listed = await turn('mcp__kb__write', {
      tools: ['Read', 'mcp__kb__search'],
      allowed_tools: ['mcp__kb__write'],
    });
    expect(listed.seen.sort()).toEqual(['Read', 'mcp__kb__search']);
    expect(listed.ran).toBe(false);
    expect(listed.asked).toEqual([]);
  });
});

describe('allowedTools', () => {
  it('runs what it lists unasked and hides nothing [SDK-14.pre-approved, SDK-14.hides-nothing]', async () => {
    const listed = await turn('mcp__kb__write', { allowed_tools: ['mcp__kb__write'] });
    expect(listed).toMatchObject({ asked: [], ran: true });
    expect(listed.seen).toEqual(expect.arrayContaining(tools));
    const other = await turn('mcp__kb__drop', { allowed_tools: ['mcp__kb__write'] });
    expect(other).toMatchObject({ asked: ['mcp__kb__drop'], ran: false });
  });

  it('absent asks, and what a tool says of itself changes nothing [SDK-14.absent, SDK-32.no-permission]', async () => {
    for (const permission_mode of ['default', 'auto'] as const)
      expect(await turn('mcp__kb__search', { permission_mode })).toMatchObject({
        asked: ['mcp__kb__search'],
        ran: false,
      });
  });

  it('loses to disallowedTools [SDK-14.deny-wins]', async () => {
    const both = { allowed_tools: ['mcp__kb'], disallowed_tools: ['mcp__kb__drop'] };
    expect(await turn('mcp__kb__drop', both)).toMatchObject({ asked: [], ran: false });
    expect(await turn('mcp__kb__write', both)).toMatchObject({ asked: [], ran: true });
  });
});

describe('a result with isError', () => {
  it('is a failed result for the model, which goes on with its words [SDK-5.is-error]', async () => {
    const failed = { isError: true, content: [{ type: 'text', text: 'Only SELECT is allowed' }] };
    const { told, result } = await turn(
      'mcp__kb__search',
      { allowed_tools: ['mcp__kb'] },
      { result: failed },
    );
    expect(told).toContain('Only SELECT is allowed');
    expect(told).toContain('"outcome":"error"');
    expect(result).toMatchObject({ subtype: 'success', result: 'done' });
  });
});
