import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startModelServer } from '../../../../e2e/servers/model/model-server.ts';
import type { ModelServer } from '../../../../e2e/servers/model/model-server.ts';
import type { SDKMessage, SDKUserMessageInput } from '../../../../shared/agent/messages.ts';
import { systemClock } from '../../../lib/clock.ts';
import { runtimeBundle } from '../../../lib/testing/runtime-bundle.ts';
import { InvalidOptionsError } from '../index.ts';
import type { Options } from '../index.ts';
import { startQuery } from '../query.ts';

const outside = {
  clock: systemClock,
  environment: { PATH: process.env['PATH'], HOME: process.env['HOME'] },
};
const scriptedServer = join(import.meta.dirname, '../../../../e2e/servers/mcp/scripted-stdio.mjs');
let root = '';
let program = '';
let cwd = '';
let service: ModelServer;
const closers: (() => Promise<void>)[] = [];

beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'parley-wire-')));
  program = (await runtimeBundle()).program;
}, 60_000);
beforeEach(async () => {
  cwd = await mkdtemp(join(root, 'case-'));
  await mkdir(join(cwd, '.parley'));
  await writeFile(join(cwd, 'AGENTS.md'), 'Be brief.');
  service = await startModelServer();
  closers.push(() => service.dispose());
});
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});
afterAll(() => rm(root, { recursive: true, force: true }));

type Content = SDKUserMessageInput['message']['content'];

async function* userMessages(contents: readonly Content[]): AsyncGenerator<SDKUserMessageInput> {
  for (const content of contents)
    yield { type: 'user', message: { role: 'user', content }, parent_tool_use_id: null };
}

/** Turns of one session at the scripted service. */
async function converse(contents: readonly Content[], more: Options): Promise<SDKMessage[]> {
  const query = startQuery(
    {
      prompt: userMessages(contents),
      options: {
        auth: { apiKey: 'sk-test' },
        pathToRuntime: program,
        configRoot: join(root, 'profile'),
        cwd,
        settingSources: ['project'],
        ...more,
      },
    },
    outside,
  );
  closers.push(() => query.close());
  const messages: SDKMessage[] = [];
  for await (const message of query) messages.push(message);
  return messages;
}

const says = (text: string) => ({ kind: 'answer', parts: [{ text }] }) as const;
const wires = (): Options[] => [
  { provider: { kind: 'anthropic', baseUrl: service.url }, model: 'claude-sonnet-4-5' },
  { provider: { kind: 'openai-compatible', baseUrl: service.url }, model: 'gpt-4o' },
];

describe('the beginning of a request', () => {
  it('is the same in bytes from turn to turn and in a resumed session, so that a cache of it holds [RT-21, RT-21.prefix]', async () => {
    for (const wire of wires()) {
      const first = service.requests.length;
      const call = { id: 'c1', name: 'mcp__own__echo', input: { text: 'x' } };
      service.push({ kind: 'answer', parts: [{ tool: call }] }, says('one'), says('two'));
      const options: Options = {
        ...wire,
        mcpServers: { own: { command: process.execPath, args: [scriptedServer] } },
        allowedTools: ['mcp__own'],
      };
      const messages = await converse(['first', 'second'], options);
      service.push(says('three'));
      await converse(['third'], { ...options, resume: messages[0]?.session_id });
      const bodies = service.requests.slice(first).map((request) => request.body);
      expect(bodies).toHaveLength(4);
      const parts = bodies.map(({ system, tools, messages: said }) => ({
        head: JSON.stringify([system, tools]),
        said: (said as unknown[]).map((message) => JSON.stringify(message)),
      }));
      for (const [index, part] of parts.slice(1).entries()) {
        expect(part.head).toBe(parts[index]?.head);
        expect(part.said.slice(0, parts[index]?.said.length)).toEqual(parts[index]?.said);
      }
      expect(JSON.stringify(bodies[0])).toContain('Be brief.');
      // Anthropic keeps only what is marked.
      if (service.requests[first]?.protocol === 'anthropic')
        expect(bodies[0]?.['system']).toMatchObject([{ cache_control: { type: 'ephemeral' } }]);
      const names = JSON.stringify(bodies[0]?.['tools']).match(/"name":"[^"]+"/g) ?? [];
      expect(names.length).toBeGreaterThan(3);
      expect(names).toEqual([...names].sort());
    }
  });
});

describe('attachments', () => {
  const pixel =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const pdf = Buffer.from('%PDF-1.4 tiny').toString('base64');
  const content: Content = [
    { type: 'text', text: 'Look:' },
    { type: 'image', media_type: 'image/png', data: pixel, name: 'dot.png' },
    { type: 'file', media_type: 'application/pdf', data: pdf, name: 'tiny.pdf' },
    { type: 'file', media_type: 'text/csv', text: 'a,b\n1,2', name: 'table.csv' },
  ];

  it('reach each provider as parts of its own [SDK-53.attachments, RT-21]', async () => {
    service.push(says('seen'), says('seen'));
    const [anthropic, compatible] = wires();
    await converse([content], anthropic ?? {});
    const [user] = service.requests[0]?.body['messages'] as { content: object[] }[];
    expect(user?.content).toMatchObject([
      { type: 'text', text: 'Look:' },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: pixel } },
      { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: pdf } },
      { type: 'text', text: expect.stringContaining('a,b\n1,2') as string },
    ]);
    await converse([content], compatible ?? {});
    const said = JSON.stringify(service.requests[1]?.body['messages']);
    expect(said).toContain(`"url":"data:image/png;base64,${pixel}"`);
    expect(said).toContain(`"file_data":"data:application/pdf;base64,${pdf}"`);
    expect(said).toContain('table.csv');
  });

  it('that a model does not take are left out, and model and person are told [SDK-53.attachments]', async () => {
    service.push(says('blind'));
    const messages = await converse([content], {
      provider: { kind: 'openai-compatible', baseUrl: service.url },
      model: 'tiny-local-model',
      // What a hook adds comes behind the message.
      hooks: { UserPromptSubmit: [{ hooks: [() => ({ additionalContext: 'By the way.' })] }] },
    });
    const said = JSON.stringify(service.requests[0]?.body['messages']);
    expect(said).not.toContain(pixel);
    expect(said).not.toContain(pdf);
    expect(said).toContain('not known to take images');
    expect(said).toContain('a,b');
    expect(JSON.stringify(messages.filter((one) => one.type === 'system'))).toMatch(
      /dot\.png.{0,20}was not sent.*tiny\.pdf.{0,20}was not/,
    );
    expect(messages.at(-1)).toMatchObject({ type: 'result', subtype: 'success' });
  });

  it('that are none are refused by name [SDK-53.attachments, SDK-21]', async () => {
    for (const block of [
      { type: 'image', media_type: 'image/bmp', data: pixel },
      { type: 'image', media_type: 'image/png', data: 'no base64!' },
      { type: 'file', media_type: 'text/plain' },
      { type: 'file', media_type: 'application/zip', data: pdf },
    ])
      await expect(converse([[block as never]], { provider: 'offline' })).rejects.toBeInstanceOf(
        InvalidOptionsError,
      );
  });
});
