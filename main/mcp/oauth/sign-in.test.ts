import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, describe, expect, it } from 'vitest';
import { callWith, startHarness, visit } from './testing/oauth-harness.ts';
import type { HarnessOptions, OAuthHarness } from './testing/oauth-harness.ts';
import { clientMetadataDocument, isClientIdUrl } from './client-metadata.ts';
import { serve, sendJson, stop } from '../../../e2e/servers/oauth/http-parts.ts';

const open: OAuthHarness[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((harness) => harness.close()));
});

async function start(setup: HarnessOptions = {}): Promise<OAuthHarness> {
  const harness = await startHarness(setup);
  open.push(harness);
  return harness;
}

function query(page: string | undefined): URLSearchParams {
  return new URL(page ?? '').searchParams;
}

describe('discovery', () => {
  it.each([
    { prm: 'header' },
    { prm: 'path' },
    { prm: 'root' },
    { prm: 'header', challenge: 'after-basic' },
    { prm: 'header', issuerPath: '/tenant' },
    { metadata: 'oidc' },
    { metadata: 'oidc', issuerPath: '/tenant' },
    { metadata: 'oidc-appended', issuerPath: '/tenant' },
    {
      metadataFields: { scopes_supported: null, revocation_endpoint: '', grant_types_supported: 7 },
    },
  ] as const)(
    'signs in with metadata placed as $prm $metadata $issuerPath [OA-1]',
    async (script) => {
      const harness = await start({ script });
      expect((await harness.call()).status).toBe(200);
      expect(harness.pages[0]).toContain(`${harness.scripted.issuer}/authorize`);
    },
  );

  it('asks the well-known addresses of the authorization server in the fixed order [OA-1]', async () => {
    const harness = await start({ script: { metadata: 'none', issuerPath: '/tenant' } });
    await expect(harness.call()).rejects.toMatchObject({ code: 'metadata-invalid' });
    expect(
      harness.scripted.requests.filter(({ at }) => at === 'authorization').map(({ path }) => path),
    ).toEqual([
      '/.well-known/oauth-authorization-server/tenant',
      '/.well-known/openid-configuration/tenant',
      '/tenant/.well-known/openid-configuration',
    ]);
  });

  it('asks the path and then the root of a server whose challenge names nothing [OA-1]', async () => {
    const harness = await start({ script: { prm: 'root' } });
    await harness.call();
    const asked = harness.scripted.requests.filter(
      ({ at, path }) => at === 'resource' && path !== '/mcp',
    );
    expect(asked.map(({ path }) => path)).toEqual([
      '/.well-known/oauth-protected-resource/mcp',
      '/.well-known/oauth-protected-resource',
    ]);
  });

  it.each([
    {
      name: 'issuer with a slash more',
      script: { echoedIssuer: 'http://127.0.0.1:1/' },
      code: 'issuer-mismatch',
    },
    {
      name: 'metadata that are no JSON',
      script: { metadata: 'no-json' },
      code: 'metadata-invalid',
    },
    {
      name: 'a metadata server in trouble',
      script: { metadata: 'status-500' },
      code: 'unreachable',
    },
    {
      name: 'resource metadata that are no JSON',
      script: { prm: 'no-json' },
      code: 'metadata-invalid',
    },
    { name: 'a resource in trouble', script: { prm: 'status-500' }, code: 'unreachable' },
    {
      name: 'metadata of another resource',
      script: { prm: 'other-resource' },
      code: 'resource-mismatch',
    },
    { name: 'no PKCE', script: { pkceMethods: undefined }, code: 'pkce-missing' },
    { name: 'plain PKCE', script: { pkceMethods: ['plain'] }, code: 'pkce-missing' },
  ] as const)(
    'refuses $name before a page is opened or anything registered [OA-1]',
    async ({ script, code }) => {
      const harness = await start({ script: script });
      await expect(harness.call()).rejects.toMatchObject({ name: 'OAuthFailure', code });
      expect(harness.pages).toEqual([]);
      expect(harness.scripted.to('/register')).toEqual([]);
    },
  );

  it('takes the issuer to the letter [OA-1]', async () => {
    const harness = await start();
    Object.assign(harness.scripted.script, { echoedIssuer: `${harness.scripted.issuer}/` });
    await expect(harness.call()).rejects.toMatchObject({ code: 'issuer-mismatch' });
  });

  it('uses the default endpoints, with S256, of a server that has no metadata at all [OA-1]', async () => {
    const harness = await start({ script: { prm: 'none', metadata: 'none', iss: 'absent' } });
    expect((await harness.call()).status).toBe(200);
    const origin = new URL(harness.scripted.mcpUrl).origin;
    expect(harness.pages[0]).toContain(`${origin}/authorize?`);
    expect(query(harness.pages[0]).get('code_challenge_method')).toBe('S256');
  });

  it('takes the name that a server of that age gives to itself, but no name of another origin [OA-1]', async () => {
    const harness = await start({ script: { prm: 'none', iss: 'absent', issAdvertised: false } });
    const { origin } = new URL(harness.scripted.mcpUrl);
    Object.assign(harness.scripted.script, { echoedIssuer: 'https://auth.example.com' });
    await expect(harness.call()).rejects.toMatchObject({ code: 'issuer-mismatch' });
    Object.assign(harness.scripted.script, { echoedIssuer: `${origin}/oauth` });
    expect((await harness.call()).status).toBe(200);
    expect((await harness.auth.state()).issuer).toBe(`${origin}/oauth`);
    harness.scripted.desk.access.clear();
    expect((await harness.call()).status).toBe(200);
    expect(harness.pages).toHaveLength(1);
  });

  it('does not assume default endpoints where resource metadata exist [OA-1]', async () => {
    const harness = await start({ script: { prm: 'without-servers', metadata: 'none' } });
    await expect(harness.call()).rejects.toMatchObject({ code: 'metadata-invalid' });
  });

  it('asks the host before it asks an authorization server [OA-1]', async () => {
    const seen: string[] = [];
    const harness = await start({
      options: {
        validateAuthorizationServer: (_server, issuer) => {
          seen.push(issuer.href);
          throw new Error('Not on the list.');
        },
      },
    });
    await expect(harness.call()).rejects.toMatchObject({ code: 'refused-by-host' });
    expect(seen).toEqual([`${harness.scripted.issuer}/`]);
    expect(harness.scripted.requests.filter(({ at }) => at === 'authorization')).toEqual([]);
  });
});

