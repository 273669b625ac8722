import { afterEach, describe, expect, it, vi } from 'vitest';
import { serverSignIn } from '../../../shared/mcp/sign-in.ts';
import type { ServerState } from '../../../shared/mcp/server-state.ts';
import { ManualClock } from '../../lib/testing/manual-clock.ts';
import { signInPlace } from '../oauth/credential.ts';
import { never, openSignInDesk } from './testing/sign-in-desk.ts';
import type { DeskOptions, SignInDesk } from './testing/sign-in-desk.ts';

vi.setConfig({ testTimeout: 30_000 });

let desks: SignInDesk[] = [];
afterEach(async () => {
  for (const desk of desks) await desk.close();
  desks = [];
});

async function open(options: DeskOptions = {}): Promise<SignInDesk> {
  const desk = await openSignInDesk(options);
  desks.push(desk);
  return desk;
}
const reaches = (desk: SignInDesk, serverId: string, status: string): Promise<ServerState> =>
  vi.waitFor(
    () => {
      const state = desk.stateOf(serverId);
      expect(`${state.status} ${state.failure?.message ?? ''}`).toContain(status);
      return state;
    },
    { timeout: 8_000, interval: 10 },
  );
/** Who the server takes us for. */
async function whoIs(desk: SignInDesk, serverId: string): Promise<string> {
  const { content } = await desk.hub.callTool(serverId, 'whoami', {});
  return JSON.stringify(content);
}
async function needing(options: DeskOptions = {}): Promise<{ desk: SignInDesk; id: string }> {
  const desk = await open(options);
  const id = await desk.add();
  await reaches(desk, id, 'needs-auth');
  return { desk, id };
}

