import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { childEnvironment } from '../../lib/child-environment.ts';
import type { ConnectionTarget } from './open-connection.ts';
import { Opened, failureOf, textOf } from './testing/connections.ts';

// Published servers, each a process of its own, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const root = join(import.meta.dirname, '../../..');
const published = (name: string): string =>
  join(root, `node_modules/@modelcontextprotocol/server-${name}/dist/index.js`);
const twoEra = join(root, 'e2e/servers/mcp/two-era-server.mjs');
const node = (...args: string[]): ConnectionTarget => ({
  type: 'stdio',
  command: process.execPath,
  args,
  env: {},
});

const opened = new Opened();
let folder: string;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'parley-real-')));
});
afterEach(() => opened.closeAll());
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Starts a server and waits until it says that it listens. */
async function listening(
  args: string[],
  env: Record<string, string>,
  said: RegExp,
): Promise<string> {
  const child: ChildProcess = spawn(process.execPath, args, {
    env: childEnvironment(process.env, env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  opened.add({
    close: () =>
      new Promise((done) => {
        child.once('exit', () => done());
        if (child.exitCode !== null) done();
        child.kill('SIGKILL');
      }),
  });
  return new Promise((found, failed) => {
    let text = '';
    const read = (chunk: Buffer): void => {
      text += chunk.toString();
      const match = said.exec(text);
      if (match) found(match[1] ?? '');
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', () => failed(new Error(`The server ended: ${text}`)));
  });
}
async function freePort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return String(port);
}

/** Everything at one place, over each of its transports. */
const everything: [string, () => Promise<ConnectionTarget>][] = [
  ['stdio', async () => node(published('everything'), 'stdio')],
  [
    'http',
    async () => {
      const PORT = await freePort();
      await listening(
        [published('everything'), 'streamableHttp'],
        { PORT },
        /listening on port (\d+)/i,
      );
      return { type: 'http', url: `http://127.0.0.1:${PORT}/mcp`, headers: {} };
    },
  ],
  [
    'sse',
    async () => {
      const PORT = await freePort();
      await listening([published('everything'), 'sse'], { PORT }, /running on port (\d+)/i);
      return { type: 'sse', url: `http://127.0.0.1:${PORT}/sse`, headers: {} };
    },
  ],
];

describe.each(everything)('server-everything over %s', (_, start) => {
  it('lists, calls, reads, prompts, completes, elicits, samples, gives roots, reports, subscribes and cancels [MC-6, MC-22]', async () => {
    const asked: string[] = [];
    const connection = await opened.connect(await start(), {
      capabilities: { elicitation: { form: {} }, sampling: {}, roots: { listChanged: true } },
      handlers: {
        elicit: (question) => {
          asked.push(question.mode);
          return { action: 'decline' };
        },
        sample: () => {
          asked.push('sampling');
          return { role: 'assistant', model: 'm', content: { type: 'text', text: 'sampled!' } };
        },
        roots: () => [{ uri: 'file:///root', name: 'root' }],
      },
    });
    expect(connection.era).toBe('legacy');
    const heard: string[] = [];
    connection.onNotification((method) => heard.push(method));
    await vi.waitFor(async () => {
      const { tools } = await connection.listTools();
      expect(tools.map((tool) => tool.name)).toContain('trigger-sampling-request');
    }, 10_000);
    expect(textOf(await connection.callTool('echo', { message: 'hello' }))).toBe('Echo: hello');
    const { resources } = await connection.list('resources/list');
    const [first] = resources as { uri: string }[];
    expect(await connection.readResource(first?.uri ?? '')).toHaveProperty('contents');
    expect(await connection.list('resources/templates/list')).toHaveProperty('resourceTemplates');
    const { prompts } = await connection.list('prompts/list');
    const names = (prompts as { name: string }[]).map((prompt) => prompt.name);
    expect(await connection.getPrompt(names[0] ?? '', {})).toHaveProperty('messages');
    const completed = await connection.complete({
      ref: { type: 'ref/prompt', name: 'completable-prompt' },
      argument: { name: 'department', value: '' },
    });
    expect(completed).toHaveProperty('completion.values');
    await connection.callTool('trigger-elicitation-request', {});
    const sampled = await connection.callTool('trigger-sampling-request', {
      prompt: 'hi',
      maxTokens: 5,
    });
    expect(JSON.stringify(sampled)).toContain('sampled!');
    expect(asked).toEqual(['form', 'sampling']);
    expect(JSON.stringify(await connection.callTool('get-roots-list', {}))).toContain(
      'file:///root',
    );
    const steps: number[] = [];
    await connection.callTool(
      'trigger-long-running-operation',
      { duration: 0.2, steps: 2 },
      { onProgress: ({ progress }) => steps.push(progress) },
    );
    expect(steps).toEqual([1, 2]);
    await connection.subscribe(first?.uri ?? '');
    await connection.callTool('toggle-subscriber-updates', {});
    await vi.waitFor(() => expect(heard).toContain('notifications/resources/updated'), 20_000);
    await connection.callTool('toggle-subscriber-updates', {});
    await connection.unsubscribe(first?.uri ?? '');
    await connection.setLogLevel('debug');
    const stop = new AbortController();
    const long = connection.callTool(
      'trigger-long-running-operation',
      { duration: 30, steps: 3 },
      { signal: stop.signal },
    );
    stop.abort();
    expect((await failureOf(long)).kind).toBe('aborted');
    await connection.ping();
  });
});

const bothWays: [string, () => Promise<ConnectionTarget>][] = [
  ['stdio', async () => node(twoEra)],
  [
    'http',
    async () => {
      const port = await listening([twoEra, '--http'], {}, /port (\d+)\n/);
      return { type: 'http', url: `http://127.0.0.1:${port}/mcp`, headers: {} };
    },
  ],
];

describe.each(bothWays)('a server of @modelcontextprotocol/server 2.x over %s', (_, start) => {
  it.each(['modern', 'legacy'] as const)(
    'lists, calls, reads, prompts and completes in the %s era [MC-20, MC-21]',
    async (era) => {
      const connection = await opened.connect(await start(), {
        era: era === 'legacy' ? era : 'auto',
      });
      expect(connection.era).toBe(era);
      expect(connection.serverInfo).toEqual({
        name: 'two-era',
        version: '2.0.0',
        title: 'Two eras',
      });
      const { tools } = await connection.listTools();
      expect(tools.map((tool) => tool.name)).toEqual([
        'echo',
        'measure',
        'ask',
        'visit',
        'sample',
        'change',
        'wait',
        'count',
      ]);
      expect(textOf(await connection.callTool('echo', { text: 'hi' }))).toBe('hi');
      expect(await connection.callTool('measure', {})).toMatchObject({
        structuredContent: { degrees: 4 },
      });
      expect(await connection.readResource('note://one')).toMatchObject({
        contents: [{ text: 'a note' }],
      });
      expect((await connection.list('resources/templates/list'))['resourceTemplates']).toHaveLength(
        1,
      );
      expect(await connection.getPrompt('greet', { name: 'Ada' })).toMatchObject({
        messages: [{ content: { text: 'Hello Ada' } }],
      });
      const completed = await connection.complete({
        ref: { type: 'ref/prompt', name: 'greet' },
        argument: { name: 'name', value: 'A' },
      });
      expect(completed).toMatchObject({ completion: { values: ['Ada', 'Alan'] } });
      const steps: number[] = [];
      const onProgress = ({ progress }: { progress: number }) => steps.push(progress);
      await connection.callTool('count', {}, { onProgress });
      expect(steps).toEqual([1, 2]);
    },
  );

  it('asks in rounds, and hears that a call was given up [MC-21]', async () => {
    const stderr: string[] = [];
    const connection = await opened.connect(await start(), {
      capabilities: { elicitation: { form: {} } },
      handlers: { elicit: () => ({ action: 'accept' }) },
      onStderr: (line) => stderr.push(line),
    });
    expect(textOf(await connection.callTool('ask', {}))).toBe(
      '{"action":"accept","content":{"name":"Ada"}}',
    );
    const stop = new AbortController();
    const waiting = failureOf(connection.callTool('wait', {}, { signal: stop.signal }));
    await connection.callTool('echo', { text: 'meanwhile' });
    stop.abort();
    expect((await waiting).kind).toBe('aborted');
    if (stderr.length > 0) expect(stderr).toContain('cancelled');
    expect(textOf(await connection.callTool('echo', { text: 'still here' }))).toBe('still here');
  });
});

describe('a server of @modelcontextprotocol/server 2.x in the legacy era', () => {
  it('asks a person and a model while a call waits, both by requests of its own [MC-20.legacy-asks, MC-6]', async () => {
    const asked: unknown[] = [];
    const connection = await opened.connect(node(twoEra), {
      era: 'legacy',
      capabilities: { elicitation: { form: {} }, sampling: {} },
      handlers: {
        elicit: (question) => {
          asked.push(question.message);
          return { action: 'accept', content: { name: 'Grace' } };
        },
        sample: ({ messages, maxTokens }) => {
          asked.push([messages, maxTokens]);
          return { role: 'assistant', model: 'm', content: { type: 'text', text: 'something' } };
        },
      },
    });
    expect(JSON.parse(String(textOf(await connection.callTool('ask', {}))))).toEqual({
      action: 'accept',
      content: { name: 'Grace' },
    });
    expect(String(textOf(await connection.callTool('sample', {})))).toContain('something');
    const message = { role: 'user', content: { type: 'text', text: 'Say something.' } };
    expect(asked).toEqual(['Who?', [[message], 9]]);
  });

  it('tells of changes of what was subscribed to, until that ends [MC-20.legacy-asks]', async () => {
    const connection = await opened.connect(node(twoEra), { era: 'legacy' });
    const heard: unknown[] = [];
    connection.onNotification((method, { uri }) => heard.push([method, uri]));
    await connection.subscribe('note://one');
    expect(textOf(await connection.callTool('change', {}))).toBe('1');
    expect(heard).toEqual([['notifications/resources/updated', 'note://one']]);
    await connection.unsubscribe('note://one');
    expect(textOf(await connection.callTool('change', {}))).toBe('0');
    expect(heard).toHaveLength(1);
  });
});

it('server-memory keeps what it is told, and tells who asked to be told [MC-22, MC-6.real]', async () => {
  const target = node(published('memory'));
  const file = join(folder, 'memory.jsonl');
  const connection = await opened.connect(target, {
    environment: childEnvironment(process.env, { MEMORY_FILE_PATH: file }),
  });
  const heard: unknown[] = [];
  connection.onNotification((method, params) => heard.push([method, params['uri']]));
  const { tools } = await connection.listTools();
  expect(tools.map(({ name }) => name)).toContain('create_entities');
  const { resources } = await connection.list('resources/list');
  const uri = String((resources as { uri: string }[])[0]?.uri);
  await connection.subscribe(uri);
  const entities = [{ name: 'Ada', entityType: 'person', observations: ['writes programs'] }];
  await connection.callTool('create_entities', { entities });
  await vi.waitFor(
    () => expect(heard).toContainEqual(['notifications/resources/updated', uri]),
    10_000,
  );
  const found = await connection.callTool('search_nodes', { query: 'programs' });
  expect(JSON.stringify(found)).toContain('Ada');
  expect(found).toHaveProperty('structuredContent');
  expect(JSON.stringify(await connection.readResource(uri))).toContain('Ada');
  await connection.unsubscribe(uri);
  await connection.ping();
});

it('server-sequential-thinking counts thoughts [MC-22]', async () => {
  const connection = await opened.connect(node(published('sequential-thinking')));
  const { tools } = await connection.listTools();
  expect(tools.map((tool) => tool.name)).toEqual(['sequentialthinking']);
  const thought = { thought: 'One.', thoughtNumber: 1, totalThoughts: 1, nextThoughtNeeded: false };
  const said = await connection.callTool('sequentialthinking', thought);
  expect(JSON.parse(String(textOf(said)))).toMatchObject({
    thoughtNumber: 1,
    nextThoughtNeeded: false,
  });
});

it('server-filesystem reads within the roots that it asks for, media too, and answers with errors of its own [MC-22, MC-6.real]', async () => {
  await writeFile(join(folder, 'a.txt'), 'good day');
  await writeFile(join(folder, 'a.png'), Buffer.from('iVBORw0KGgo=', 'base64'));
  const asked: string[] = [];
  const connection = await opened.connect(node(published('filesystem'), tmpdir()), {
    capabilities: { roots: { listChanged: true } },
    handlers: {
      roots: () => {
        asked.push('roots');
        return [{ uri: pathToFileURL(folder).href, name: 'folder' }];
      },
    },
  });
  await vi.waitFor(async () => {
    const allowed = await connection.callTool('list_allowed_directories', {});
    expect(String(textOf(allowed))).toContain(folder);
  }, 10_000);
  expect(asked).toContain('roots');
  const { tools } = await connection.listTools();
  expect(tools.map(({ name }) => name)).toContain('read_media_file');
  const read = await connection.callTool('read_text_file', { path: join(folder, 'a.txt') });
  expect(textOf(read)).toBe('good day');
  const media = await connection.callTool('read_media_file', { path: join(folder, 'a.png') });
  expect(media.content[0]).toMatchObject({ type: 'image', mimeType: 'image/png' });
  expect(await connection.callTool('read_text_file', { path: '/etc/passwd' })).toMatchObject({
    isError: true,
  });
});

describe('large messages over stdio', () => {
  const source = `require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method, params } = JSON.parse(line);
    const say = (result) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
    if (method === 'initialize') say({ protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'big', version: '1' } });
    if (method === 'tools/call') say({ content: [{ type: 'text', text: 'x'.repeat(params.arguments.size) }] });
  });`;
  it.each([12, 60])('of %i MB arrive whole [MC-6.size]', async (megabytes) => {
    const connection = await opened.connect(node('-e', source), { era: 'legacy' });
    const size = megabytes * 1024 * 1024;
    const said = textOf(await connection.callTool('any', { size }));
    expect(String(said)).toHaveLength(size);
  });
});
