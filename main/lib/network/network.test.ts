import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fetch as undiciFetch } from 'undici';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { defaultNetwork } from '../../../shared/lib/network-settings.ts';
import type { NetworkSettings } from '../../../shared/lib/network-settings.ts';
import { certificatePath, openProxy, openSecureServer } from '../testing/secure-server.ts';
import type { OpenProxy, OpenServer, SecureServerOptions } from '../testing/secure-server.ts';
import { findCertificateProblem } from './certificate-problem.ts';
import { Network, currentNetwork, installNetwork } from './network.ts';
import type { NetworkDeps } from './network.ts';
import { readSystemCertificates } from './trusted-certificates.ts';

const opened: { close(): Promise<void> }[] = [];
let restore: (() => void) | undefined;
let folder: string;
let greeting: OpenServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'network-'));
  greeting = await openSecureServer((request, response) => {
    response.end(`hello ${request.headers.host ?? ''}`);
  });
});
afterAll(async () => {
  await greeting.close();
  await rm(folder, { recursive: true });
});
afterEach(async () => {
  restore?.();
  restore = undefined;
  for (const one of opened.splice(0).reverse()) await one.close();
});

const logged: string[] = [];

function use(settings: Partial<NetworkSettings>, deps: Partial<NetworkDeps> = {}): Network {
  const network = new Network({
    environment: {},
    log: (_level, line) => logged.push(line),
    ...deps,
    settings: { ...defaultNetwork, ...settings },
  });
  restore = installNetwork(network);
  opened.push({ close: () => network.dispose() });
  return network;
}

async function proxy(routes: Readonly<Record<string, number>>): Promise<OpenProxy> {
  const made = await openProxy(routes);
  opened.push(made);
  return made;
}

async function failure(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
}

const words = (thrown: unknown): string =>
  thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause.message : String(thrown);

const authority = certificatePath('authority');

it.each<[string, SecureServerOptions, string, RegExp]>([
  [
    'an authority nobody knows',
    {},
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    /issued by "Example Works Root CA", whom this computer does not know .*CA certificate for this server or in Settings → Network/,
  ],
  [
    'a chain up to one nobody knows',
    { withAuthority: true },
    'SELF_SIGNED_CERT_IN_CHAIN',
    /issued by "Example Works Root CA", whom this computer does not know/,
  ],
  [
    'one that vouches for itself',
    { certificate: 'self-signed' },
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    /signed by itself \("home\.example\.test"\).*name that certificate as the CA file/,
  ],
])(
  'names %s, whose it is and what to do [UI-8.certificate]',
  async (_name, options, code, sentence) => {
    const server = await openSecureServer(() => undefined, options);
    opened.push(server);
    use({});
    const thrown = await failure(fetch(`https://localhost:${String(server.port)}/`));
    const problem = findCertificateProblem(thrown);
    expect(problem?.code).toBe(code);
    expect(problem?.message).toMatch(sentence);
    expect(problem?.message).toContain(`localhost:${String(server.port)}`);
    expect(problem?.message).toContain(`(${code})`);
    expect(problem?.message).not.toMatch(/turn|switch|disable|off\b/i);
  },
);

it.each<[SecureServerOptions, string, RegExp]>([
  [
    { certificate: 'expired' },
    'CERT_HAS_EXPIRED',
    /no longer valid .*Jan {2}2 .*2020.*has to renew it/,
  ],
  [
    { certificate: 'other-name' },
    'ERR_TLS_CERT_ALTNAME_INVALID',
    /for other names \(elsewhere\.example\.test\).*Check the address/,
  ],
])('a known authority does not help %o [UI-8.certificate]', async (options, code, sentence) => {
  const server = await openSecureServer(() => undefined, options);
  opened.push(server);
  use({ caFile: authority });
  const problem = findCertificateProblem(
    await failure(fetch(`https://localhost:${String(server.port)}/`)),
  );
  expect(problem?.code).toBe(code);
  expect(problem?.message).toMatch(sentence);
});

it.each<[string, Partial<NetworkSettings>, Partial<NetworkDeps>]>([
  ['the CA file of the settings', { caFile: authority }, {}],
  ['NODE_EXTRA_CA_CERTS', {}, { environment: { NODE_EXTRA_CA_CERTS: authority } }],
  [
    'the certificates of the system',
    {},
    {
      systemCertificates: () =>
        readSystemCertificates({
          platform: 'linux',
          environment: { SSL_CERT_FILE: authority },
          folder: tmpdir(),
          spawn: () => Promise.reject(new Error('nothing is started')),
        }),
    },
  ],
])('trusts %s, and what Node trusts besides [UI-8.trust]', async (_name, settings, deps) => {
  use(settings, deps);
  const answer = await fetch(`https://localhost:${String(greeting.port)}/`);
  expect(await answer.text()).toContain('hello localhost');
});

