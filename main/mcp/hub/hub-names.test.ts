import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHandServer, legacy } from '../../../e2e/servers/mcp/hand-http.ts';
import type { McpHub } from './hub.ts';
import {
  HubDesk,
  added,
  connected,
  facadeOf,
  hostileDraft,
  reaches,
  remoteDraft,
} from './testing/hub-desk.ts';
import { textOf } from './testing/raw-client.ts';

let desk: HubDesk;
let hub: McpHub;

beforeEach(async () => {
  desk = await HubDesk.open();
  hub = await desk.hub();
});
afterEach(() => desk.dispose());

describe('servers whose names have no letter of a key', () => {
  it('have a key each, and a tool of the same name stays with its server [RT-28.scripts]', async () => {
    for (const name of ['数据库', '数据'])
      await connected(hub, { ...hostileDraft([`--name=${name}`]), name });
    const keys = hub.list().flatMap(({ name, key }) => (name.startsWith('数') ? [key] : []));
    expect(new Set(keys).size).toBe(2);
    for (const key of keys) {
      expect(key).toMatch(/^[a-z0-9_-]+$/);
      const client = await facadeOf(hub, key);
      expect(textOf(await client.call('echo', { text: key }))).toContain(key);
    }
  });
});

describe('an address that refuses', () => {
  it('is failed with the words of its body, not with a status alone [UI-36.body]', async () => {
    const server = await createHandServer(
      legacy(() => ({ status: 400, json: { error: 'The tenant is missing.' } })),
    );
    const serverId = await added(hub, remoteDraft(server.url));
    const { failure } = await reaches(hub, serverId, 'failed');
    expect(failure?.code).toBe('http-error');
    expect(failure?.message).toMatch(/400.*The tenant is missing\./s);
    await server.close();
  });
});
