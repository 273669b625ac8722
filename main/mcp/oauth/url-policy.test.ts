import { afterEach, describe, expect, it } from 'vitest';
import { serve, stop } from '../../../e2e/servers/oauth/http-parts.ts';
import { systemClock } from '../../lib/clock.ts';
import { ManualClock } from '../../lib/testing/manual-clock.ts';
import { createGuardedFetch, systemResolve } from './guarded-fetch.ts';
import type { GuardedFetchDeps } from './guarded-fetch.ts';
import { startHarness } from './testing/oauth-harness.ts';
import { checkMetadataUrl, mayReach, reachOf, serverReach } from './url-policy.ts';
import type { Reach, ResolveHost } from './url-policy.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const leadsTo =
  (...addresses: string[]): ResolveHost =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

function guarded(from: Reach, more: Partial<GuardedFetchDeps> = {}) {
  const fetch = createGuardedFetch({
    from,
    resolve: systemResolve,
    clock: systemClock,
    timeoutMs: 10_000,
    ...more,
  });
  return (address: string, method: 'GET' | 'POST' = 'GET') =>
    fetch(address, {
      method,
      what: 'test address',
      body: method === 'POST' ? 'secret=1' : undefined,
    });
}

async function listening(handle: Parameters<typeof serve>[0]): Promise<string> {
  const { server, origin } = await serve(handle);
  closers.push(() => stop(server));
  return origin;
}

describe('addresses from metadata', () => {
  it.each([
    'javascript:alert(1)',
    'file:///etc/passwd',
    'smb://host/share',
    'ms-settings:privacy',
    'data:text/html,x',
    'parley://oauth/callback',
    'http://auth.example.com/token',
    'https://user:pass@auth.example.com/token',
    'https://@auth.example.com/token',
    'https:auth.example.com',
    'https://auth.example.com/\u202etoken',
    'https://auth.example.com/a b',
    '/token',
    '',
  ])('are refused: %s [OA-7, SE-10]', (address) => {
    expect(() => checkMetadataUrl(address, 'token endpoint', 'public')).toThrow(
      expect.objectContaining({ code: 'unsafe-address' }),
    );
  });

  it.each([
    'https://127.0.0.1/token',
    'https://localhost/token',
    'http://localhost/token',
    'https://2130706433/token',
    'https://0x7f.1/token',
    'https://[::1]/token',
    'https://[::ffff:127.0.0.1]/token',
    'https://169.254.169.254/latest',
    'https://[fe80::1]/token',
    'https://10.0.0.7/token',
    'https://192.168.1.1/token',
    'https://[fd00::1]/token',
    'https://intranet/token',
    'https://printer.local/token',
    'https://0.0.0.0/token',
  ])('of a public server do not lead to %s [OA-7, SE-12]', (address) => {
    expect(() => checkMetadataUrl(address, 'token endpoint', 'public')).toThrow(/private network/);
  });

  it('are opened as the parser writes them [SE-10]', () => {
    expect(checkMetadataUrl("https://AUTH.example.com:443/a'b", 'page', 'public').href).toBe(
      'https://auth.example.com/a%27b',
    );
  });

  it.each([
    ['loopback', ['loopback', 'private', 'public']],
    ['private', ['private', 'public']],
    ['public', ['public']],
    ['link-local', ['link-local', 'private', 'public']],
  ] as const)('of a %s server lead to %s only [OA-7]', (from, to) => {
    const all = ['loopback', 'link-local', 'private', 'public'] as const;
    expect(all.filter((reach) => mayReach(from, reach))).toEqual(
      all.filter((reach) => (to as readonly Reach[]).includes(reach)),
    );
  });

  it('take a server for private when its name leads nowhere else, and never for this computer [OA-7]', async () => {
    const reach = (...addresses: string[]) =>
      serverReach('https://mcp.example.com/mcp', leadsTo(...addresses));
    expect(await reach('10.0.0.1')).toBe('private');
    expect(await reach('10.0.0.1', '93.184.216.34')).toBe('public');
    expect(await reach('127.0.0.1')).toBe('public');
    expect(await reach('169.254.169.254')).toBe('public');
    expect(await serverReach('http://127.0.0.1:80/mcp', leadsTo())).toBe('loopback');
    expect(
      await serverReach('https://mcp.example.com', () => Promise.reject(new Error('no DNS'))),
    ).toBe('public');
    expect(reachOf('[::ffff:169.254.1.1]')).toBe('link-local');
  });
});

