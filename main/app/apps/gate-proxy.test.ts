import { createServer, request } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { defaultNetwork } from '../../../shared/lib/network-settings.ts';
import { installNetwork, Network } from '../../lib/network/network.ts';
import { openProxy } from '../../lib/testing/secure-server.ts';
import { openGateProxy } from './gate-proxy.ts';
import type { GateProxy } from './gate-proxy.ts';

let target: Server;
let port: number;
let proxy: GateProxy;
let reached: string[];

beforeEach(async () => {
  reached = [];
  target = createServer((incoming, response) => {
    reached.push(`${incoming.url ?? ''} ${String(incoming.headers['proxy-authorization'])}`);
    response.end('reached');
  });
  await new Promise<void>((done) => target.listen(0, '127.0.0.1', done));
  ({ port } = target.address() as AddressInfo);
  const declared = [
    `http://127.0.0.1:${String(port)}`,
    `https://rebound.example:${String(port)}`,
    'https://mixed.example',
    'https://far.example:8443',
    'wss://far.example:8444',
    `ws://127.0.0.1:${String(port)}`,
  ];
  proxy = await openGateProxy(
    () => ({ connect: declared, resource: [], frame: [] }),
    async (name) => {
      if (name === 'far.example') return [{ address: '93.184.216.34' }];
      return name === 'mixed.example'
        ? [{ address: '93.184.216.34' }, { address: '10.0.0.1' }]
        : [{ address: '127.0.0.1' }];
    },
  );
});
afterEach(async () => {
  await proxy.close();
  target.close();
});

const password = (): string =>
  `Basic ${Buffer.from(`${proxy.user}:${proxy.password}`).toString('base64')}`;

/** The status of a request through the proxy. */
function ask(options: { method: string; path: string; secret?: string }): Promise<number> {
  const { method, path, secret = password() } = options;
  return new Promise((resolve, reject) => {
    const asked = request({
      host: '127.0.0.1',
      port: proxy.port,
      method,
      path,
      headers: { 'Proxy-Authorization': secret },
    });
    asked.on('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    asked.on('connect', (response, socket) => {
      socket.destroy();
      resolve(response.statusCode ?? 0);
    });
    asked.on('error', reject);
    asked.end();
  });
}

it('leads to what is declared, without its own password [SE-13.filter]', async () => {
  const here = `127.0.0.1:${String(port)}`;
  expect(await ask({ method: 'GET', path: `http://${here}/a` })).toBe(200);
  expect(await ask({ method: 'CONNECT', path: here })).toBe(200);
  expect(reached).toEqual(['/a undefined']);
});

it('leads nowhere else, whatever a name says now [SE-13.filter, SE-12]', async () => {
  const near = String(port);
  for (const [method, path] of [
    ['GET', 'http://127.0.0.1:1/'],
    ['GET', `http://localhost:${near}/`],
    ['GET', `http://rebound.example:${near}/`],
    ['CONNECT', 'example.com:443'],
    ['CONNECT', `rebound.example:${near}`],
    ['CONNECT', 'mixed.example:443'],
    ['CONNECT', '127.0.0.1:1'],
    ['CONNECT', '169.254.169.254:80'],
  ] as const) {
    expect([path, await ask({ method, path })]).toEqual([path, 403]);
  }
  expect(reached).toEqual([]);
});

it('goes by the proxy of the network to the address that it checked, and by nothing else [UI-8.address, SE-12]', async () => {
  const company = await openProxy({ '93.184.216.34:8443': port });
  const network = new Network({
    environment: { HTTPS_PROXY: `http://127.0.0.1:${String(company.port)}` },
    settings: defaultNetwork,
    log: () => undefined,
  });
  const restore = installNetwork(network);
  try {
    expect(await ask({ method: 'CONNECT', path: 'far.example:8443' })).toBe(200);
    expect(await ask({ method: 'CONNECT', path: 'far.example:8444' })).toBe(502);
    expect(await ask({ method: 'CONNECT', path: 'mixed.example:443' })).toBe(403);
    expect(await ask({ method: 'CONNECT', path: `127.0.0.1:${String(port)}` })).toBe(200);
    expect(company.asked).toEqual(['93.184.216.34:8443', '93.184.216.34:8444']);
  } finally {
    restore();
    await network.dispose();
    await company.close();
  }
});

it('answers nobody without its password [SE-52]', async () => {
  const here = `127.0.0.1:${String(port)}`;
  for (const secret of ['', 'Basic eA==', `${password()}x`]) {
    expect(await ask({ method: 'GET', path: `http://${here}/a`, secret })).toBe(407);
    expect(await ask({ method: 'CONNECT', path: here, secret })).toBe(407);
  }
  expect(reached).toEqual([]);
});
