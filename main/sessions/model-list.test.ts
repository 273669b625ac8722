import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startModelServer } from '../../e2e/servers/model/model-server.ts';
import type { ModelServer } from '../../e2e/servers/model/model-server.ts';
import { remoteProviderKind } from '../../shared/agent/provider.ts';
import { systemClock } from '../lib/clock.ts';
import { findLocalModels } from './local-models.ts';
import { isMissingIn, listModels } from './model-list.ts';

const key = 'sk-not-to-be-seen-0123456789';
const tools = { fetch: globalThis.fetch, clock: systemClock };
let server: ModelServer;

beforeEach(async () => {
  server = await startModelServer();
});
afterEach(() => server.dispose());

describe.each(remoteProviderKind.options)('the list of models of %s', (kind) => {
  const ask = () => listModels({ kind, baseUrl: server.url, apiKey: key }, tools);

  it('is read in its own form, with the key where it belongs [UI-17.models]', async () => {
    server.offer('one', 'two');
    const listing = await ask();
    expect(listing).toMatchObject({ ok: true, isWhole: true });
    expect(listing.ok && listing.models.map(({ id }) => id)).toEqual(['one', 'two']);
    expect(JSON.stringify(server.listings)).toContain(key);
  });

  it('that is refused is told by the real answer, without the key [UI-17.models, SE-51]', async () => {
    const listing = await ask();
    expect(listing).toMatchObject({ ok: false, status: 404 });
    expect(JSON.stringify(listing)).toContain('No such address');
    await server.dispose();
    const gone = await ask();
    expect(gone).toMatchObject({ ok: false });
    expect(JSON.stringify(gone)).toContain('ECONNREFUSED');
    expect(JSON.stringify([listing, gone])).not.toContain(key);
  });
});

it('a list is read page by page, within bounds; what cannot hold a conversation is left out [UI-17.models]', async () => {
  const asked: string[] = [];
  const paged = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://x');
    asked.push(url.search);
    const at = Number(url.searchParams.get('after_id') ?? '0');
    response.end(
      JSON.stringify({
        data: [{ id: String(at + 1), display_name: `Number ${String(at + 1)}` }],
        has_more: url.pathname.startsWith('/endless') || at < 2,
        last_id: String(at + 1),
      }),
    );
  });
  await new Promise<void>((listening) => paged.listen(0, '127.0.0.1', listening));
  const at = `http://127.0.0.1:${String((paged.address() as AddressInfo).port)}`;
  try {
    const list = (path: string) =>
      listModels({ kind: 'anthropic', baseUrl: `${at}/${path}` }, tools);
    expect(await list('v1')).toEqual({
      ok: true,
      models: [1, 2, 3].map((n) => ({ id: String(n), label: `Number ${String(n)}` })),
      isWhole: true,
    });
    expect(asked).toHaveLength(3);
    expect(await list('endless')).toMatchObject({ ok: true, isWhole: false });
    expect(asked.length).toBeLessThan(20);
  } finally {
    paged.close();
    paged.closeAllConnections();
  }
  server.offer('gemini-x', 'text-embedding-x');
  expect(await listModels({ kind: 'google', baseUrl: server.url, apiKey: key }, tools)).toEqual({
    ok: true,
    models: [{ id: 'gemini-x', label: 'GEMINI-X' }],
    isWhole: true,
  });
});

it('a short name is listed by its dated or tagged one [UI-17.models]', () => {
  const listed = ['claude-sonnet-4-5-20250929', 'gpt-4o-2024-08-06', 'llama3.2:latest', 'gpt-5'];
  for (const name of ['claude-sonnet-4-5', 'gpt-4o', 'llama3.2', 'gpt-5', 'claude-x-latest'])
    expect([name, isMissingIn(listed, name)]).toEqual([name, false]);
  for (const name of ['claude-sonnet-4', 'gpt-4', 'llama3', 'gpt-5-mini'])
    expect([name, isMissingIn(listed, name)]).toEqual([name, true]);
});

it('services of this computer are found where they run, and else it is said why not [UI-17.local]', async () => {
  server.offer('llama3.2', 'qwen3');
  const found = await findLocalModels(tools, [
    { service: 'ollama', baseUrl: server.url },
    { service: 'lm-studio', baseUrl: 'http://127.0.0.1:1/v1' },
  ]);
  expect(found).toEqual([
    { service: 'ollama', baseUrl: server.url, models: ['llama3.2', 'qwen3'] },
    {
      service: 'lm-studio',
      baseUrl: 'http://127.0.0.1:1/v1',
      reason: expect.any(String) as string,
    },
  ]);
});

it('nobody but this computer is asked for local models [UI-17.local]', async () => {
  const asked: string[] = [];
  const record: typeof fetch = (input) => {
    asked.push(input instanceof Request ? input.url : String(input));
    return Promise.reject(new Error('nobody there'));
  };
  await findLocalModels({ ...tools, fetch: record });
  expect(asked).toEqual(['http://127.0.0.1:11434/v1/models', 'http://127.0.0.1:1234/v1/models']);
});