describe('the sign-in of a server', () => {
  it('is needed, asked about once, and connects the server [UI-39.flow]', async () => {
    const { desk, id } = await needing();
    expect(await desk.signInOf(id)).toMatchObject({
      isSignedIn: false,
      needs: 'sign-in',
      account: '',
    });
    expect(desk.person.asked).toEqual([]);
    expect(await desk.signIns.start(id, undefined, never)).toBe('waiting');
    await reaches(desk, id, 'connected');
    expect(desk.person.asked).toMatchObject([
      { serverName: 'Protected', issuer: desk.scripted.issuer, redirect: 'loopback' },
    ]);
    const { needs, ...shown } = await desk.signInOf(id);
    expect(needs).toBeUndefined();
    expect(shown).toMatchObject({
      isSignedIn: true,
      accounts: [{ label: '', isSignedIn: true, issuer: desk.scripted.issuer }],
    });
    expect(shown).not.toHaveProperty('progress');
  });

  it('waits with its page and the time that is left, and can be given up [UI-39.flow]', async () => {
    const { desk, id } = await needing();
    desk.person.finishes = false;
    await desk.signIns.start(id, undefined, never);
    const { progress } = await desk.signInOf(id);
    expect(progress).toMatchObject({ step: 'waiting', isShown: true, redirect: 'loopback' });
    if (progress?.step !== 'waiting') throw new Error('no page');
    expect(progress.authUrl).toBe(desk.person.opened[0]);
    expect(progress.until - desk.clock.now()).toBeGreaterThan(590_000);
    // Another press joins the sign-in that waits.
    expect(await desk.signIns.start(id, undefined, never)).toBe('waiting');
    expect(desk.person.asked).toHaveLength(1);
    const late = await desk.consent(id);
    desk.signIns.cancel(id);
    const after = await desk.signInOf(id);
    expect([after.progress, after.failure]).toEqual([undefined, undefined]);
    await expect(fetch(late)).rejects.toThrow();
    expect(desk.scripted.to('/token')).toEqual([]);
  });

  it('ends after its time with a sentence, not for ever [UI-39.flow]', async () => {
    const clock = new ManualClock();
    const { desk, id } = await needing({ clock });
    desk.person.finishes = false;
    await desk.signIns.start(id, undefined, never);
    clock.advance(600_000);
    await expect
      .poll(async () => (await desk.signInOf(id)).failure?.code, { timeout: 5_000 })
      .toBe('timeout');
    expect((await desk.signInOf(id)).progress).toBeUndefined();
  });

  it('opens nothing when the person refuses, or the page that asked goes away [UI-39.consent, SE-5]', async () => {
    const { desk, id } = await needing();
    desk.person.answer = 'refuses';
    expect(await desk.signIns.start(id, undefined, never)).toBe('cancelled');
    desk.person.answer = 'hesitates';
    const page = new AbortController();
    const starting = desk.signIns.start(id, undefined, page.signal);
    await vi.waitFor(() => expect(desk.person.asked).toHaveLength(2), { timeout: 5_000 });
    expect((await desk.signInOf(id)).progress).toEqual({ step: 'asking' });
    page.abort();
    expect(await starting).toBe('cancelled');
    expect(desk.person.opened).toEqual([]);
    const { progress, failure } = await desk.signInOf(id);
    expect([progress, failure]).toEqual([undefined, undefined]);
    // A fresh one is possible at once.
    desk.person.answer = 'agrees';
    await desk.signIns.start(id, undefined, never);
    await reaches(desk, id, 'connected');
  });

  it('shows the address where no browser opens, and finishes by hand [UI-39.url]', async () => {
    const { desk, id } = await needing();
    desk.person.hasBrowser = false;
    expect(await desk.signIns.start(id, undefined, never)).toBe('waiting');
    const { progress } = await desk.signInOf(id);
    expect(progress).toMatchObject({ step: 'waiting', isShown: false });
    expect(await desk.signIns.openAgain(id, desk.clock.now())).toBe(false);
    desk.person.hasBrowser = true;
    desk.person.finishes = false;
    expect(await desk.signIns.openAgain(id, desk.clock.now())).toBe(true);
    expect((await desk.signInOf(id)).progress).toMatchObject({ isShown: true });
    await fetch(await desk.consent(id));
    await reaches(desk, id, 'connected');
  });

  it('opens its page again only after a key press or click [UI-39.url, SE-5]', async () => {
    const { desk, id } = await needing();
    desk.person.finishes = false;
    expect(await desk.signIns.openAgain(id, desk.clock.now())).toBe(false);
    await desk.signIns.start(id, undefined, never);
    await expect(desk.signIns.openAgain(id, 0)).rejects.toMatchObject({
      code: 'session.no-gesture',
    });
    expect(await desk.signIns.openAgain(id, desk.clock.now())).toBe(true);
    expect(desk.person.opened).toHaveLength(2);
    expect(desk.person.opened[1]).toBe(desk.person.opened[0]);
  });

  it('shows neither token nor secret [SE-51]', async () => {
    const { desk, id } = await needing({
      script: { clientAuth: 'client_secret_post', knownClients: { mine: 'c4n4ry-secret' } },
    });
    await desk.signIns.setClient(id, { id: 'mine', secret: 'c4n4ry-secret' });
    await desk.signIns.start(id, undefined, never);
    await reaches(desk, id, 'connected');
    const shown = await desk.signInOf(id);
    const text = JSON.stringify([desk.signIns.list(), desk.stateOf(id)]);
    expect(text).not.toContain('c4n4ry');
    for (const token of [...desk.scripted.desk.access.keys(), ...desk.scripted.desk.refresh.keys()])
      expect(text).not.toContain(token);
    expect(serverSignIn.parse(shown)).toEqual(shown);
  });
});

