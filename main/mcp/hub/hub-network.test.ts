import type { IncomingMessage } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { defaultNetwork } from '../../../shared/lib/network-settings.ts';
import type { NetworkSettings } from '../../../shared/lib/network-settings.ts';
import { systemClock } from '../../lib/clock.ts';
import { installNetwork, Network } from '../../lib/network/network.ts';
import { certificatePath, openProxy, openSecureServer } from '../../lib/testing/secure-server.ts';
import type { OpenServer, SecureServerOptions } from '../../lib/testing/secure-server.ts';
import { createGuardedFetch } from '../oauth/guarded-fetch.ts';
import { HubDesk, remoteDraft, until } from './testing/hub-desk.ts';

const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});
const signal = new AbortController().signal;
const authority = certificatePath('authority');

function reach(settings: Partial<NetworkSettings> = {}): void {
  const network = new Network({
    environment: {},
    settings: { ...defaultNetwork, proxy: 'none', ...settings },
    log: () => undefined,
  });
  closers.push(() => network.dispose(), installNetwork(network));
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

/** A server that answers POST alone, behind TLS. */
async function openMcp(options?: SecureServerOptions): Promise<OpenServer> {
  const server = await openSecureServer((request, response) => {
    void textOf(request).then((text) => {
      const message = JSON.parse(text || '{}') as { id?: unknown; method?: string };
      const result =
        message.method === 'initialize'
          ? {
              protocolVersion: '2025-11-25',
              capabilities: { tools: {} },
              serverInfo: { name: 'inside', version: '1' },
            }
          : { tools: [{ name: 'inside', inputSchema: { type: 'object' } }] };
      const isKnown = ['initialize', 'tools/list'].includes(message.method ?? '');
      if (request.method !== 'POST') response.writeHead(405).end();
      else if (message.id === undefined) response.writeHead(202).end();
      else
        response.writeHead(200, { 'content-type': 'application/json' }).end(
          JSON.stringify({
            jsonrpc: '2.0',
            id: message.id,
            ...(isKnown ? { result } : { error: { code: -32601, message: 'no such method' } }),
          }),
        );
    });
  }, options);
  closers.push(() => server.close());
  return server;
}

async function openHub() {
  const desk = await HubDesk.open();
  closers.push(() => desk.dispose());
  return { desk, hub: await desk.hub() };
}

it('a server of an unknown authority is a named state, and connects once its CA file is named [UI-8.certificate, UI-8.ca-file]', async () => {
  reach();
  const { port } = await openMcp({ withAuthority: true });
  const { desk, hub } = await openHub();
  const draft = remoteDraft(`https://localhost:${String(port)}/mcp`);
  const { serverId = '' } = await hub.add(draft, signal);
  const { failure } = await until(hub, serverId, (state) => expect(state.status).toBe('failed'));
  expect(failure?.code).toBe('certificate-refused');
  expect(failure?.message).toMatch(
    /localhost:\d+ was issued by "Example Works Root CA".*SELF_SIGNED_CERT_IN_CHAIN.*CA certificate for this server/,
  );
  const { definition } = draft;
  if (definition.type === 'stdio') throw new Error('not remote');
  const keep = { env: [], headers: [] };
  const changed = { ...draft, definition: { ...definition, caFile: authority } };
  await hub.update(serverId, changed, keep, signal);
  const { tools, definition: shown } = await until(hub, serverId, (state) =>
    expect(state.status).toBe('connected'),
  );
  expect(tools.map(({ name }) => name)).toEqual(['inside']);
  expect(shown).toMatchObject({ caFile: authority });
  // Whom it trusts was part of the question.
  expect(desk.person.asked.at(-1)?.definition).toMatchObject({ caFile: authority });
});

it('a server is reached through the proxy of the settings [UI-8.proxy]', async () => {
  const { port } = await openMcp();
  const proxy = await openProxy({ 'mcp.example.test': port });
  closers.push(() => proxy.close());
  reach({ proxy: 'address', proxyAddress: `127.0.0.1:${String(proxy.port)}`, caFile: authority });
  const { hub } = await openHub();
  const { serverId = '' } = await hub.add(remoteDraft('https://mcp.example.test/mcp'), signal);
  await until(hub, serverId, (state) => expect(state.status).toBe('connected'));
  expect(new Set(proxy.asked)).toEqual(new Set(['mcp.example.test:443']));
});

it('what metadata of a sign-in names is judged behind a proxy as well [UI-8.address, UI-8.ca-file]', async () => {
  const server = await openSecureServer((_request, response) => response.end('{}'));
  closers.push(() => server.close());
  const proxy = await openProxy({ '203.0.113.9': server.port });
  closers.push(() => proxy.close());
  reach({ proxy: 'address', proxyAddress: `127.0.0.1:${String(proxy.port)}` });
  let leadsTo = '203.0.113.9';
  const ask = createGuardedFetch({
    from: 'public',
    resolve: () => Promise.resolve([{ address: leadsTo, family: 4 }]),
    clock: systemClock,
    caFile: authority,
    timeoutMs: 5_000,
  });
  const request = { method: 'GET', what: 'metadata' } as const;
  expect((await ask('https://login.example.test/', request)).status).toBe(200);
  leadsTo = '10.0.0.7';
  await expect(ask('https://login.example.test/', request)).rejects.toMatchObject({
    code: 'unsafe-address',
  });
  leadsTo = '169.254.169.254';
  await expect(ask('https://login.example.test/', request)).rejects.toThrow(/private network/);
  expect(proxy.asked).toEqual(['203.0.113.9:443']);
});
