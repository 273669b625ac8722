import { request } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { startHarness, visit } from './testing/oauth-harness.ts';
import type { HarnessOptions, OAuthHarness } from './testing/oauth-harness.ts';

const open: OAuthHarness[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((harness) => harness.close()));
});

async function start(setup: HarnessOptions = {}): Promise<OAuthHarness> {
  const harness = await startHarness({ person: 'waits', ...setup });
  open.push(harness);
  return harness;
}

/** A sign-in that waits, and the address that the browser is sent to after consent. */
async function waiting(harness: OAuthHarness): Promise<{ done: Promise<void>; callback: string }> {
  const { authUrl = '', done } = await harness.auth.signIn();
  done.catch(() => undefined);
  return { done, callback: await harness.scripted.consent(authUrl) };
}

function changed(address: string, name: string, value: string): string {
  const url = new URL(address);
  url.searchParams.set(name, value);
  return url.href;
}

/** Status of a request with a Host or method of its own. */
function rawStatus(
  address: string,
  options: { host?: string; method?: string },
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const { method = 'GET', host } = options;
    request(address, { method, headers: host === undefined ? {} : { host } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    })
      .on('error', reject)
      .end();
  });
}

describe('the loopback address', () => {
  it('is 127.0.0.1 with a port of its own, answers once, and is closed after [OA-8, SE-52]', async () => {
    const harness = await start();
    const { done, callback } = await waiting(harness);
    expect(callback).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback\?/);
    expect(await visit(callback)).toMatch(/^200 .*You are signed in/);
    await done;
    await expect(visit(callback)).rejects.toThrow();
  });

  it('turns away other hosts, methods, paths and states, and still waits [SE-52]', async () => {
    const harness = await start();
    const { done, callback } = await waiting(harness);
    const { origin } = new URL(callback);
    expect(await rawStatus(callback, { host: 'evil.example.com' })).toBe(421);
    expect(await rawStatus(callback, { host: 'localhost' })).toBe(421);
    expect(await rawStatus(callback, { method: 'POST' })).toBe(405);
    expect(await visit(`${origin}/favicon.ico`)).toMatch(/^404/);
    expect(await visit(changed(callback, 'state', 'guess'))).toMatch(/^400 .*no longer open/);
    expect(await visit(`${origin}/callback?code=x`)).toMatch(/^400/);
    expect(await visit(callback)).toMatch(/^200/);
    await done;
    expect(harness.scripted.to('/token')).toHaveLength(1);
  });

  it('gives up after a hundred strangers [SE-52]', async () => {
    const harness = await start();
    const { callback } = await waiting(harness);
    for (let visitor = 0; visitor < 100; visitor += 1) await visit(changed(callback, 'state', 'x'));
    await expect(visit(callback)).rejects.toThrow();
  });

  it('shows pages that load nothing and tell no address on [SE-52]', async () => {
    const harness = await start();
    const { callback } = await waiting(harness);
    const { headers } = await fetch(callback);
    expect(headers.get('content-security-policy')).toBe("default-src 'none'");
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('of an older sign-in sends its late visitor to the newer one [OA-8]', async () => {
    const harness = await start();
    const first = await waiting(harness);
    harness.auth.cancelSignIn();
    await expect(first.done).rejects.toMatchObject({ code: 'cancelled' });
    const second = await waiting(harness);
    const late = changed(
      second.callback,
      'state',
      new URL(first.callback).searchParams.get('state') ?? '',
    );
    expect(await visit(late)).toMatch(/^400 .*no longer open/);
    await visit(second.callback);
    await second.done;
  });

  it('is closed when the sign-in times out [OA-8]', async () => {
    const harness = await start();
    const { done, callback } = await waiting(harness);
    harness.clock.advance(600_000);
    await expect(done).rejects.toMatchObject({ code: 'timeout' });
    await expect(visit(callback)).rejects.toThrow();
  });

  it('keeps to the port of the configured client [OA-8]', async () => {
    const free = await start();
    const { callback } = await waiting(free);
    const port = Number(new URL(callback).port);
    await free.engine.dispose();
    const harness = await start({
      script: { knownClients: { mine: undefined } },
      options: { client: { clientId: 'mine' }, loopbackPort: port },
    });
    expect(new URL((await waiting(harness)).callback).port).toBe(String(port));
  });
});

describe('the custom protocol', () => {
  it('is used where the program handles it, and registered with the loopback address [OA-8]', async () => {
    const harness = await start({ deps: { redirect: 'protocol' } });
    const { done, callback } = await waiting(harness);
    expect(callback).toMatch(/^parley:\/\/oauth\/callback\?/);
    expect(harness.scripted.to('/register')[0]?.json).toMatchObject({
      redirect_uris: ['parley://oauth/callback', 'http://127.0.0.1/callback'],
    });
    await harness.engine.deliver(callback);
    await done;
  });

  it('gives way to the loopback address where the server refuses it [OA-8]', async () => {
    const harness = await start({
      deps: { redirect: 'protocol' },
      script: { registration: 'no-custom-scheme' },
    });
    const { done, callback } = await waiting(harness);
    expect(callback).toMatch(/^http:\/\/127\.0\.0\.1:/);
    await visit(callback);
    await done;
  });

  it('gives way when the person chooses so, in the same sign-in [OA-8]', async () => {
    const harness = await start({ deps: { redirect: 'protocol' } });
    const first = await waiting(harness);
    const { authUrl = '', done } = await harness.auth.signIn({ redirect: 'loopback' });
    await expect(first.done).rejects.toMatchObject({ code: 'cancelled' });
    await visit(await harness.scripted.consent(authUrl));
    await done;
  });

  it('gives way to an address of the host [OA-8]', async () => {
    const harness = await start({ options: { redirectUri: 'https://intranet.example.com/done' } });
    const { done, callback } = await waiting(harness);
    expect(callback).toMatch(/^https:\/\/intranet\.example\.com\/done\?/);
    expect(harness.scripted.to('/register')[0]?.json).toMatchObject({
      application_type: 'web',
      redirect_uris: ['https://intranet.example.com/done'],
    });
    await harness.engine.deliver(callback);
    await done;
  });
});

describe('a pasted address', () => {
  it('finishes a sign-in that waits on the loopback address, which is then closed [OA-8]', async () => {
    const harness = await start();
    const { done, callback } = await waiting(harness);
    await harness.engine.deliver(`  ${callback}\n`);
    await done;
    await expect(visit(callback)).rejects.toThrow();
    expect((await harness.call()).status).toBe(200);
  });

  it('counts once, whichever way it comes first [OA-8]', async () => {
    const harness = await start();
    const { done, callback } = await waiting(harness);
    const outcomes = await Promise.allSettled([
      harness.engine.deliver(callback),
      visit(callback),
      harness.engine.deliver(callback),
    ]);
    expect(outcomes[0].status).toBe('fulfilled');
    expect(outcomes[2].status).toBe('fulfilled');
    await done;
    expect(harness.scripted.to('/token')).toHaveLength(1);
  });

  it('resolves again after success, without a second exchange [OA-3]', async () => {
    const harness = await start();
    const { done, callback } = await waiting(harness);
    await harness.engine.deliver(callback);
    await done;
    await harness.engine.deliver(callback);
    expect(harness.scripted.to('/token')).toHaveLength(1);
  });

  it('with the same state and something else in it is refused as replayed [OA-3]', async () => {
    const harness = await start();
    const { done, callback } = await waiting(harness);
    await harness.engine.deliver(callback);
    await done;
    await expect(harness.engine.deliver(changed(callback, 'code', 'other'))).rejects.toMatchObject({
      code: 'callback-replayed',
    });
    expect(harness.scripted.to('/token')).toHaveLength(1);
  });

  it.each([
    {
      name: 'a wrong state',
      change: (url: string) => changed(url, 'state', 'wrong'),
      code: 'callback-unknown',
    },
    {
      name: 'no state',
      change: (url: string) => url.replace(/state=[^&]*/, ''),
      code: 'callback-unknown',
    },
    { name: 'two states', change: (url: string) => `${url}&state=x`, code: 'callback-unknown' },
    {
      name: 'another path',
      change: (url: string) => url.replace('/callback', '/elsewhere'),
      code: 'callback-invalid',
    },
    {
      name: 'another scheme',
      change: (url: string) => url.replace('http:', 'https:'),
      code: 'callback-invalid',
    },
    { name: 'no address', change: () => 'code=abc', code: 'callback-invalid' },
  ])('with $name is refused and ends nothing [OA-3]', async ({ change, code }) => {
    const harness = await start();
    const { done, callback } = await waiting(harness);
    await expect(harness.engine.deliver(change(callback))).rejects.toMatchObject({ code });
    await harness.engine.deliver(callback);
    await done;
  });

  it.each(['code', 'error', 'iss'])(
    'with two values of %s ends its sign-in [OA-3]',
    async (name) => {
      const harness = await start();
      const { done, callback } = await waiting(harness);
      await expect(harness.engine.deliver(`${callback}&${name}=a&${name}=b`)).rejects.toMatchObject(
        { name: 'OAuthFailure' },
      );
      await expect(done).rejects.toMatchObject({ name: 'OAuthFailure' });
      expect(harness.scripted.to('/token')).toEqual([]);
    },
  );

  it('is forgotten a while after its sign-in [OA-3]', async () => {
    const harness = await start();
    const { done, callback } = await waiting(harness);
    await harness.engine.deliver(callback);
    await done;
    harness.clock.advance(900_000);
    await expect(harness.engine.deliver(callback)).rejects.toMatchObject({
      code: 'callback-unknown',
    });
  });
});