it('the certificates of the system can be left out [UI-8.trust]', async () => {
  use(
    { systemCertificates: false },
    { systemCertificates: () => Promise.reject(new Error('asked')) },
  );
  const thrown = await failure(fetch(`https://localhost:${String(greeting.port)}/`));
  expect(findCertificateProblem(thrown)?.code).toBe('UNABLE_TO_VERIFY_LEAF_SIGNATURE');
});

it('a CA file of one server counts for that server alone [UI-8.ca-file]', async () => {
  const network = use({});
  const address = `https://localhost:${String(greeting.port)}/`;
  expect((await network.fetch(authority)(address)).status).toBe(200);
  expect(findCertificateProblem(await failure(fetch(address)))).toBeDefined();
});

it('a CA file that cannot be used is named, and nothing is sent [UI-8.ca-file]', async () => {
  const network = use({});
  const empty = join(folder, 'empty.pem');
  await writeFile(empty, 'not a certificate');
  const address = `https://localhost:${String(greeting.port)}/`;
  expect(words(await failure(network.fetch(empty)(address)))).toContain(
    `${empty} holds no certificate`,
  );
  const gone = join(folder, 'gone.pem');
  expect(words(await failure(network.fetch(gone)(address)))).toContain(`${gone} could not be read`);
});

it('a CA file that has no end or is too large is not read [UI-8.ca-file]', async () => {
  const network = use({});
  const address = `https://localhost:${String(greeting.port)}/`;
  expect(words(await failure(network.fetch('/dev/zero')(address)))).toContain(
    '/dev/zero could not be read (it is not a file)',
  );
  const large = join(folder, 'large.pem');
  await writeFile(large, '');
  await truncate(large, 10_000_001);
  expect(words(await failure(network.fetch(large)(address)))).toContain('larger than 10 MB');
});

it('a company CA that is gone is told to the log and blocks nothing else [UI-8.trust]', async () => {
  const gone = join(folder, 'company.pem');
  use({ caFile: gone }, { environment: { NODE_EXTRA_CA_CERTS: authority } });
  expect((await fetch(`https://localhost:${String(greeting.port)}/`)).status).toBe(200);
  expect(logged.join('\n')).toContain(gone);
});

it('other settings count for the next connection [UI-8.trust]', async () => {
  const network = use({});
  const address = `https://localhost:${String(greeting.port)}/`;
  expect(await failure(fetch(address))).toBeInstanceOf(TypeError);
  network.use({ ...defaultNetwork, caFile: authority });
  expect((await fetch(address)).status).toBe(200);
});

it.each<[string, (port: number) => [Partial<NetworkSettings>, Partial<NetworkDeps>]]>([
  [
    'HTTPS_PROXY',
    (port) => [{}, { environment: { HTTPS_PROXY: `http://127.0.0.1:${String(port)}` } }],
  ],
  ['all_proxy', (port) => [{}, { environment: { all_proxy: `127.0.0.1:${String(port)}` } }]],
  [
    'the proxy of the settings',
    (port) => [{ proxy: 'address', proxyAddress: `127.0.0.1:${String(port)}` }, {}],
  ],
  [
    'the proxy of the system',
    (port) => [
      {},
      {
        systemProxy: () =>
          Promise.resolve(`SOCKS 127.0.0.1:1; PROXY 127.0.0.1:${String(port)}; DIRECT`),
      },
    ],
  ],
])('goes through %s to a name that only the proxy knows [UI-8.proxy]', async (_name, way) => {
  const through = await proxy({ 'mcp.example.test:443': greeting.port });
  const [settings, deps] = way(through.port);
  use({ caFile: authority, ...settings }, deps);
  const answer = await fetch('https://mcp.example.test/');
  expect(await answer.text()).toBe('hello mcp.example.test');
  expect(through.asked).toEqual(['mcp.example.test:443']);
});

it('what NO_PROXY names, this computer, and everything with "none" go directly [UI-8.proxy]', async () => {
  const environment = {
    HTTPS_PROXY: 'http://127.0.0.1:9',
    NO_PROXY: 'x.test, .example.test:443 10.0.0.0/8',
  };
  const network = use({ caFile: authority }, { environment });
  const reached = async (address: string): Promise<string | undefined> =>
    (await network.proxyFor(new URL(address)))?.href;
  expect(await reached('https://mcp.example.test/')).toBeUndefined();
  expect(await reached('https://example.test/')).toBeUndefined();
  expect(await reached('https://mcp.example.test:8443/')).toBe('http://127.0.0.1:9/');
  expect(await reached('https://notx.test/')).toBe('http://127.0.0.1:9/');
  expect(await reached('https://10.1.2.3/')).toBeUndefined();
  expect(await reached('https://11.1.2.3/')).toBe('http://127.0.0.1:9/');
  expect(await reached('http://far.test/')).toBeUndefined();
  expect((await fetch(`https://localhost:${String(greeting.port)}/`)).status).toBe(200);
  network.use({ ...defaultNetwork, proxy: 'none' });
  expect(await reached('https://far.test/')).toBeUndefined();
});

