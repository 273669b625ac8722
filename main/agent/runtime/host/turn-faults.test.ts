import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../shared/lib/json.ts';
import { callAnswer, ScriptedHost, textAnswer } from '../testing/scripted-host.ts';
import type { ScriptedHostOptions } from '../testing/scripted-host.ts';

let root = '';
const hosts: ScriptedHost[] = [];
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'parley-faults-'));
});
afterEach(async () => {
  for (const host of hosts.splice(0)) await host.runtime.end();
  await rm(root, { recursive: true, force: true });
});

/** A session whose server `files` has the tool `read`, which needs no permission. */
async function open(
  script: ScriptedHostOptions['script'],
  call: (args: JsonObject) => object,
): Promise<ScriptedHost> {
  const host = new ScriptedHost({
    ...(script ? { script } : {}),
    servers: {
      files: {
        tools: [
          { name: 'read', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } },
        ],
        call: (_name, args) => ({ ...call(args) }),
      },
    },
  });
  hosts.push(host);
  await host.initialize({
    config_root: join(root, 'profile'),
    cwd: root,
    sdk_servers: [{ name: 'files' }],
    allowed_tools: ['mcp__files'],
  });
  return host;
}

const text = (value: unknown): object => ({ content: [{ type: 'text', text: String(value) }] });
const read = (id: string, n: number) => ({ id, name: 'mcp__files__read', input: { n } });

/** Results of the conversation as the model was told, by the call that they answer. */
function resultsIn(host: ScriptedHost, request: number): [unknown, string][] {
  const messages = host.requests[request]?.messages ?? [];
  const blocks = messages.flatMap((message) => [...message.content] as { type: string }[]);
  const calls = blocks.filter((block) => block.type === 'tool_use') as unknown as {
    id: string;
    input: { n: number };
  }[];
  const results = blocks.filter((block) => block.type === 'tool_result') as unknown as {
    tool_use_id: string;
    content: { text: string }[];
  }[];
  return calls.map(({ id, input }) => {
    const own = results.filter((result) => result.tool_use_id === id);
    return [input.n, own.map((result) => result.content[0]?.text ?? '').join(' and ')];
  });
}

describe('a turn', () => {
  it('that is stopped right behind its message does not run [RT-25]', async () => {
    const host = await open([() => textAnswer('too late'), () => textAnswer('fine')], () =>
      text(''),
    );
    host.say('one');
    await host.result().catch(() => undefined);
    host.say('two');
    const stopped = host.control.request({ subtype: 'interrupt' });
    expect((await host.result(2)).subtype).toBe('interrupted');
    expect(await stopped).toEqual({ interrupted: true });
    expect(host.requests).toHaveLength(1);
    host.say('three');
    expect(await host.result(3)).toMatchObject({ subtype: 'success', result: 'fine' });
  });

  it('keeps calls apart whose ids a provider gives again, in one answer and in the next [SDK-61, RT-41]', async () => {
    const host = await open(
      [
        () => callAnswer(read('call_0', 1), read('call_0', 2)),
        () => callAnswer(read('call_0', 3)),
        () => textAnswer('done'),
      ],
      ({ n }) => text(`content of ${String(n)}`),
    );
    host.say('read');
    expect((await host.result()).subtype).toBe('success');
    expect(resultsIn(host, 2)).toEqual([
      [1, 'content of 1'],
      [2, 'content of 2'],
      [3, 'content of 3'],
    ]);
  });

  it('tells the results of many calls that are too large together [RT-2, RT-20]', async () => {
    const calls = Array.from({ length: 6 }, (_, n) => read(`call_${String(n)}`, n));
    const host = await open([() => callAnswer(...calls), () => textAnswer('done')], () =>
      text('x'.repeat(7_000_000)),
    );
    host.say('read');
    expect((await host.result()).subtype).toBe('success');
    const told = host.messages.flatMap((message) =>
      message.type === 'user' && Array.isArray(message.message.content)
        ? message.message.content
        : [],
    );
    expect(told.filter((block) => block.type === 'tool_result')).toHaveLength(6);
    expect(host.diagnostics).toEqual([]);
  });

  it('shortens long results in the conversation and keeps them whole in a file that it names [SDK-62]', async () => {
    const long = `begin\n${'line of text\n'.repeat(20_000)}end`;
    const answers = [
      {
        content: [
          { type: 'text', text: long },
          { type: 'image', data: 'AAAA', mimeType: 'image/png' },
        ],
        structuredContent: { small: 1 },
      },
      { content: [{ type: 'text', text: long }] },
      { content: [], structuredContent: { long } },
    ];
    const host = await open(
      [
        () => callAnswer(...answers.map((_, n) => read(`call_${String(n)}`, n))),
        () => textAnswer('done'),
      ],
      ({ n }) => answers[Number(n)] ?? text(''),
    );
    host.say('read');
    await host.result();
    const last = host.requests[1]?.messages.at(-1);
    const blocks = last?.role === 'user' ? last.content : [];
    const results = blocks.flatMap((block) => (block.type === 'tool_result' ? [block] : []));
    expect(results).toHaveLength(3);
    for (const { content } of results) {
      const shown = String(content[0]?.['text']);
      expect(shown.length).toBeLessThan(50_000);
      expect(shown).toContain('begin');
      expect(shown).toContain('end');
      const file = /The whole result is in (\S+)\. …/.exec(shown)?.[1] ?? '';
      const kept = await readFile(file, 'utf8');
      expect(kept.includes(long) || kept.includes(JSON.stringify(long).slice(1, -1))).toBe(true);
      expect((await stat(file)).mode & 0o777).toBe(0o600);
    }
    // What is no text, and what is short, stays.
    expect(results[0]).toMatchObject({
      content: [{}, { type: 'image' }],
      structured_content: { small: 1 },
    });
    expect(results[2]).not.toHaveProperty('structured_content');
  });

  it('refuses a result that is nested too deeply to be kept, and goes on [RE-11]', async () => {
    const deep = JSON.parse(`${'['.repeat(1_500)}${']'.repeat(1_500)}`) as unknown;
    const host = await open([() => callAnswer(read('a', 1)), () => textAnswer('done')], () => ({
      content: [],
      structuredContent: { deep },
    }));
    host.say('read');
    expect(await host.result()).toMatchObject({ subtype: 'success', errors: [] });
    expect(resultsIn(host, 1)[0]?.[1]).toContain('nested');
  });
});