describe('client identity', () => {
  it('registers as a native program with both ways back [OA-2]', async () => {
    const harness = await start();
    await harness.call();
    const redirect = query(harness.pages[0]).get('redirect_uri');
    expect(harness.scripted.to('/register')[0]?.json).toMatchObject({
      client_name: 'Parley',
      application_type: 'native',
      redirect_uris: [redirect, 'parley://oauth/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'none',
    });
  });

  it('never registers where a client id is configured [OA-2]', async () => {
    const harness = await start({
      script: { knownClients: { mine: undefined } },
      options: { client: { clientId: 'mine' } },
    });
    expect((await harness.call()).status).toBe(200);
    expect(harness.scripted.to('/register')).toEqual([]);
    expect(query(harness.pages[0]).get('client_id')).toBe('mine');
  });

  it('keeps a configured client from another authorization server [OA-2, OA-5]', async () => {
    const harness = await start({
      options: {
        client: { clientId: 'mine', clientSecret: 'my-secret', issuer: 'https://auth.example.com' },
      },
    });
    await expect(harness.call()).rejects.toMatchObject({ code: 'client-mismatch' });
    expect(JSON.stringify(harness.scripted.requests)).not.toContain('my-secret');
  });

  it('is described by the document that is published [OA-2]', async () => {
    const guide = await readFile(
      join(import.meta.dirname, '../../../docs/oauth-client-metadata.md'),
      'utf8',
    );
    const document: unknown = JSON.parse(/```json\n([\s\S]+?)```/.exec(guide)?.[1] ?? '');
    const { client_id } = document as { client_id: string };
    expect(isClientIdUrl(client_id)).toBe(true);
    expect(document).toEqual(clientMetadataDocument(client_id, { clientName: 'Parley' }));
  });

  it.each([
    'https://example.com',
    'http://example.com/client.json',
    'https://example.com/c?x=1',
    'https://u:p@example.com/c',
    'nothing',
  ])('is never an address like %s [OA-2]', async (clientMetadataUrl) => {
    const harness = await start({
      script: { metadataDocuments: true },
      deps: { clientMetadataUrl },
    });
    await expect(harness.call()).rejects.toMatchObject({ code: 'client-id-needed' });
  });

  it('binds a configured client without an issuer to the first that it was used with [OA-5]', async () => {
    const first = await start({
      script: { knownClients: { mine: 'my-secret' }, clientAuth: 'client_secret_basic' },
      options: { client: { clientId: 'mine', clientSecret: 'my-secret' } },
    });
    const second = await start();
    await first.call();
    Object.assign(first.scripted.script, { prmAddress: undefined, prm: 'path' });
    Object.assign(first.scripted.script, { issuerPath: '/moved' });
    first.scripted.desk.access.clear();
    first.scripted.desk.refresh.clear();
    await expect(first.call()).rejects.toMatchObject({ code: 'client-mismatch' });
    expect(second.pages).toEqual([]);
  });

  it('is the address of the metadata document where one is hosted and taken [OA-2]', async () => {
    const host = await serve(async (request, response) => {
      sendJson(
        response,
        200,
        clientMetadataDocument(`${host.origin}${request.url ?? ''}`, { clientName: 'Parley' }),
      );
    });
    const clientMetadataUrl = `${host.origin}/client.json`;
    const harness = await start({
      script: { metadataDocuments: true },
      deps: { clientMetadataUrl },
    });
    expect((await harness.call()).status).toBe(200);
    expect(query(harness.pages[0]).get('client_id')).toBe(clientMetadataUrl);
    expect(harness.scripted.to('/register')).toEqual([]);
    await stop(host.server);
  });

  it.each(['absent', 'null', 'refused'] as const)(
    'asks the person where registration is %s [OA-2]',
    async (registration) => {
      const questions: string[] = [];
      const harness = await start({
        script: { registration, knownClients: { asked: undefined } },
        deps: {
          askForClient: async ({ issuer }) => {
            questions.push(issuer);
            return { clientId: ' asked ' };
          },
        },
      });
      expect((await harness.call()).status).toBe(200);
      expect(questions).toEqual([harness.scripted.issuer]);
    },
  );

  it.each([
    { registration: 'absent', code: 'client-id-needed' },
    { registration: 'refused', code: 'registration-refused' },
  ] as const)(
    'says what to do where registration is $registration and nobody answers [OA-2]',
    async ({ registration, code }) => {
      const harness = await start({ script: { registration } });
      const failure = harness.call();
      await expect(failure).rejects.toMatchObject({ code });
      await expect(failure).rejects.toThrow(/client id/);
    },
  );

  it.each(['client_secret_basic', 'client_secret_post'] as const)(
    'sends the registered secret by %s [OA-9]',
    async (clientAuth) => {
      const harness = await start({ script: { clientAuth, expiresIn: 100 } });
      expect((await harness.call()).status).toBe(200);
      harness.clock.advance(95_000);
      expect((await harness.call()).status).toBe(200);
      expect(harness.scripted.to('/token').map(({ form }) => form['grant_type'])).toEqual([
        'authorization_code',
        'refresh_token',
      ]);
    },
  );

  it('registers anew after a page from which nothing came back [OA-2]', async () => {
    const harness = await start({ person: 'waits' });
    const first = await harness.auth.signIn();
    harness.scripted.desk.clients.clear();
    harness.auth.cancelSignIn();
    await expect(first.done).rejects.toMatchObject({ code: 'cancelled' });
    const second = await harness.auth.signIn();
    await visit(await harness.scripted.consent(second.authUrl ?? ''));
    await second.done;
    expect(harness.scripted.to('/register')).toHaveLength(2);
  });

  it('registers once for several sign-ins of one server [OA-2]', async () => {
    const harness = await start();
    await harness.call();
    await (
      await harness.auth.signIn({ force: true })
    ).done;
    expect(harness.pages).toHaveLength(2);
    expect(harness.scripted.to('/register')).toHaveLength(1);
  });
});

describe('the authorization request', () => {
  it('names the resource everywhere and protects itself with PKCE and a state of 256 bits [OA-3]', async () => {
    const harness = await start({ script: { expiresIn: 100 } });
    await harness.call();
    harness.clock.advance(95_000);
    await harness.call();
    const page = query(harness.pages[0]);
    expect(page.get('resource')).toBe(harness.scripted.mcpUrl);
    expect(harness.scripted.to('/token').map(({ form }) => form['resource'])).toEqual([
      harness.scripted.mcpUrl,
      harness.scripted.mcpUrl,
    ]);
    expect(page.get('code_challenge_method')).toBe('S256');
    expect(Buffer.from(page.get('state') ?? '', 'base64url')).toHaveLength(32);
  });

  it.each([
    { issAdvertised: true, iss: 'right', code: undefined },
    { issAdvertised: true, iss: 'absent', code: 'issuer-missing' },
    { issAdvertised: true, iss: 'wrong', code: 'issuer-mismatch' },
    { issAdvertised: true, iss: 'with-slash', code: 'issuer-mismatch' },
    { issAdvertised: false, iss: 'right', code: undefined },
    { issAdvertised: false, iss: 'absent', code: undefined },
    { issAdvertised: false, iss: 'wrong', code: 'issuer-mismatch' },
    { issAdvertised: false, iss: 'with-slash', code: 'issuer-mismatch' },
  ] as const)(
    'with iss advertised $issAdvertised and $iss ends as $code [OA-3]',
    async ({ issAdvertised, iss, code }) => {
      const harness = await start({ script: { issAdvertised, iss } });
      if (code === undefined) expect((await harness.call()).status).toBe(200);
      else {
        await expect(harness.call()).rejects.toMatchObject({ code });
        expect(harness.scripted.to('/token')).toEqual([]);
      }
    },
  );

  it('shows nothing of an error whose sender is another one [OA-3]', async () => {
    const harness = await start({ script: { consent: 'server_error', iss: 'wrong' } });
    const failure = harness.call();
    await expect(failure).rejects.toMatchObject({ code: 'issuer-mismatch' });
    await expect(failure).rejects.not.toThrow(/Words of the script|server_error|evil/);
  });

  it.each([
    { consent: 'access_denied', text: /declined/ },
    { consent: 'server_error', text: /server_error: Words of the script/ },
  ] as const)('tells that the page ended with $consent [OA-3]', async ({ consent, text }) => {
    const harness = await start({ script: { consent } });
    const failure = harness.call();
    await expect(failure).rejects.toMatchObject({ code: 'denied' });
    await expect(failure).rejects.toThrow(text);
    expect((await Promise.all(harness.visits))[0]).toMatch(/^400 .*did not succeed/);
  });

  it.each([
    { token: 'status-500', code: 'unreachable' },
    { token: 'no-json', code: 'metadata-invalid' },
    { token: 'error-with-200', tokenErrors: ['invalid_grant'], code: 'token-refused' },
    { token: 'drop', code: 'unreachable' },
  ] as const)(
    'tells a token endpoint that answers $token apart [OA-9]',
    async ({ code, ...script }) => {
      const harness = await start({
        script: {
          ...script,
          tokenErrors: [...('tokenErrors' in script ? script.tokenErrors : [])],
        },
      });
      await expect(harness.call()).rejects.toMatchObject({ code });
      expect(harness.events.at(-1)).toMatchObject({ type: 'failed', failure: { code } });
    },
  );
});

describe('scopes', () => {
  it.each([
    {
      name: 'the challenge before all',
      script: {
        requiredScopes: { '*': 'read' },
        challengeNamesScope: true,
        resourceScopes: ['read', 'write'],
      },
      scope: 'read',
    },
    {
      name: 'scopes_supported without a challenge',
      script: { resourceScopes: ['read', 'write'] },
      scope: 'read write',
    },
    { name: 'nothing where nothing is said', script: {}, scope: null },
    {
      name: 'offline_access where it is offered',
      script: { resourceScopes: ['read'], scopesSupported: ['read', 'offline_access'] },
      scope: 'read offline_access',
    },
    {
      name: 'no offline_access by itself',
      script: { scopesSupported: ['offline_access'] },
      scope: null,
    },
  ])('ask for $name [OA-4]', async ({ script, scope }) => {
    const harness = await start({ script });
    expect((await harness.call()).status).toBe(200);
    expect(query(harness.pages[0]).get('scope')).toBe(scope);
    expect(query(harness.pages[0]).get('prompt')).toBe(
      scope?.includes('offline') ? 'consent' : null,
    );
  });

  it('are those of the host where it names some [OA-4]', async () => {
    const harness = await start({
      script: { resourceScopes: ['read'] },
      options: { scope: 'mine' },
    });
    await harness.call();
    expect(query(harness.pages[0]).get('scope')).toBe('mine');
  });

  it('are widened to the union when a call needs more [OA-4]', async () => {
    const harness = await start({
      script: { requiredScopes: { '*': 'read', 'tools/call': 'write' }, challengeNamesScope: true },
    });
    expect((await harness.call()).status).toBe(200);
    expect((await harness.call('tools/call')).status).toBe(200);
    expect(harness.pages.map((page) => query(page).get('scope'))).toEqual(['read', 'read write']);
    expect(harness.scripted.to('/token').map(({ form }) => form['grant_type'])).toEqual([
      'authorization_code',
      'authorization_code',
    ]);
  });

  it('are not asked for again when that did not help [OA-4]', async () => {
    const harness = await start({
      script: { requiredScopes: { 'tools/call': 'admin' }, grantedScope: 'read' },
    });
    expect((await harness.call('tools/call')).status).toBe(403);
    expect(harness.pages).toHaveLength(2);
  });

  it('cause three authorizations at most, however the server goes on [OA-4]', async () => {
    const harness = await start({ script: { requiredScopes: { '*': 's0' } } });
    let grown = 0;
    const base: typeof fetch = async (url, init) => {
      const answer = await fetch(url, init);
      if (answer.status !== 403) return answer;
      grown += 1;
      Object.assign(harness.scripted.script, { requiredScopes: { '*': `s${grown}` } });
      return answer;
    };
    const request = (): Promise<Response> =>
      harness.auth.fetch(base)(harness.scripted.mcpUrl, {
        method: 'POST',
        body: '{"id":1,"method":"tools/list"}',
      });
    await expect(request()).rejects.toMatchObject({ code: 'too-many-authorizations' });
    expect(harness.pages).toHaveLength(3);
    await expect(request()).rejects.toMatchObject({ code: 'too-many-authorizations' });
    expect(harness.pages).toHaveLength(3);
  });
});

describe('the client package', () => {
  it('connects, lists and calls through the fetch, with one sign-in [OA-1]', async () => {
    const harness = await start();
    const transport = new StreamableHTTPClientTransport(new URL(harness.scripted.mcpUrl), {
      fetch: harness.auth.fetch(fetch),
    });
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(transport);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['whoami']);
    expect((await client.callTool({ name: 'whoami' })).content).toHaveLength(1);
    await client.close();
    expect(harness.pages).toHaveLength(1);
  });
});

