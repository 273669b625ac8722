import { afterEach, describe, expect, it, vi } from 'vitest';
import { createHandServer, legacy, modern } from '../../../e2e/servers/mcp/hand-http.ts';
import type { HandServer } from '../../../e2e/servers/mcp/hand-http.ts';
import { ManualClock } from '../../lib/testing/manual-clock.ts';
import { startHarness } from '../oauth/testing/oauth-harness.ts';
import type { HarnessOptions, OAuthHarness } from '../oauth/testing/oauth-harness.ts';
import type { Authorizer } from './authorizer.ts';
import { createMCPClient } from './create-mcp-client.ts';
import { MemoryOAuthProvider } from './memory-oauth-provider.ts';
import type { ConnectionTarget } from './open-connection.ts';
import { Opened, failureOf, textOf } from './testing/connections.ts';

vi.setConfig({ testTimeout: 30_000 });

const opened = new Opened();
afterEach(() => opened.closeAll());

async function start(setup: HarnessOptions = {}): Promise<[OAuthHarness, ConnectionTarget]> {
  const harness = opened.add(await startHarness(setup));
  return [harness, { type: 'http', url: harness.scripted.mcpUrl, headers: {} }];
}

/** Answers 401 until somebody has signed in; mute: and nothing after that. */
async function guarded(
  isSignedIn: () => boolean,
  era: 'auto' | 'legacy' | 'mute',
): Promise<[HandServer, ConnectionTarget]> {
  const inner = (era === 'auto' ? modern : legacy)(() => 'pass');
  const server = await createHandServer((request, response) => {
    if (!isSignedIn() && request.message?.id !== undefined) return { status: 401 };
    return era === 'mute' ? undefined : inner(request, response);
  });
  return [opened.add(server), { type: 'http', url: server.url, headers: {} }];
}