describe('a sign-in while sessions run', () => {
  it('takes effect as an announced change, and so does a sign-out [OA-5, UI-39.session]', async () => {
    const { desk, id } = await needing();
    const { server } = desk.hub.facades().get('protected') ?? {};
    const { linkedTransports } = await import('../client/linked-transports.ts');
    const [near, far] = linkedTransports();
    const heard: string[] = [];
    const answers = new Map<unknown, (message: object) => void>();
    near.onmessage = (message) => {
      heard.push(typeof message.method === 'string' ? message.method : '');
      answers.get(message.id)?.(message);
    };
    await near.start();
    await server?.connect(far);
    const ask = (message: { id: number; method: string; params?: object }): Promise<object> =>
      new Promise((resolve) => {
        answers.set(message.id, resolve);
        void near.send({ jsonrpc: '2.0', ...message });
      });
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: {} };
    expect(await ask({ id: 1, method: 'initialize', params })).toMatchObject({
      error: { data: { status: 'needs-auth' } },
    });
    await desk.signIns.start(id, undefined, never);
    await vi.waitFor(() => expect(heard).toContain('notifications/tools/list_changed'), {
      timeout: 8_000,
    });
    const call = { method: 'tools/call', params: { name: 'whoami', arguments: {} } };
    expect(await ask({ id: 2, ...call })).toHaveProperty('result');
    heard.length = 0;
    await desk.signIns.signOut(id);
    await reaches(desk, id, 'needs-auth');
    expect(heard).toContain('notifications/tools/list_changed');
    expect(await ask({ id: 3, ...call })).toHaveProperty('error');
    await desk.signIns.start(id, undefined, never);
    await reaches(desk, id, 'connected');
    expect(await ask({ id: 4, ...call })).toHaveProperty('result');
  });

  it('renews spent tokens without a page [OA-6]', async () => {
    const { desk, id } = await needing();
    await desk.signIns.start(id, undefined, never);
    await reaches(desk, id, 'connected');
    desk.scripted.desk.access.clear();
    await whoIs(desk, id);
    await whoIs(desk, id);
    const grants = desk.scripted.to('/token').map(({ form }) => form['grant_type']);
    expect(grants).toEqual(['authorization_code', 'refresh_token']);
    expect(desk.person.opened).toHaveLength(1);
    expect(desk.stateOf(id).status).toBe('connected');
  });

  it('asks for more access where a call lacks it, and keeps the connection [OA-4, UI-39.session]', async () => {
    const { desk, id } = await needing();
    await desk.signIns.start(id, undefined, never);
    const before = await reaches(desk, id, 'connected');
    desk.scripted.script.requiredScopes = { 'tools/call': 'admin' };
    await expect(whoIs(desk, id)).rejects.toThrow();
    expect(await desk.signInOf(id)).toMatchObject({
      needs: 'more-access',
      scope: 'admin',
      isSignedIn: true,
    });
    await desk.signIns.start(id, undefined, never);
    await vi.waitFor(async () => expect((await desk.signInOf(id)).needs).toBeUndefined(), {
      timeout: 8_000,
    });
    await whoIs(desk, id);
    expect(desk.stateOf(id).connectedAt).toBe(before.connectedAt);
  });
});

describe('accounts of a server', () => {
  it('are two where two are signed in, and leave one by one [OA-5, UI-39.accounts]', async () => {
    const { desk, id } = await needing();
    await desk.signIns.start(id, undefined, never);
    await reaches(desk, id, 'connected');
    const private_ = await whoIs(desk, id);
    await desk.signIns.chooseAccount(id, 'work');
    await reaches(desk, id, 'needs-auth');
    expect((await desk.signInOf(id)).accounts).toMatchObject([
      { label: '', isSignedIn: true },
      { label: 'work', isSignedIn: false },
    ]);
    await desk.signIns.start(id, undefined, never);
    await reaches(desk, id, 'connected');
    const work = await whoIs(desk, id);
    expect(work).not.toBe(private_);
    await desk.signIns.chooseAccount(id, '');
    await reaches(desk, id, 'connected');
    expect(await whoIs(desk, id)).toBe(private_);
    await desk.signIns.removeAccount(id, 'work');
    expect((await desk.signInOf(id)).accounts).toMatchObject([{ label: '', isSignedIn: true }]);
    expect(await whoIs(desk, id)).toBe(private_);
    expect(desk.scripted.to('/revoke')).not.toEqual([]);
  });

  it('of an address is another one for a server of another name, the same where its label is chosen, and goes with the last [OA-5, SDK-35.address, UI-39.accounts]', async () => {
    const { desk, id } = await needing();
    await desk.signIns.start(id, undefined, never);
    await reaches(desk, id, 'connected');
    const other = await desk.add('Second');
    await reaches(desk, other, 'needs-auth');
    expect((await desk.signInOf(other)).account).toBe('Second');
    await desk.signIns.start(other, undefined, never);
    await reaches(desk, other, 'connected');
    expect(await whoIs(desk, id)).not.toBe(await whoIs(desk, other));
    await desk.hub.remove(id);
    await desk.signIns.chooseAccount(other, '');
    await reaches(desk, other, 'connected');
    expect(desk.scripted.to('/revoke')).toEqual([]);
    await desk.hub.remove(other);
    const place = signInPlace(desk.scripted.mcpUrl);
    await vi.waitFor(async () => expect(await desk.store().list(place)).toEqual([]), {
      timeout: 8_000,
    });
    expect(desk.scripted.to('/revoke')).not.toEqual([]);
  });

  it('that is in use and removed gives way to the one that is left [UI-39.accounts]', async () => {
    const { desk, id } = await needing();
    await desk.signIns.start(id, undefined, never);
    await reaches(desk, id, 'connected');
    await desk.signIns.chooseAccount(id, 'work');
    await desk.signIns.removeAccount(id, 'work');
    await reaches(desk, id, 'connected');
    const { account, accounts } = await desk.signInOf(id);
    expect([account, accounts.length]).toEqual(['', 1]);
  });

  it('stays chosen over a restart [UI-39.accounts]', async () => {
    const { desk, id } = await needing();
    await desk.signIns.chooseAccount(id, 'work');
    await desk.signIns.start(id, undefined, never);
    await reaches(desk, id, 'connected');
    const work = await whoIs(desk, id);
    const next = await desk.reopen();
    await reaches(next, id, 'connected');
    expect(await whoIs(next, id)).toBe(work);
    expect(next.person.asked).toEqual([]);
    await next.close();
  });
});

