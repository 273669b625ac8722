import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startModelServer } from '../../../e2e/servers/model/model-server.ts';
import type { ModelServer } from '../../../e2e/servers/model/model-server.ts';
import type { SDKMessage } from '../../../shared/agent/messages.ts';
import { systemClock } from '../../lib/clock.ts';
import { runtimeBundle } from '../../lib/testing/runtime-bundle.ts';
import { findTranscript } from '../../storage/transcript/list-transcripts.ts';
import { readTranscript } from '../../storage/transcript/read-transcript.ts';
import type { Options } from './options.ts';
import { ProcessTransport } from './process-transport.ts';
import { startQuery } from './query.ts';
import { createSdkMcpServer } from './sdk-mcp-server.ts';
import { tool } from './tool.ts';

let root = '';
let program = '';
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'parley-killed-'));
  program = (await runtimeBundle()).program;
}, 60_000);
const services: ModelServer[] = [];
async function serveModel(): Promise<ModelServer> {
  const service = await startModelServer();
  services.push(service);
  return service;
}
afterEach(async () => {
  for (const service of services.splice(0)) await service.dispose();
});
afterAll(async () => {
  await rm(root, { recursive: true, force: true });
});

const environment = { PATH: process.env['PATH'], HOME: process.env['HOME'] };
/** Which calls ran, by what they were asked to note. */
const ran: string[] = [];

function start(service: ModelServer, prompt: string, options: Options) {
  const transport = new ProcessTransport({ pathToRuntime: program, env: environment });
  const note = tool('note', 'Notes something.', {}, (input) => {
    ran.push(JSON.stringify(input));
    return Promise.resolve({ content: [{ type: 'text' as const, text: 'noted' }] });
  });
  const query = startQuery(
    {
      prompt,
      options: {
        transport,
        configRoot: join(root, 'profile'),
        cwd: root,
        provider: { kind: 'openai-compatible', baseUrl: service.url },
        model: 'm',
        includePartialMessages: true,
        allowedTools: ['mcp__own'],
        mcpServers: { own: createSdkMcpServer({ name: 'own', version: '1', tools: [note] }) },
        ...options,
      },
    },
    { clock: systemClock, environment },
  );
  return { query, transport };
}

const noted = (at: string) => ({
  kind: 'answer' as const,
  parts: [
    { text: ['I note ', at, ' now.'] },
    { tool: { id: `call_${at}`, name: 'mcp__own__note', input: { at } } },
  ],
});
const said = ['One ', 'two ', 'three.'];

// In the first answer, around its call, and in the second answer.
it.each([3, 7, 10])(
  'a runtime that is killed after %i messages of a turn has lost nothing that it told, and runs nothing twice [RE-1.kill]',
  async (point) => {
    const sessionId = crypto.randomUUID();
    const service = await serveModel();
    ran.length = 0;
    service.push(noted('a'), noted('b'), { kind: 'answer', parts: [{ text: said }] });
    const { query, transport } = start(service, 'Note a and b', { sessionId });
    const told: SDKMessage[] = [];
    const turn = async (): Promise<void> => {
      for await (const message of query) {
        told.push(message);
        if (told.length === point) process.kill(transport.pid ?? 0, 'SIGKILL');
      }
    };
    await expect(turn()).rejects.toMatchObject({ name: 'RuntimeExitedError' });
    await query.close();
    const path = await findTranscript(join(root, 'profile'), sessionId);
    const kept = (await readTranscript(path ?? '')).messages.map(({ uuid }) => uuid);
    const whole = told.filter(({ type }) => ['user', 'assistant', 'result'].includes(type));
    for (const { uuid } of whole) expect(kept).toContain(uuid);
    expect(new Set(kept).size).toBe(kept.length);

    const before = [...ran];
    const rest = await serveModel();
    rest.push({ kind: 'answer', parts: [{ text: 'I am back.' }] });
    const later = start(rest, 'Go on', { resume: sessionId });
    for await (const message of later.query)
      if (message.type === 'result') expect(message.result).toBe('I am back.');
    expect(ran).toEqual(before);
    expect(JSON.stringify(rest.requests.at(-1)?.body)).toContain('Note a and b');
  },
);
