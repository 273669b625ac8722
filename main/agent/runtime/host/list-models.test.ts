import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ListModelsResponse } from '../../../../shared/agent/frames.ts';
import type { ProviderConfig } from '../../../../shared/agent/provider.ts';
import { ManualClock } from '../../../lib/testing/manual-clock.ts';
import { knownModels } from '../model/known-models.ts';
import { ScriptedHost } from '../testing/scripted-host.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let root = '';
let service: Server;
let address = '';
let answer: Answer;
const clock = new ManualClock();
const hosts: ScriptedHost[] = [];
const asked: IncomingMessage[] = [];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'parley-models-'));
  asked.length = 0;
  service = createServer((request, response) => {
    asked.push(request);
    answer(request, response);
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const place = service.address();
  address = `http://127.0.0.1:${String(typeof place === 'object' ? place?.port : 0)}`;
});
afterEach(async () => {
  for (const host of hosts.splice(0)) await host.runtime.end();
  service.closeAllConnections();
  await new Promise((resolve) => service.close(resolve));
  await rm(root, { recursive: true, force: true });
});

const says =
  (status: number, body: unknown): Answer =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };

/** What a session of this provider tells of its models. */
async function models(
  provider: Partial<ProviderConfig>,
  model = 'own',
): Promise<ListModelsResponse> {
  const host = new ScriptedHost({ clock });
  hosts.push(host);
  host.credentials.deliver({ modelKey: 'sk-secret', servers: {} });
  await host.initialize({
    config_root: join(root, 'profile'),
    cwd: root,
    persist_session: false,
    provider: { id: 'p', kind: 'openai-compatible', label: 'Service', ...provider },
    model: { provider_id: 'p', id: model },
  });
  return (await host.control.request({ subtype: 'list_models' })) as ListModelsResponse;
}

describe('list_models', () => {
  it('asks a service of each protocol with its key, to the last page, and adds what is known [SDK-30.models]', async () => {
    answer = (request, response) => {
      const isSecond = request.url?.includes('after_id=b') === true;
      says(
        200,
        isSecond
          ? { data: [{ id: 'own', display_name: 'Own' }], has_more: false }
          : {
              data: [{ id: 'claude-x', display_name: 'X' }, { id: 'b' }],
              has_more: true,
              last_id: 'b',
            },
      )(request, response);
    };
    const anthropic = await models({ kind: 'anthropic', base_url: address });
    expect(anthropic.problem).toBeUndefined();
    expect(anthropic.models).toMatchObject([
      { id: 'claude-x', label: 'X', takes_images: true, source: 'provider' },
      { id: 'b', label: 'b', source: 'provider' },
      { id: 'own', label: 'Own', source: 'provider' },
    ]);
    expect(asked.map(({ url }) => url)).toEqual([
      '/v1/models?limit=1000',
      '/v1/models?limit=1000&after_id=b',
    ]);
    expect(asked[0]?.headers).toMatchObject({
      'x-api-key': 'sk-secret',
      'anthropic-version': '2023-06-01',
    });

    answer = says(200, { object: 'list', data: [{ id: 'other', max_model_len: 4096 }] });
    const compatible = await models({ base_url: `${address}/api` });
    // The one in use may have vanished there; that it is meant stays true.
    expect(compatible.models).toMatchObject([
      { id: 'own', source: 'table' },
      { id: 'other', context_window: 4096, source: 'provider' },
    ]);
    expect(asked.at(-1)).toMatchObject({
      url: '/api/models',
      headers: { authorization: 'Bearer sk-secret' },
    });
  });

  it('tells what it knows by itself, and why, where the service refuses, says something else or nothing [SDK-30.models]', async () => {
    answer = says(401, { error: { message: 'The key sk-secret is not valid' } });
    expect(await models({ base_url: address })).toEqual({
      models: [expect.objectContaining({ id: 'own', source: 'table' })],
      problem: expect.stringMatching(
        /Service did not tell.* status 401: The key \[key\] is not valid/,
      ),
    });
    answer = says(200, { models: 'many' });
    expect((await models({ base_url: address })).problem).toContain('other than a list of models');
    answer = (_request, response) => {
      response.writeHead(302, { location: 'http://elsewhere.test/' }).end();
    };
    expect((await models({ base_url: address })).problem).toContain('redirects to another address');

    let silent: (() => void) | undefined;
    const reached = new Promise<void>((resolve) => (silent = resolve));
    answer = () => silent?.();
    const waiting = models({ base_url: address });
    await reached;
    clock.advance(10_000);
    expect((await waiting).problem).toContain('did not answer within 10 s');
  });

  it('knows models of the services at their own addresses, and of none else [SDK-30.models]', async () => {
    service.closeAllConnections();
    await new Promise((resolve) => service.close(resolve));
    const unreachable = await models({ kind: 'anthropic', base_url: address }, 'claude-own');
    expect(unreachable.models.map(({ id }) => id)).toEqual(['claude-own']);
    expect(unreachable.problem).toContain('ECONNREFUSED');
    expect(await models({ kind: 'offline' }, 'offline')).toEqual({
      models: [expect.objectContaining({ id: 'offline', source: 'table' })],
    });
    expect(knownModels({ id: 'p', kind: 'anthropic', label: 'A' })).toContain('claude-sonnet-4-5');
    expect(
      knownModels({
        id: 'p',
        kind: 'openai-compatible',
        label: 'O',
        base_url: 'https://api.openai.com/v1',
      }),
    ).toContain('gpt-5');
  });
});
