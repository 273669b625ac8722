import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ServerState } from '../../../shared/mcp/server-state.ts';
import { systemClock } from '../../lib/clock.ts';
import { silentLog } from '../../lib/logger.ts';
import { spawnManaged } from '../../lib/subprocess.ts';
import { ServerStore } from '../config/server-store.ts';
import type { CredentialStore } from '../oauth/credential-store.ts';
import { DocumentCredentialStore, plainCodec, tokenFilePath } from '../oauth/document-store.ts';

import { startHarness } from '../oauth/testing/oauth-harness.ts';
import type { OAuthHarness } from '../oauth/testing/oauth-harness.ts';
import { serveNotes } from '../servers/notes.ts';
import { McpHub } from './hub.ts';

vi.setConfig({ testTimeout: 30_000 });

let root: string;
let harness: OAuthHarness;
let hub: McpHub;

/** The store of a profile as every program that opens it sees it. */
function fileStore(): CredentialStore {
  const path = tokenFilePath(root);
  return new DocumentCredentialStore({
    path,
    codec: plainCodec,
    clock: systemClock,
    log: silentLog,
  });
}

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'parley-hub-sign-in-'));
  harness = await startHarness({ deps: { store: fileStore(), clock: systemClock } });
  const path = join(root, 'servers.json');
  hub = new McpHub({
    store: await ServerStore.open({ path, clock: systemClock, onTrouble: () => undefined }),
    consent: { reviewServer: async () => true },
    clientName: 'Parley',
    clientVersion: '0.1.0',
    clock: systemClock,
    log: silentLog,
    spawn: spawnManaged,
    environment: process.env,
    searchPath: async () => '',
    serverFolder: join(root, 'servers'),
    oauth: harness.engine,
    builtins: {
      notes: (transport) =>
        serveNotes(transport, { folder: join(root, 'notes'), version: '0.1.0' }),
    },
  });
  await hub.start();
});
afterEach(async () => {
  await hub.dispose();
  await harness.close();
  await rm(root, { recursive: true, force: true });
});

async function add(headers: Record<string, string> = {}): Promise<string> {
  const definition = { type: 'http', url: harness.scripted.mcpUrl, headers } as const;
  const draft = { name: 'Protected', definition, startTimeoutMs: 30_000 };
  const { serverId = '' } = await hub.add(draft, new AbortController().signal);
  return serverId;
}
const reaches = (serverId: string, status: string): Promise<ServerState> =>
  vi.waitFor(
    () => {
      const state = hub.list().find(({ id }) => id === serverId);
      if (!state) throw new Error('The server is gone.');
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
    expect(harness.pages).toEqual([]);
    const command = harness.again({ serverId }, { store: fileStore() });
    await (
      await command.signIn()
    ).done;
    await hub.restart(serverId);
    const { tools } = await reaches(serverId, 'connected');
    expect(tools.map(({ name }) => name)).toEqual(['whoami']);
    expect(harness.pages).toHaveLength(1);
  });

  it('gets new tokens with the stored ones, and asks again once these are refused [OA-6]', async () => {
    const serverId = await add();
    await reaches(serverId, 'needs-auth');
    await (
      await harness.again({ serverId }).signIn()
    ).done;
    const { desk } = harness.scripted;
    desk.access.clear();
    await hub.restart(serverId);
    await reaches(serverId, 'connected');
    expect(harness.scripted.to('/token').at(-1)?.form['grant_type']).toBe('refresh_token');
    desk.access.clear();
    desk.refresh.clear();
    await hub.restart(serverId);
    await reaches(serverId, 'needs-auth');
    expect(harness.pages).toHaveLength(1);
  });

  it('gets the header of its definition and no token beside it [OA-5]', async () => {
    const serverId = await add({ authorization: 'Bearer written-by-hand' });
    await reaches(serverId, 'needs-auth');
    await (
      await harness.again({ serverId }).signIn()
    ).done;
    await hub.restart(serverId);
    await reaches(serverId, 'needs-auth');
    const sent = harness.scripted.requests
      .filter(({ at, method }) => at === 'resource' && method === 'POST')
      .map(({ headers }) => headers['authorization'])
      // The sign-in itself looks at what the server asks for.
      .filter((value) => value !== undefined);
    expect(new Set(sent)).toEqual(new Set(['Bearer written-by-hand']));
  });
});
