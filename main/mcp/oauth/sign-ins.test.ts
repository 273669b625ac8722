import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { startOAuthServer } from '../../../e2e/servers/oauth/oauth-server.ts';
import type { ScriptedOAuth } from '../../../e2e/servers/oauth/oauth-server.ts';
import type { OAuthScript } from '../../../e2e/servers/oauth/oauth-faults.ts';
import { ManualClock } from '../../lib/testing/manual-clock.ts';
import { createMCPClient, createSignIns, openSignInStore } from '../client/index.ts';
import type { MCPClient, ServerAuth, SignIns, SignInsOptions } from '../client/index.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

async function serve(script: Partial<OAuthScript> = {}): Promise<ScriptedOAuth> {
  const scripted = await startOAuthServer(script);
  closers.push(() => scripted.close());
  return scripted;
}

function signInsOf(options: SignInsOptions): SignIns {
  const signIns = createSignIns(options);
  closers.push(() => signIns.dispose());
  return signIns;
}

/** A browser whose person agrees to everything. */
const browse = async (page: string): Promise<void> => {
  await fetch(page);
};

async function connect(scripted: ScriptedOAuth, authProvider: ServerAuth): Promise<MCPClient> {
  const transport = { type: 'http', url: scripted.mcpUrl, authProvider } as const;
  const client = await createMCPClient({ transport });
  closers.push(() => client.close());
  return client;
}

describe('the sign-ins of a program', () => {
  it('show a page, and last in their folder for the next program [OA-8, OA-5, MC-1]', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sign-ins-'));
    closers.push(() => rm(folder, { recursive: true }));
    const scripted = await serve();
    const first = await openSignInStore({ folder });
    expect(first).toMatchObject({ reason: 'it was not asked for', store: { backend: 'file' } });
    const signIns = signInsOf({ openUrl: browse, store: first.store });
    const client = await connect(scripted, signIns.forServer({ serverUrl: scripted.mcpUrl }));
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['whoami']);
    expect(await readdir(folder)).not.toEqual([]);

    const later = signInsOf({ store: (await openSignInStore({ folder })).store });
    const again = await connect(scripted, later.forServer({ serverUrl: scripted.mcpUrl }));
    expect((await again.listTools()).tools.map(({ name }) => name)).toEqual(['whoami']);
    expect(scripted.to('/authorize')).toHaveLength(1);
  });

  it('register the loopback address and no scheme of the app [OA-2]', async () => {
    const scripted = await serve();
    const signIns = signInsOf({ openUrl: browse, clientName: 'Almanac' });
    await connect(scripted, signIns.forServer({ serverUrl: scripted.mcpUrl }));
    expect(scripted.to('/register').map(({ json }) => json)).toEqual([
      expect.objectContaining({
        client_name: 'Almanac',
        application_type: 'native',
        redirect_uris: [expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/callback$/)],
      }),
    ]);
  });

  it('without a browser refuse, give the page, and take the address that came back [OA-8]', async () => {
    const scripted = await serve();
    const signIns = signInsOf({});
    const redirectUri = 'https://almanac.example/callback';
    const auth = signIns.forServer({ serverUrl: scripted.mcpUrl, redirectUri });
    await expect(connect(scripted, auth)).rejects.toMatchObject({ kind: 'needs-auth' });
    const { authUrl = '', done } = await auth.signIn();
    const back = await scripted.consent(authUrl);
    expect(back).toMatch(/^https:\/\/almanac\.example\/callback\?/);
    await signIns.deliver(back);
    await done;
    await expect(connect(scripted, auth)).resolves.toMatchObject({ era: expect.any(String) });
  });

  it('work with a registered client and no person [OA-9]', async () => {
    const scripted = await serve({
      clientAuth: 'client_secret_basic',
      knownClients: { almanac: 'a secret' },
    });
    const auth = signInsOf({}).forServer({
      serverUrl: scripted.mcpUrl,
      client: { clientId: 'almanac', clientSecret: 'a secret' },
      grant: { type: 'client-credentials' },
    });
    await connect(scripted, auth);
    expect(scripted.to('/token').map(({ form }) => form['grant_type'])).toEqual([
      'client_credentials',
    ]);
    expect(scripted.to('/register')).toEqual([]);
  });

  it('leave nothing behind that keeps the program running [OA-8]', async () => {
    const scripted = await serve();
    const clock = new ManualClock();
    const signIns = createSignIns({ openUrl: browse, clock });
    const client = await connect(scripted, signIns.forServer({ serverUrl: scripted.mcpUrl }));
    await client.close();
    expect(clock.waiting).toBeGreaterThan(0);
    await signIns.dispose();
    expect(clock.waiting).toBe(0);
  });
});