it('a proxy gets the name and password of its address, and its refusals are told [UI-8.proxy]', async () => {
  const through = await proxy({ 'mcp.example.test': greeting.port });
  const environment = { HTTPS_PROXY: `http://user:p%40ss@127.0.0.1:${String(through.port)}` };
  const network = use({ caFile: authority }, { environment });
  expect((await fetch('https://mcp.example.test/')).status).toBe(200);
  expect(through.words).toEqual([`Basic ${Buffer.from('user:p@ss').toString('base64')}`]);
  expect(words(await failure(fetch('https://other.example.test/')))).toMatch(
    /The proxy 127\.0\.0\.1:\d+ refused to connect to other\.example\.test:443 \(status 403 Forbidden\)/,
  );
  network.use({ ...defaultNetwork, proxy: 'address', proxyAddress: '127.0.0.1:1' });
  expect(words(await failure(fetch('https://mcp.example.test/')))).toMatch(
    /The proxy 127\.0\.0\.1:1 could not be reached \(ECONNREFUSED\)/,
  );
  network.use({ ...defaultNetwork, proxy: 'address', proxyAddress: 'socks5://127.0.0.1:1' });
  expect(words(await failure(fetch('https://mcp.example.test/')))).toContain(
    'only http and https proxies can be used',
  );
});

it('a password of a proxy may hold a %, and no failure shows one [UI-8.proxy]', async () => {
  const through = await proxy({ 'mcp.example.test': greeting.port });
  const environment = { HTTPS_PROXY: `http://user:100%@127.0.0.1:${String(through.port)}` };
  const network = use({ caFile: authority }, { environment });
  expect((await fetch('https://mcp.example.test/')).status).toBe(200);
  expect(through.words).toEqual([`Basic ${Buffer.from('user:100%').toString('base64')}`]);
  for (const wrong of ['http://user:hush/hush@proxy:8080', 'user:hush@proxy:port']) {
    network.use({ ...defaultNetwork, proxy: 'address', proxyAddress: wrong });
    const said = words(await failure(fetch('https://mcp.example.test/')));
    expect(said).toContain('is no address of a proxy');
    expect(said).not.toContain('hush');
  }
});

it('a certificate is checked behind a proxy as well, and named [UI-8.proxy, UI-8.certificate]', async () => {
  const through = await proxy({ 'mcp.example.test': greeting.port });
  use({ proxy: 'address', proxyAddress: `http://127.0.0.1:${String(through.port)}` });
  const problem = findCertificateProblem(await failure(fetch('https://mcp.example.test/')));
  expect(problem).toMatchObject({ host: 'mcp.example.test', issuer: 'Example Works Root CA' });
});

it('an address that is judged as it is connected to is what the proxy is asked for [UI-8.address]', async () => {
  const through = await proxy({ '203.0.113.7:443': greeting.port });
  const network = use({
    caFile: authority,
    proxy: 'address',
    proxyAddress: `127.0.0.1:${String(through.port)}`,
  });
  const allowed = await network.agent({
    lookup: (_name, _options, callback) => callback(null, '203.0.113.7', 4),
  });
  const answer = await undiciFetch('https://mcp.example.test/', { dispatcher: allowed });
  expect(await answer.text()).toBe('hello mcp.example.test');
  const refused = await network.agent({
    lookup: (_name, _options, callback) => callback(new Error('a private address'), '', 0),
  });
  const thrown = await failure(undiciFetch('https://mcp.example.test/', { dispatcher: refused }));
  expect(words(thrown)).toBe('a private address');
  expect(through.asked).toEqual(['203.0.113.7:443']);
  await Promise.all([allowed.destroy(), refused.destroy()]);
});

it('what another process of ours is told is enough to go the same way [UI-8.runtime]', async () => {
  const through = await proxy({ 'model.example.test': greeting.port });
  const environment = { https_proxy: `127.0.0.1:${String(through.port)}`, SECRET: 'not told' };
  const plan = use({ caFile: authority }, { environment }).plan();
  expect(JSON.stringify(plan)).not.toContain('not told');
  restore?.();
  use(plan.settings, { environment: plan.environment });
  expect((await fetch('https://model.example.test/')).status).toBe(200);
});

it('is put away again [UI-8.trust]', async () => {
  const network = use({ caFile: authority });
  expect(currentNetwork()).toBe(network);
  restore?.();
  expect(currentNetwork()).not.toBe(network);
  const thrown = await failure(fetch(`https://localhost:${String(greeting.port)}/`));
  expect(thrown).toBeInstanceOf(TypeError);
});
