import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ServerState } from '../../../shared/mcp/server-state.ts';
import { silentLog } from '../../lib/logger.ts';
import { signInPlace } from '../oauth/credential.ts';
import { createOAuthEngine } from '../oauth/oauth-engine.ts';
import { never, openSignInDesk } from './testing/sign-in-desk.ts';
import type { SignInDesk } from './testing/sign-in-desk.ts';

vi.setConfig({ testTimeout: 30_000 });

let desk: SignInDesk;
beforeEach(async () => {
  desk = await openSignInDesk();
});
afterEach(() => desk.close());

async function add(headers: Record<string, string> = {}): Promise<string> {
  const definition = { type: 'http', url: desk.scripted.mcpUrl, headers } as const;
  const draft = { name: 'Protected', definition, startTimeoutMs: 30_000 };
  const { serverId = '' } = await desk.hub.add(draft, never);
  return serverId;
}
/** Another program on the same profile signs in. */
async function signInElsewhere(): Promise<void> {
  const engine = createOAuthEngine({
    store: desk.store(),
    clock: desk.clock,
    log: silentLog,
    description: { clientName: 'Command' },
    redirect: 'loopback',
    openUrl: async (url) => void fetch(await desk.scripted.consent(url)),
  });
  const auth = engine.forServer({
    serverId: signInPlace(desk.scripted.mcpUrl),
    serverUrl: desk.scripted.mcpUrl,
  });
  await (
    await auth.signIn()
  ).done;
  await engine.dispose();
}
const reaches = (serverId: string, status: string): Promise<ServerState> =>
  vi.waitFor(
    () => {
      const state = desk.stateOf(serverId);
      expect(`${state.status} ${state.failure?.message ?? ''}`).toContain(status);
      return state;
    },
    { timeout: 8_000, interval: 10 },
  );

describe('a server of the hub that wants a sign-in', () => {
  it('shows that, opens no page, and connects with the tokens that another program stored [OA-5]', async () => {
    const serverId = await add();
    const { failure } = await reaches(serverId, 'needs-auth');
    expect(failure).toMatchObject({ code: 'needs-auth' });
    await signInElsewhere();
    await desk.hub.restart(serverId);
    const { tools } = await reaches(serverId, 'connected');
    expect(tools.map(({ name }) => name)).toEqual(['whoami']);
    expect(desk.person.asked).toEqual([]);
    expect((await desk.signInOf(serverId)).needs).toBeUndefined();
  });

  it('gets new tokens with the stored ones, and asks again once these are refused [OA-6]', async () => {
    const serverId = await add();
    await reaches(serverId, 'needs-auth');
    await signInElsewhere();
    const { access, refresh } = desk.scripted.desk;
    access.clear();
    await desk.hub.restart(serverId);
    await reaches(serverId, 'connected');
    expect(desk.scripted.to('/token').at(-1)?.form['grant_type']).toBe('refresh_token');
    access.clear();
    refresh.clear();
    await desk.hub.restart(serverId);
    await reaches(serverId, 'needs-auth');
    expect(desk.person.asked).toEqual([]);
    expect(await desk.signInOf(serverId)).toMatchObject({ needs: 'sign-in' });
  });

  it('gets the header of its definition and no token beside it [OA-5]', async () => {
    const serverId = await add({ authorization: 'Bearer written-by-hand' });
    await reaches(serverId, 'needs-auth');
    await signInElsewhere();
    await desk.hub.restart(serverId);
    await reaches(serverId, 'needs-auth');
    const sent = desk.scripted.requests
      .filter(({ at, method }) => at === 'resource' && method === 'POST')
      .map(({ headers }) => headers['authorization'])
      // The sign-in itself looks at what the server asks for.
      .filter((value) => value !== undefined);
    expect(new Set(sent)).toEqual(new Set(['Bearer written-by-hand']));
  });
});