describe('a sign-in on request', () => {
  it('passes the refusal on, tells that it is needed, and goes on after signIn [OA-4]', async () => {
    const harness = await start({ options: { interaction: 'on-request' } });
    expect((await harness.call()).status).toBe(401);
    expect(harness.events).toEqual([{ type: 'needed', why: 'unauthorized', scope: undefined }]);
    expect(harness.pages).toEqual([]);
    const signIn = await harness.auth.signIn();
    expect(signIn).toMatchObject({ requiresUserAction: true, authUrl: harness.pages[0] });
    await signIn.done;
    expect((await harness.call()).status).toBe(200);
    expect(harness.events.map(({ type }) => type)).toEqual(['needed', 'waiting', 'signed-in']);
  });

  it('asks the person when tokens that name no scope allow too little [OA-4]', async () => {
    const harness = await start({ options: { interaction: 'on-request' } });
    await (
      await harness.auth.signIn()
    ).done;
    harness.scripted.script.requiredScopes = { 'tools/call': 'admin' };
    expect((await harness.call('tools/call')).status).toBe(403);
    const signIn = await harness.auth.signIn();
    expect(signIn.requiresUserAction).toBe(true);
    await signIn.done;
    expect((await harness.call('tools/call')).status).toBe(200);
  });

  it('needs nobody while tokens are good or can be renewed [OA-6]', async () => {
    const harness = await start({ script: { expiresIn: 100 } });
    await harness.call();
    await expect(harness.auth.signIn()).resolves.toMatchObject({ requiresUserAction: false });
    harness.clock.advance(200_000);
    await expect(harness.auth.signIn()).resolves.toMatchObject({ requiresUserAction: false });
    expect(harness.pages).toHaveLength(1);
    expect(harness.scripted.to('/token')).toHaveLength(2);
  });

  it('is one for all who ask, with one page [OA-8]', async () => {
    const harness = await start({ person: 'waits' });
    const [one, two] = await Promise.all([harness.auth.signIn(), harness.auth.signIn()]);
    expect(one.authUrl).toBe(two.authUrl);
    expect(harness.pages).toEqual([one.authUrl]);
    expect((await harness.auth.state()).authUrl).toBe(one.authUrl);
  });

  it('gives the page also when no browser can be opened [OA-8]', async () => {
    const harness = await start({
      deps: { openUrl: () => Promise.reject(new Error('no browser')) },
    });
    const signIn = await harness.auth.signIn();
    expect(harness.events).toContainEqual({
      type: 'waiting',
      authUrl: signIn.authUrl,
      issuer: harness.scripted.issuer,
      isShown: false,
    });
    await visit(await harness.scripted.consent(signIn.authUrl ?? ''));
    await signIn.done;
    expect((await harness.call()).status).toBe(200);
  });

  it('ends when nobody comes in time, and when its owner goes [OA-8]', async () => {
    const harness = await start({ person: 'waits' });
    const late = await harness.auth.signIn();
    harness.clock.advance(600_000);
    await expect(late.done).rejects.toMatchObject({ code: 'timeout' });
    const left = await harness.auth.signIn();
    await harness.engine.dispose();
    await expect(left.done).rejects.toMatchObject({ code: 'cancelled' });
    await expect(harness.auth.signIn()).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('lets a caller stop waiting without ending it for the others [OA-8]', async () => {
    const harness = await start({ person: 'waits' });
    const controller = new AbortController();
    const call = harness.auth.fetch(fetch)(harness.scripted.mcpUrl, {
      method: 'POST',
      body: '{"id":1,"method":"tools/list"}',
      signal: controller.signal,
    });
    const signIn = await harness.auth.signIn();
    controller.abort(new Error('Enough.'));
    await expect(call).rejects.toThrow('Enough.');
    await visit(await harness.scripted.consent(signIn.authUrl ?? ''));
    await signIn.done;
  });
});

describe('credentials', () => {
  it('of two accounts on one address are two [OA-5]', async () => {
    const harness = await start();
    const other = harness.again({ account: 'work' });
    const texts = async (auth = harness.auth): Promise<string> =>
      (await callWith(auth, harness.scripted.mcpUrl, 'tools/call')).text();
    const [mine, theirs] = [await texts(), await texts(other)];
    expect(mine).not.toBe(theirs);
    await other.signOut();
    expect(await texts()).toBe(mine);
    expect((await other.state()).isSignedIn).toBe(false);
  });

  it('of two servers with one address are two [OA-5]', async () => {
    const harness = await start();
    await harness.call();
    await callWith(harness.again({ serverId: 'server-2' }), harness.scripted.mcpUrl, 'tools/list');
    expect(harness.pages).toHaveLength(2);
  });

  it('are not used for a server that moved to another issuer [OA-5]', async () => {
    const harness = await start({ script: { refresh: 'none' } });
    await harness.call();
    const [before] = harness.scripted.desk.clients.keys();
    Object.assign(harness.scripted.script, { issuerPath: '/moved' });
    harness.scripted.desk.access.clear();
    expect((await harness.call()).status).toBe(200);
    const moved = harness.scripted.requests.filter(({ path }) => path.startsWith('/moved/'));
    expect(moved.map(({ path }) => path)).toContain('/moved/register');
    expect(JSON.stringify(moved)).not.toContain(before);
  });

  it('are not sent to another origin, nor beside an Authorization of the caller [OA-5]', async () => {
    const harness = await start();
    const other = await start();
    await harness.call();
    const elsewhere = await harness.auth.fetch(fetch)(other.scripted.mcpUrl, {
      method: 'POST',
      body: '{}',
    });
    expect(elsewhere.status).toBe(401);
    expect(other.scripted.requests[0]?.headers.authorization).toBeUndefined();
    await harness.auth.fetch(fetch)(harness.scripted.mcpUrl, {
      method: 'POST',
      body: '{"id":1}',
      headers: { Authorization: 'Bearer mine' },
    });
    expect(harness.scripted.requests.at(-1)?.headers.authorization).toBe('Bearer mine');
  });

  it('go with the sign-out, here and at the server [OA-9]', async () => {
    const harness = await start();
    await harness.call();
    await harness.auth.signOut();
    expect(harness.scripted.to('/revoke').map(({ form }) => form['token_type_hint'])).toEqual([
      'refresh_token',
      'access_token',
    ]);
    expect(harness.scripted.desk.access.size).toBe(0);
    expect(await harness.auth.state()).toMatchObject({ isSignedIn: false, canRefresh: false });
  });

  it('go with the sign-out also when the server is gone or revokes nothing [OA-9]', async () => {
    const harness = await start({ script: { revocation: false } });
    await harness.call();
    await harness.auth.signOut();
    expect(harness.scripted.to('/revoke')).toEqual([]);
    expect((await harness.auth.state()).isSignedIn).toBe(false);
    await harness.call();
    await harness.scripted.close();
    await harness.auth.signOut();
    expect((await harness.auth.state()).isSignedIn).toBe(false);
  });
});
