import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../lib/clock.ts';
import { silentLog } from '../../lib/logger.ts';
import { MemoryCredentialStore } from './credential-store.ts';
import { openCredentialStore } from './open-credential-store.ts';
import { buildProgram } from './testing/child-program.ts';
import { callWith, startHarness } from './testing/oauth-harness.ts';
import type { HarnessOptions, OAuthHarness } from './testing/oauth-harness.ts';

const open: OAuthHarness[] = [];
const folders: string[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((harness) => harness.close()));
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function start(setup: HarnessOptions = {}): Promise<OAuthHarness> {
  const harness = await startHarness(setup);
  open.push(harness);
  return harness;
}

/** Signed in, with one call made. */
async function signedIn(setup: HarnessOptions = {}): Promise<OAuthHarness> {
  const harness = await start(setup);
  expect((await harness.call()).status).toBe(200);
  return harness;
}

function grants(harness: OAuthHarness): (string | undefined)[] {
  return harness.scripted.to('/token').map(({ form }) => form['grant_type']);
}

describe('tokens', () => {
  it('are renewed before their end, without a refused request in between [OA-6]', async () => {
    const harness = await signedIn({ script: { expiresIn: 1_000 } });
    harness.clock.advance(941_000);
    await harness.call();
    expect(grants(harness)).toEqual(['authorization_code', 'refresh_token']);
    const calls = harness.scripted.requests.filter(
      ({ at, path }) => at === 'resource' && path === '/mcp',
    );
    expect(calls).toHaveLength(3);
  });

  it('are renewed once when the server refuses them, and the call is repeated [OA-6]', async () => {
    const harness = await signedIn();
    harness.scripted.desk.access.clear();
    expect((await harness.call()).status).toBe(200);
    expect(grants(harness)).toEqual(['authorization_code', 'refresh_token']);
    expect(harness.pages).toHaveLength(1);
  });

  it.each([0, -5, null, undefined, 'soon', '3600', 3600.5])(
    'with expires_in %s are used until they are refused [OA-6]',
    async (expiresIn) => {
      const harness = await signedIn({ script: { expiresIn } });
      for (let call = 0; call < 3; call += 1) expect((await harness.call()).status).toBe(200);
      expect(grants(harness)).toEqual(['authorization_code']);
    },
  );

  it('of a client whose secret this program does not have stay for the one that has it [OA-6, SDK-35.client]', async () => {
    const script = {
      knownClients: { mine: 'my-secret' },
      clientAuth: 'client_secret_basic',
    } as const;
    const client = { clientId: 'mine', clientSecret: 'my-secret' };
    const harness = await signedIn({ script, options: { client } });
    harness.scripted.desk.access.clear();
    const other = harness.again({ client: undefined, interaction: 'on-request' });
    expect((await callWith(other, harness.scripted.mcpUrl, 'tools/list')).status).toBe(401);
    expect((await harness.call()).status).toBe(200);
    expect(harness.pages).toHaveLength(1);
  });

  it('that live shorter than the usual margin are not renewed at each call [OA-6]', async () => {
    const harness = await signedIn({ script: { expiresIn: 2 } });
    await harness.call();
    await harness.call();
    expect(grants(harness)).toEqual(['authorization_code']);
    harness.clock.advance(1_900);
    await harness.call();
    expect(grants(harness)).toEqual(['authorization_code', 'refresh_token']);
  });

  it('that never change keep their refresh token [OA-6]', async () => {
    const harness = await signedIn({ script: { refresh: 'none', expiresIn: 100 } });
    harness.clock.advance(200_000);
    expect((await harness.call()).status).toBe(200);
    expect(grants(harness)).toEqual(['authorization_code']);
  });

  it('survive jumps of the clock in both directions [RE-30]', async () => {
    const harness = await signedIn({ script: { expiresIn: 1_000 } });
    harness.clock.advance(-50_000_000);
    expect((await harness.call()).status).toBe(200);
    harness.clock.advance(900_000_000);
    expect((await harness.call()).status).toBe(200);
    harness.clock.advance(-900_000_000);
    expect((await harness.call()).status).toBe(200);
    expect(harness.pages).toHaveLength(1);
    expect(harness.scripted.desk.reuses).toBe(0);
  });
});