describe('a client that a person registered', () => {
  const script = {
    registration: 'absent',
    clientAuth: 'client_secret_post',
    knownClients: { mine: 'secret-1' },
  } as const;

  it('is asked for where nobody is registered, then signs in and is still there later [OA-2, UI-39.client]', async () => {
    const { desk, id } = await needing({ script });
    expect(await desk.signIns.start(id, undefined, never)).toBe('failed');
    const { failure } = await desk.signInOf(id);
    expect(failure).toMatchObject({ code: 'client-id-needed', issuer: desk.scripted.issuer });
    expect(desk.person.asked).toEqual([]);
    await desk.signIns.setClient(id, { id: 'mine', secret: 'secret-1' });
    expect(await desk.signInOf(id)).toMatchObject({ client: { id: 'mine', secret: 'stored' } });
    expect(await desk.signIns.start(id, undefined, never)).toBe('waiting');
    await reaches(desk, id, 'connected');
    const next = await desk.reopen();
    await reaches(next, id, 'connected');
    desk.scripted.desk.access.clear();
    await whoIs(next, id);
    expect(await next.signInOf(id)).toMatchObject({ client: { id: 'mine', secret: 'stored' } });
    await next.close();
  });

  it('is never replaced by a registration [OA-2]', async () => {
    const { desk, id } = await needing({ script: { ...script, registration: 'open' } });
    await desk.signIns.setClient(id, { id: 'mine', secret: 'secret-1' });
    await desk.signIns.start(id, undefined, never);
    await reaches(desk, id, 'connected');
    expect(desk.scripted.to('/register')).toEqual([]);
  });

  it('keeps its secret when only it is saved again, and loses it with its id or address [UI-39.client]', async () => {
    const { desk, id } = await needing({ script });
    await desk.signIns.setClient(id, { id: 'mine', secret: 'secret-1' });
    await desk.signIns.setClient(id, { id: 'mine' });
    expect((await desk.signInOf(id)).client.secret).toBe('stored');
    await desk.signIns.setClient(id, { id: 'other' });
    expect((await desk.signInOf(id)).client).toEqual({ id: 'other', secret: 'missing' });
    expect([...desk.secrets.values()]).toEqual([]);
    await desk.signIns.setClient(id, { id: 'mine', secret: 'secret-1' });
    const elsewhere = await open();
    const definition = { type: 'http', url: elsewhere.scripted.mcpUrl, headers: {} } as const;
    const draft = { name: 'Protected', definition, startTimeoutMs: 30_000 };
    await desk.hub.update(id, draft, { env: [], headers: [] }, never);
    await reaches(desk, id, 'needs-auth');
    expect((await desk.signInOf(id)).client.secret).toBe('missing');
    await desk.signIns.start(id, undefined, never);
    expect(JSON.stringify(elsewhere.scripted.requests)).not.toContain('secret-1');
  });
});

