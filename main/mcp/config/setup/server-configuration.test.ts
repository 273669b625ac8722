import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../../../shared/lib/json.ts';
import type { McpHub } from '../../hub/hub.ts';
import {
  HubDesk,
  connected,
  facadeOf,
  hostileDraft,
  reaches,
  scriptedDraft,
  stateOf,
} from '../../hub/testing/hub-desk.ts';
import { ScriptedPeople } from '../../hub/testing/scripted-people.ts';
import { ServerConfiguration } from './server-configuration.ts';

vi.setConfig({ testTimeout: 30_000 });

const { signal } = new AbortController();
const folder = '/work/harbor';
let desk: HubDesk;
let people: ScriptedPeople;
let hub: McpHub;

beforeEach(async () => {
  desk = await HubDesk.open();
  people = new ScriptedPeople();
  hub = await desk.hub({ questions: people });
});
afterEach(() => desk.dispose());

const change: ServerConfiguration['change'] = (...args) =>
  new ServerConfiguration(hub).change(...args);
const stored = async (serverId: string): Promise<JsonObject | undefined> => {
  const text = await readFile(join(desk.root, 'servers.json'), 'utf8');
  const { servers } = JSON.parse(text) as { servers: JsonObject[] };
  return servers.find(({ id }) => id === serverId);
};
const starts = (serverId: string): number =>
  hub.logs(serverId).filter(({ text }) => text.startsWith('Started')).length;

describe('what is set about a server', () => {
  it('is on disk at once, without a question or a new start, and the usual again for null [UI-30.settings]', async () => {
    const serverId = await connected(hub, scriptedDraft());
    const limits = { startTimeoutMs: 120_000, toolTimeoutMs: 300_000 };
    const scope = { kind: 'folder', folder } as const;
    await change(serverId, { ...limits, scope, sharing: 'per-session' }, signal);
    expect(await stored(serverId)).toMatchObject({
      startTimeoutMs: 120_000,
      settings: { scope, sharing: 'per-session', toolTimeoutMs: 300_000 },
    });
    await change(serverId, { toolTimeoutMs: null, scope: { kind: 'user' } }, signal);
    const { settings } = stateOf(hub, serverId);
    expect(settings).toMatchObject({ scope: { kind: 'user' }, sharing: 'per-session' });
    expect(settings.toolTimeoutMs).toBeUndefined();
    expect(desk.person.asked).toHaveLength(1);
    expect(starts(serverId)).toBe(1);
  });

  it('is asked about where another folder makes another command of it [UI-30.settings, SE-30]', async () => {
    const serverId = await connected(hub, scriptedDraft([], { ROOT: '${workspaceFolder}' }));
    desk.person.accepts = false;
    const scope = { kind: 'folder', folder } as const;
    expect(await change(serverId, { scope }, signal)).toMatchObject({ outcome: 'cancelled' });
    expect(desk.person.asked).toHaveLength(2);
    expect(stateOf(hub, serverId).settings.scope).toEqual({ kind: 'user' });
    desk.person.accepts = true;
    await change(serverId, { scope }, signal);
    expect(stateOf(hub, serverId).settings.scope).toEqual(scope);
    await reaches(hub, serverId, 'connected');
    expect(starts(serverId)).toBe(2);
    // The same folder again is no other command.
    await change(serverId, { scope }, signal);
    expect(desk.person.asked).toHaveLength(3);
  });

  it('has a server that may not ask neither told that it could nor answered [UI-30.refuses]', async () => {
    const record = join(desk.root, 'record');
    const draft = hostileDraft(['--zoo=elicitations', '--era=legacy', `--record=${record}`]);
    const serverId = await connected(hub, draft);
    const hellos = async (): Promise<unknown[]> =>
      (await readFile(record, 'utf8'))
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as JsonObject)
        .filter(({ method }) => method === 'initialize')
        .map(({ params }) => (params as JsonObject)['capabilities']);
    await hub.updateSettings(serverId, (settings) => ({ ...settings, refuses: ['elicitation'] }));
    // Connected before the change: it asks all the same, and nobody is disturbed.
    const client = await facadeOf(hub, 'hostile', { id: 'left', folder });
    expect(JSON.stringify(await client.call('elicit_choose'))).toContain('nothing of this kind');
    expect(people.asked).toEqual([]);
    await change(serverId, { refuses: ['elicitation', 'roots'] }, signal);
    await reaches(hub, serverId, 'connected');
    expect((await hellos()).at(-1)).toEqual({ sampling: {} });
    await change(serverId, { refuses: [] }, signal);
    await reaches(hub, serverId, 'connected');
    expect((await hellos()).at(-1)).toMatchObject({ elicitation: {}, sampling: {}, roots: {} });
  });
});