describe('a renewal', () => {
  it('is one for ten calls at the end of a token [RE-30]', async () => {
    const harness = await signedIn({ script: { expiresIn: 100 } });
    harness.clock.advance(200_000);
    harness.scripted.desk.access.clear();
    const answers = await Promise.all(Array.from({ length: 10 }, () => harness.call()));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(grants(harness)).toEqual(['authorization_code', 'refresh_token']);
    expect(harness.scripted.desk.reuses).toBe(0);
  });

  it('is one for two connections of one program [OA-6]', async () => {
    const harness = await signedIn();
    const other = harness.again();
    await callWith(other, harness.scripted.mcpUrl, 'tools/list');
    harness.scripted.desk.access.clear();
    const answers = await Promise.all([
      harness.call(),
      callWith(other, harness.scripted.mcpUrl, 'tools/list'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(grants(harness)).toEqual(['authorization_code', 'refresh_token']);
  });

  it('is one for several programs on one profile [RE-30]', async () => {
    const configRoot = await mkdtemp(join(tmpdir(), 'oauth-'));
    folders.push(configRoot);
    const { store } = await openCredentialStore({
      configRoot,
      withoutKeychain: 'file',
      keychain: null,
      clock: systemClock,
      log: silentLog,
    });
    const harness = await signedIn({ deps: { store, clock: systemClock } });
    const program = await buildProgram('refresh-worker.ts');
    const programs = await Promise.all(
      Array.from({ length: 3 }, () => program.start(configRoot, harness.scripted.mcpUrl, '4')),
    );
    harness.scripted.desk.access.clear();
    const outputs = await Promise.all(programs.map((one) => one.go()));
    await program.dispose();
    expect(outputs).toEqual(['200 200 200 200', '200 200 200 200', '200 200 200 200']);
    expect(grants(harness)).toEqual(['authorization_code', 'refresh_token']);
    expect(harness.scripted.desk.reuses).toBe(0);
  }, 60_000);

  it('is stored before its token is used [OA-6]', async () => {
    const order: string[] = [];
    class WatchedStore extends MemoryCredentialStore {
      override async write(
        ...parameters: Parameters<MemoryCredentialStore['write']>
      ): Promise<void> {
        await super.write(...parameters);
        order.push(`stored ${parameters[1].tokens?.accessToken ?? 'none'}`);
      }
    }
    const harness = await signedIn({ deps: { store: new WatchedStore() } });
    harness.scripted.desk.access.clear();
    const base: typeof fetch = (url, init) => {
      order.push(`used ${new Headers(init?.headers).get('authorization')?.slice(7) ?? 'none'}`);
      return fetch(url, init);
    };
    await harness.auth.fetch(base)(harness.scripted.mcpUrl, {
      method: 'POST',
      body: '{"id":1,"method":"tools/list"}',
    });
    const [token] = harness.scripted.desk.access.keys();
    expect(order.slice(-2)).toEqual([`stored ${token}`, `used ${token}`]);
  });

  it('that the server refuses reads the store again before anything is dropped [OA-6]', async () => {
    const store = new MemoryCredentialStore();
    const harness = await signedIn({ script: { token: 'ok' }, deps: { store } });
    const [key] = await store.list('server-1');
    if (!key) throw new Error('nothing is stored');
    const before = await store.read(key);
    harness.scripted.desk.access.clear();
    Object.assign(harness.scripted.script, { token: 'hold', tokenErrors: ['invalid_grant'] });
    const call = harness.call();
    await harness.scripted.held();
    // Another program has renewed in the meantime.
    const elsewhere = {
      ...before?.tokens,
      accessToken: 'at-elsewhere',
      refreshToken: 'rt-elsewhere',
    };
    if (before?.tokens)
      await store.write(key, { ...before, tokens: { ...before.tokens, ...elsewhere } });
    harness.scripted.desk.access.set('at-elsewhere', {
      family: 'f',
      clientId: 'c',
      scope: '',
      resource: harness.scripted.mcpUrl,
      jkt: undefined,
    });
    harness.scripted.release();
    expect((await call).status).toBe(200);
    expect((await store.read(key))?.tokens?.refreshToken).toBe('rt-elsewhere');
    expect(harness.pages).toHaveLength(1);
  });

  it('that the server refuses for good leads to a sign-in, and drops the refresh token only [OA-6]', async () => {
    const harness = await signedIn({ options: { interaction: 'automatic' } });
    harness.scripted.desk.access.clear();
    harness.scripted.script.tokenErrors.push('invalid_grant');
    expect((await harness.call()).status).toBe(200);
    expect(harness.pages).toHaveLength(2);
    expect(harness.scripted.to('/register')).toHaveLength(1);
  });

  it('that fails because the server has forgotten the program registers it anew [OA-2]', async () => {
    const harness = await signedIn();
    harness.scripted.desk.access.clear();
    harness.scripted.desk.clients.clear();
    expect((await harness.call()).status).toBe(200);
    expect(harness.scripted.to('/register')).toHaveLength(2);
  });

  it('that finds the authorization server dead logs nobody out [RE-30]', async () => {
    const harness = await signedIn({ script: { expiresIn: 100 } });
    Object.assign(harness.scripted.script, { token: 'status-500' });
    harness.clock.advance(95_000);
    // The token itself is still good: calls go on.
    expect((await harness.call()).status).toBe(200);
    expect((await harness.call()).status).toBe(200);
    expect(harness.scripted.to('/token')).toHaveLength(2);
    const kept = new Map(harness.scripted.desk.access);
    harness.scripted.desk.access.clear();
    await expect(harness.call()).rejects.toMatchObject({ code: 'unreachable' });
    expect(await harness.auth.state()).toMatchObject({ isSignedIn: true, canRefresh: true });
    Object.assign(harness.scripted.script, { token: 'ok' });
    expect((await harness.call()).status).toBe(200);
    expect(harness.pages).toHaveLength(1);
    expect(kept.size).toBeGreaterThan(0);
  });

  it('that was carried out but never arrived needs one sign-in at worst [RE-30]', async () => {
    const harness = await signedIn();
    harness.scripted.desk.access.clear();
    Object.assign(harness.scripted.script, { token: 'drop' });
    await expect(harness.call()).rejects.toMatchObject({ code: 'unreachable' });
    Object.assign(harness.scripted.script, { token: 'ok' });
    expect((await harness.call()).status).toBe(200);
    expect(harness.pages).toHaveLength(2);
    expect((await harness.call()).status).toBe(200);
  });

  it('is awaited when the program ends, so that no spent token is left behind [RE-30]', async () => {
    const harness = await signedIn();
    harness.scripted.desk.access.clear();
    Object.assign(harness.scripted.script, { token: 'hold' });
    const call = harness.call();
    await harness.scripted.held();
    const closing = harness.engine.dispose();
    Object.assign(harness.scripted.script, { token: 'ok' });
    harness.scripted.release();
    await closing;
    expect((await call).status).toBe(200);
    expect((await callWith(harness.again(), harness.scripted.mcpUrl, 'tools/list')).status).toBe(
      200,
    );
    expect(harness.pages).toHaveLength(1);
  });

  it('of a connection that was open sees a new sign-in elsewhere [OA-5]', async () => {
    const harness = await signedIn();
    const other = harness.again();
    await other.signOut();
    await callWith(other, harness.scripted.mcpUrl, 'tools/list');
    const asked = harness.scripted.requests.length;
    expect((await harness.call()).status).toBe(200);
    expect(harness.scripted.requests).toHaveLength(asked + 1);
  });
});