describe('the way back', () => {
  it('is our scheme where the app handles it, else the local address [OA-8, UI-39.redirect]', async () => {
    const { desk, id } = await needing();
    desk.person.finishes = false;
    await desk.signIns.start(id, undefined, never);
    expect((await desk.signInOf(id)).progress).toMatchObject({ redirect: 'loopback' });
    desk.signIns.cancel(id);
    desk.protocol.isOurs = true;
    await desk.signIns.start(id, undefined, never);
    expect((await desk.signInOf(id)).progress).toMatchObject({ redirect: 'protocol' });
    await desk.engine.deliver(await desk.consent(id));
    await reaches(desk, id, 'connected');
  });

  it('can be changed while the page waits, by one choice [OA-8, UI-39.redirect]', async () => {
    const { desk, id } = await needing();
    desk.protocol.isOurs = true;
    desk.person.finishes = false;
    await desk.signIns.start(id, undefined, never);
    const old = await desk.consent(id);
    expect(await desk.signIns.start(id, 'loopback', never)).toBe('waiting');
    expect((await desk.signInOf(id)).progress).toMatchObject({ redirect: 'loopback' });
    await expect(desk.engine.deliver(old)).rejects.toMatchObject({ code: 'cancelled' });
    await fetch(await desk.consent(id));
    await reaches(desk, id, 'connected');
  });

  it('is the local address where the authorization server refuses our scheme [OA-8, UI-39.redirect]', async () => {
    const { desk, id } = await needing({ script: { registration: 'no-custom-scheme' } });
    desk.protocol.isOurs = true;
    await desk.signIns.start(id, undefined, never);
    await reaches(desk, id, 'connected');
    expect(desk.person.asked).toMatchObject([{ redirect: 'loopback' }]);
  });

  it('is kept for the server, and the app takes over its links only on a real press [UI-39.redirect, UI-60.handler]', async () => {
    const { desk, id } = await needing();
    await expect(desk.signIns.chooseRedirect(id, 'protocol', 0)).rejects.toMatchObject({
      code: 'session.no-gesture',
    });
    expect(desk.protocol.isOurs).toBe(false);
    desk.protocol.takesOver = false;
    await expect(
      desk.signIns.chooseRedirect(id, 'protocol', desk.clock.now()),
    ).rejects.toMatchObject({ code: 'link.not-registered' });
    desk.protocol.takesOver = true;
    await desk.signIns.chooseRedirect(id, 'protocol', desk.clock.now());
    expect((await desk.signInOf(id)).redirect).toBe('protocol');
    await desk.signIns.start(id, undefined, never);
    expect(desk.person.asked).toMatchObject([{ redirect: 'protocol' }]);
    await reaches(desk, id, 'connected');
    await desk.signIns.chooseRedirect(id, 'loopback', 0);
    await desk.signIns.signOut(id);
    await desk.signIns.start(id, undefined, never);
    expect(desk.person.asked.at(-1)).toMatchObject({ redirect: 'loopback' });
  });
});

describe('a sign-in that cannot succeed', () => {
  it.each<[string, NonNullable<DeskOptions['script']>]>([
    ['client-id-needed', { registration: 'absent' }],
    ['registration-refused', { registration: 'refused' }],
    ['pkce-missing', { pkceMethods: ['plain'] }],
    ['metadata-invalid', { metadata: 'no-json' }],
    ['issuer-mismatch', { echoedIssuer: 'https://evil.example.com' }],
    ['resource-mismatch', { prm: 'other-resource' }],
    ['unsafe-address', { metadataFields: { authorization_endpoint: 'javascript:alert(1)' } }],
    ['denied', { consent: 'access_denied' }],
    ['issuer-missing', { iss: 'absent' }],
    ['token-refused', { tokenErrors: ['invalid_grant'] }],
    ['unreachable', { token: 'status-500' }],
  ])(
    'is told as %s, with a sentence, and opens only what may be opened [UI-39.failures]',
    async (code, script) => {
      const { desk, id } = await needing({ script });
      await desk.signIns.start(id, undefined, never);
      await expect
        .poll(async () => (await desk.signInOf(id)).failure?.code, { timeout: 8_000 })
        .toBe(code);
      const { failure, progress } = await desk.signInOf(id);
      expect(failure?.message).toMatch(/\.$/);
      expect(progress).toBeUndefined();
      for (const url of desk.person.opened) expect(url).toMatch(/^http:\/\/127\.0\.0\.1/);
    },
  );
});

describe('what has no sign-in', () => {
  it('is said so [UI-39.failures]', async () => {
    const desk = await open();
    const notes = desk.hub.list()[0]?.id ?? '';
    await expect(desk.signIns.start(notes, undefined, never)).rejects.toMatchObject({
      code: 'server.invalid',
    });
    await expect(
      desk.signIns.signOut('00000000-0000-4000-8000-000000000000'),
    ).rejects.toMatchObject({ code: 'server.not-found' });
    expect(desk.signIns.list().signIns).toEqual([]);
  });
});