describe('a connection that the OAuth engine authorizes', () => {
  it('signs in where the server asks for it, and goes on with the token [OA-1]', async () => {
    const [{ auth, pages, scripted }, target] = await start();
    const connection = await opened.connect(target, { auth });
    expect((await connection.listTools()).tools.map(({ name }) => name)).toEqual(['whoami']);
    expect(textOf(await connection.callTool('whoami', {}))).toEqual(expect.any(String));
    expect(pages).toHaveLength(1);
    expect(scripted.to('/token')).toHaveLength(1);
  });

  it('renews a token that the server refuses, and repeats the call [OA-6]', async () => {
    const [{ auth, pages, scripted }, target] = await start();
    const connection = await opened.connect(target, { auth });
    const before = textOf(await connection.callTool('whoami', {}));
    scripted.desk.access.clear();
    expect(textOf(await connection.callTool('whoami', {}))).toBe(before);
    expect(scripted.to('/token').at(-1)?.form['grant_type']).toBe('refresh_token');
    expect(pages).toHaveLength(1);
  });

  it('asks for more scope where a call needs it [OA-4]', async () => {
    const [{ auth, pages }, target] = await start({
      script: { requiredScopes: { 'tools/call': 'write' }, resourceScopes: ['read'] },
    });
    const connection = await opened.connect(target, { auth });
    expect(textOf(await connection.callTool('whoami', {}))).toEqual(expect.any(String));
    expect(pages.map((page) => new URL(page).searchParams.get('scope'))).toEqual([
      'read',
      'read write',
    ]);
  });

  it.each(['auto', 'legacy'] as const)(
    'waits for a person who signs in, whatever the limits of start and request (%s) [MC-10.sign-in, OA-1]',
    async (era) => {
      const clock = new ManualClock();
      let isSignedIn = false;
      const signIns: (() => void)[] = [];
      const [server, target] = await guarded(() => isSignedIn, era);
      const auth: Authorizer = {
        fetch: (base) => async (url, init) => {
          const response = await base(url, init);
          if (response.status !== 401) return response;
          await new Promise<void>((done) => signIns.push(done));
          isSignedIn = true;
          return base(url, init);
        },
      };
      const connecting = opened.connect(target, { auth, clock, era, startTimeoutMs: 10_000 });
      await vi.waitFor(() => expect(signIns).toHaveLength(1), 5_000);
      clock.advance(600_000);
      signIns.at(-1)?.();
      const connection = await connecting;
      expect(connection.era).toBe(era === 'auto' ? 'modern' : 'legacy');
      expect(server.seen('initialize')).toHaveLength(era === 'auto' ? 0 : 2);

      isSignedIn = false;
      const call = connection.callTool('echo', {}, { timeoutMs: 10_000 });
      await vi.waitFor(() => expect(signIns).toHaveLength(2), 5_000);
      clock.advance(600_000);
      signIns.at(-1)?.();
      expect(textOf(await call)).toBe('done');
    },
  );

  it('counts on where it stood once the person has signed in [MC-10.sign-in]', async () => {
    const clock = new ManualClock();
    let isSignedIn = false;
    const signIns: (() => void)[] = [];
    const [server, target] = await guarded(() => isSignedIn, 'mute');
    const auth: Authorizer = {
      fetch: (base) => async (url, init) => {
        const response = await base(url, init);
        if (response.status !== 401) return response;
        await new Promise<void>((done) => signIns.push(done));
        isSignedIn = true;
        return base(url, init);
      },
    };
    const deps = { auth, clock, era: 'legacy', startTimeoutMs: 10_000 } as const;
    const connecting = failureOf(opened.connect(target, deps));
    await vi.waitFor(() => expect(signIns).toHaveLength(1), 5_000);
    clock.advance(600_000);
    signIns.at(-1)?.();
    await vi.waitFor(() => expect(server.seen('initialize')).toHaveLength(2), 5_000);
    clock.advance(10_000);
    expect((await connecting).kind).toBe('timeout');
  });

  it('is refused with the server’s answer while nobody has signed in, and connects after it [OA-1]', async () => {
    const [{ auth, events, pages }, target] = await start({
      options: { interaction: 'on-request' },
    });
    const failure = await failureOf(opened.connect(target, { auth }));
    expect(failure).toMatchObject({ kind: 'needs-auth', details: { status: 401 } });
    expect(events.map(({ type }) => type)).toContain('needed');
    expect(pages).toHaveLength(0);
    await (
      await auth.signIn()
    ).done;
    const connection = await opened.connect(target, { auth });
    expect(textOf(await connection.callTool('whoami', {}))).toEqual(expect.any(String));
  });

  it('fails with the sentence of the sign-in, which stays its cause [OA-1]', async () => {
    const [{ auth }, target] = await start({ script: { consent: 'access_denied' } });
    const failure = await failureOf(opened.connect(target, { auth }));
    expect(failure).toMatchObject({
      kind: 'needs-auth',
      details: { cause: { name: 'OAuthFailure', code: 'denied', message: failure.message } },
    });
  });

  it('does not ask for a sign-in when the authorization server is away [OA-6]', async () => {
    const [{ auth, scripted, pages }, target] = await start();
    const connection = await opened.connect(target, { auth });
    scripted.desk.access.clear();
    scripted.script.token = 'status-500';
    const failure = await failureOf(connection.callTool('whoami', {}));
    expect(failure).toMatchObject({
      kind: 'unreachable',
      details: { cause: { code: 'unreachable' } },
    });
    scripted.script.token = 'ok';
    expect(textOf(await connection.callTool('whoami', {}))).toEqual(expect.any(String));
    expect(pages).toHaveLength(1);
  });
});

describe('createMCPClient', () => {
  it('takes the engine’s sign-in of a server as it takes a provider [MC-1]', async () => {
    const [{ auth, scripted }] = await start();
    const transport = { type: 'http', url: scripted.mcpUrl, authProvider: auth } as const;
    const client = opened.add(await createMCPClient({ transport }));
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['whoami']);
  });

  it('lets a provider sign in, refresh, and step up at most twice [MC-1]', async () => {
    const [{ scripted }] = await start({
      script: { requiredScopes: { 'tools/call': 'write' }, resourceScopes: ['read'] },
    });
    const authProvider = new MemoryOAuthProvider();
    const transport = { type: 'http', url: scripted.mcpUrl, authProvider } as const;
    const client = opened.add(await createMCPClient({ transport }));
    await client.listTools();
    scripted.desk.access.clear();
    await client.callTool({ name: 'whoami' });
    expect(scripted.to('/token').map(({ form }) => form['grant_type'])).toEqual([
      'authorization_code',
      'refresh_token',
      'authorization_code',
    ]);
    scripted.script.grantedScope = 'read';
    scripted.script.requiredScopes = { 'tools/call': 'more' };
    await expect(client.callTool({ name: 'whoami' })).rejects.toMatchObject({ kind: 'needs-auth' });
    expect(scripted.to('/authorize')).toHaveLength(3);
  });
});