describe('the guarded fetch', () => {
  it.each([
    { kind: 'our own connection', more: {} },
    { kind: 'a fetch of the host', more: { fetch } },
  ])(
    'refuses a name that leads into a private network, before anything is connected, with $kind [OA-7, SE-12]',
    async ({ more }) => {
      let visitors = 0;
      const origin = await listening(async (_request, response) => {
        visitors += 1;
        response.end();
      });
      const address = `https://auth.example.com:${new URL(origin).port}/x`;
      const call = guarded('public', { resolve: leadsTo('93.184.216.34', '127.0.0.1'), ...more });
      await expect(call(address)).rejects.toMatchObject({ code: 'unsafe-address' });
      expect(visitors).toBe(0);
    },
  );

  it('checks where a name leads at the moment of connecting [OA-7]', async () => {
    const answers = ['93.184.216.34', '127.0.0.1'];
    const resolve: ResolveHost = async () => [
      { address: answers.shift() ?? '127.0.0.1', family: 4 },
    ];
    expect(await serverReach('https://auth.example.com', resolve)).toBe('public');
    await expect(guarded('public', { resolve })('https://auth.example.com/')).rejects.toMatchObject(
      { code: 'unsafe-address' },
    );
  });

  it('follows a redirect of a question, and checks where it leads [OA-7]', async () => {
    const target = await listening(async (_request, response) => void response.end('here'));
    const origin = await listening(async (request, response) => {
      const location = request.url === '/good' ? `${target}/x` : 'http://169.254.169.254/latest';
      response.writeHead(302, { location }).end();
    });
    const call = guarded('loopback');
    expect((await call(`${origin}/good`)).text).toBe('here');
    await expect(call(`${origin}/bad`)).rejects.toMatchObject({ code: 'unsafe-address' });
  });

  it.each(['127.0.0.1', '[::1]', 'localhost', '10.0.0.7'])(
    'follows no redirect of a public server to %s, which hears nothing [OA-7, SE-12]',
    async (host) => {
      let visitors = 0;
      const target = await listening(async (_request, response) => {
        visitors += 1;
        response.end('a secret of this computer');
      });
      const asked: string[] = [];
      const redirecting: typeof fetch = async (input) => {
        asked.push(input instanceof Request ? input.url : String(input));
        const location = `https://${host}:${new URL(target).port}/latest`;
        return new Response(null, { status: 302, headers: { location } });
      };
      const resolve: ResolveHost = async (name) =>
        name === 'auth.example.com'
          ? [{ address: '93.184.216.34', family: 4 }]
          : systemResolve(name);
      const call = guarded('public', { fetch: redirecting, resolve });
      await expect(call('https://auth.example.com/metadata')).rejects.toMatchObject({
        code: 'unsafe-address',
      });
      expect(asked).toHaveLength(1);
      expect(visitors).toBe(0);
    },
  );

  it('sends secrets nowhere else, and follows 307 within the origin [OA-7]', async () => {
    const bodies: string[] = [];
    const other = await listening(async (request, response) => {
      bodies.push(request.url ?? '');
      response.end();
    });
    const origin = await listening(async (request, response) => {
      if (request.url === '/end') return void response.end('end');
      const location = { '/other': `${other}/x`, '/same': '/end', '/see': '/end' }[
        request.url ?? ''
      ];
      response.writeHead(request.url === '/see' ? 303 : 307, { location }).end();
    });
    const call = guarded('loopback');
    await expect(call(`${origin}/other`, 'POST')).rejects.toMatchObject({ code: 'unsafe-address' });
    await expect(call(`${origin}/see`, 'POST')).rejects.toMatchObject({ code: 'unsafe-address' });
    expect((await call(`${origin}/same`, 'POST')).text).toBe('end');
    expect(bodies).toEqual([]);
  });

  it('ends redirects in a circle, floods and silence [OA-7]', async () => {
    const clock = new ManualClock();
    let arrived: () => void = () => undefined;
    const silent = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const origin = await listening(async (request, response) => {
      if (request.url === '/circle')
        return void response.writeHead(302, { location: '/circle' }).end();
      if (request.url === '/silence') {
        arrived();
        return;
      }
      response.writeHead(200);
      const chunk = Buffer.alloc(65_536, 97);
      for (let sent = 0; sent < 40 && !response.destroyed; sent += 1) response.write(chunk);
      response.end();
    });
    const call = guarded('loopback', { clock });
    await expect(call(`${origin}/circle`)).rejects.toThrow(/redirects too often/);
    await expect(call(`${origin}/flood`)).rejects.toThrow(/more than 1 MiB/);
    const waits = call(`${origin}/silence`);
    await silent;
    clock.advance(10_000);
    await expect(waits).rejects.toMatchObject({ code: 'unreachable' });
  });

  it('tells a server that is not there as such [OA-7]', async () => {
    const { server, origin } = await serve(async () => undefined);
    await stop(server);
    await expect(guarded('loopback')(origin)).rejects.toThrow(
      /could not be reached \(.*ECONNREFUSED/,
    );
  });
});

describe('a sign-in', () => {
  it.each([
    { authorization_endpoint: 'javascript:alert(1)' },
    { authorization_endpoint: 'file:///bin/sh' },
    { authorization_endpoint: 'http://auth.example.com/authorize' },
    { token_endpoint: 'http://auth.example.com/token' },
    { token_endpoint: 'https://user@auth.example.com/token' },
    { registration_endpoint: 'http://169.254.169.254/register' },
  ])(
    'stops at unsafe metadata: $authorization_endpoint $token_endpoint $registration_endpoint [OA-7, SE-10]',
    async (metadataFields) => {
      const harness = await startHarness({ script: { metadataFields } });
      closers.push(() => harness.close());
      await expect(harness.call()).rejects.toMatchObject({ code: 'unsafe-address' });
      expect(harness.pages).toEqual([]);
    },
  );

  it('stops where the challenge names an unsafe address [OA-7, SE-12]', async () => {
    const harness = await startHarness({
      script: { prmAddress: 'http://169.254.169.254/latest/meta-data' },
    });
    closers.push(() => harness.close());
    await expect(harness.call()).rejects.toMatchObject({ code: 'unsafe-address' });
  });
});
