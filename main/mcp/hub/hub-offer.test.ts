import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHandServer, legacy, result } from '../../../e2e/servers/mcp/hand-http.ts';
import type { JsonObject } from '../../../shared/lib/json.ts';
import type { ServerSettings } from '../../../shared/mcp/server-config.ts';
import { serverState } from '../../../shared/mcp/server-state.ts';
import { ManualClock } from '../../lib/testing/manual-clock.ts';
import { McpError } from '../client/mcp-error.ts';
import {
  HubDesk,
  added,
  connected,
  facadeOf,
  hostileDraft,
  reaches,
  remoteDraft,
  scriptedDraft,
  stateOf,
  until,
} from './testing/hub-desk.ts';
import type { RawClient } from './testing/raw-client.ts';
import { textOf } from './testing/raw-client.ts';

vi.setConfig({ testTimeout: 30_000 });

const signal = new AbortController().signal;
const never = { env: [], headers: [] };
let desk: HubDesk;

beforeEach(async () => {
  desk = await HubDesk.open();
});
afterEach(() => desk.dispose());

const toolNames = async (client: RawClient): Promise<string[]> =>
  ((await client.request('tools/list')).result?.['tools'] as { name: string }[]).map(
    ({ name }) => name,
  );
const turnOff =
  (name: string) =>
  (settings: ServerSettings): ServerSettings => ({
    ...settings,
    tools: { ...settings.tools, [name]: { enabled: false } },
  });

describe('what a server offers', () => {
  it('is read beside its tools, counted, and kept as it was sent [UI-30.counts]', async () => {
    const hub = await desk.hub();
    const serverId = await connected(hub, hostileDraft(['--era=legacy', '--page-size=2']));
    const state = await until(hub, serverId, ({ resources, prompts }) => {
      expect(resources).toEqual({ count: 3, templates: 1 });
      expect(prompts).toEqual({ count: 2 });
    });
    expect(state.capabilities).toEqual(
      expect.arrayContaining(['tools', 'resources.subscribe', 'prompts', 'logging']),
    );
    expect(state.instructions).toBe('Trust nothing.');
    expect(serverState.parse(state)).toEqual(state);
    expect(hub.offer(serverId)).toMatchObject({
      resources: [{ name: 'plan', size: 12 }, { name: 'picture' }, { name: 'gone' }],
      templates: [{ uriTemplate: 'note://{topic}/{id}' }],
      prompts: [{ name: 'greet', title: 'Greet somebody' }, { name: 'plain' }],
    });
    expect(hub.toolDefinition(serverId, 'echo')).toMatchObject({
      annotations: { readOnlyHint: true },
    });
    expect(hub.toolDefinition(serverId, 'none')).toBeUndefined();
  });

  it('is read again when it changed, once for a storm of notices [UI-30.counts]', async () => {
    const clock = new ManualClock();
    const hub = await desk.hub({}, clock);
    let prompts = [{ name: 'one' }];
    let tell: (message: object) => void = () => undefined;
    const server = await createHandServer(
      legacy(
        (request, response) => {
          const { message, method } = request;
          if (method === 'GET') {
            response.writeHead(200, { 'content-type': 'text/event-stream' });
            response.flushHeaders();
            tell = (told) => response.write(`data: ${JSON.stringify(told)}\n\n`);
            return undefined;
          }
          if (message?.method !== 'prompts/list') return 'pass';
          return { json: result(request, { prompts }) };
        },
        { capabilities: { tools: {}, prompts: { listChanged: true } } },
      ),
    );
    const serverId = await connected(hub, remoteDraft(server.url));
    await until(hub, serverId, (state) => expect(state.prompts).toEqual({ count: 1 }));
    await vi.waitFor(() => expect(server.seen('GET')).toHaveLength(1), 5_000);
    prompts = [{ name: 'one' }, { name: 'two' }];
    const method = 'notifications/prompts/list_changed';
    for (let count = 0; count < 50; count += 1) tell({ jsonrpc: '2.0', method });
    tell({ jsonrpc: '2.0', method: 'notifications/elicitation/complete', params: {} });
    await vi.waitFor(
      () => expect(hub.traffic(serverId).some((one) => one.method?.includes('elicit'))).toBe(true),
      5_000,
    );
    clock.advance(250);
    await until(hub, serverId, (state) => expect(state.prompts).toEqual({ count: 2 }));
    expect(server.seen('prompts/list')).toHaveLength(2);
    await server.close();
  });

  it('has a ready connection for the person, brought back after a loss [UI-38.connection]', async () => {
    const hub = await desk.hub();
    const serverId = await connected(hub, hostileDraft(['--era=legacy']));
    const connection = await hub.open(serverId);
    expect(await connection.readResource('note://work/1')).toMatchObject({
      contents: [{ text: '# work 1' }],
    });
    await expect(hub.callTool(serverId, 'die', {})).rejects.toBeInstanceOf(McpError);
    const again = await hub.open(serverId);
    expect(again).not.toBe(connection);
    expect(await again.complete({ argument: { name: 'name', value: 'a' } })).toBeDefined();
    await hub.setEnabled(serverId, false, signal);
    await expect(hub.open(serverId)).rejects.toThrow('turned off');
    await expect(hub.callTool(serverId, 'echo', {})).rejects.toThrow('turned off');
  });
});

describe('settings of a server', () => {
  it('turn a tool off for models at once, for good, and not for the person [UI-34.off]', async () => {
    const first = await desk.hub();
    const serverId = await connected(first, hostileDraft());
    const client = await facadeOf(first, 'hostile');
    await client.request('initialize');
    const announced = first.sequence;
    const changes = client.listChanges;
    await first.updateSettings(serverId, turnOff('echo'));
    expect(client.listChanges).toBe(changes + 1);
    expect(await toolNames(client)).not.toContain('echo');
    expect((await client.call('echo')).error).toMatchObject({ code: -32602 });
    expect(stateOf(first, serverId).tools.map(({ name }) => name)).toContain('echo');
    await vi.waitFor(() => expect(first.sequence).toBeGreaterThan(announced), 5_000);
    expect((await first.callTool(serverId, 'echo', { text: 'mine' })).content).toHaveLength(1);
    await first.updateSettings(serverId, (settings) => ({
      ...settings,
      tools: { ...settings.tools, fail: { hints: { readOnly: true } } },
    }));
    expect(client.listChanges).toBe(changes + 1);
    await first.dispose();
    const hub = await desk.hub();
    await reaches(hub, serverId, 'connected');
    const later = await facadeOf(hub, 'hostile');
    await later.call('reorder');
    await vi.waitFor(async () => expect((await toolNames(later)).at(0)).toBe('changing'), {
      timeout: 8_000,
      interval: 50,
    });
    expect(await toolNames(later)).not.toContain('echo');
    expect(hub.recordOf(serverId)?.settings.tools).toEqual({
      echo: { enabled: false },
      fail: { hints: { readOnly: true } },
    });
  });

  it('keep the person’s word about hints over a new list [UI-34.trust]', async () => {
    const hub = await desk.hub();
    const serverId = await connected(hub, hostileDraft(['--era=legacy']));
    const hints = { destructive: false, readOnly: true };
    await hub.updateSettings(serverId, (settings) => ({
      ...settings,
      tools: { changing: { hints } },
    }));
    const before = hub.toolDefinition(serverId, 'changing');
    await hub.callTool(serverId, 'pull_rug', {});
    await until(hub, serverId, () => {
      expect(hub.toolDefinition(serverId, 'changing')).not.toEqual(before);
    });
    expect(stateOf(hub, serverId).settings.tools['changing']).toEqual({ hints });
    expect(hub.recordOf(serverId)?.settings.tools['changing']).toEqual({ hints });
  });

  it('do not undo each other when several change at once [UI-34.off]', async () => {
    const hub = await desk.hub();
    const serverId = await connected(hub, scriptedDraft());
    const names = ['echo', 'slow', 'fail', 'throw'];
    await Promise.all([
      ...names.map((name) => hub.updateSettings(serverId, turnOff(name))),
      hub.update(serverId, { ...scriptedDraft(), name: 'Other' }, never, signal),
    ]);
    await expect(
      hub.updateSettings(serverId, () => {
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(Object.keys(stateOf(hub, serverId).settings.tools)).toEqual(names);
    const stored = JSON.parse(await readFile(join(desk.root, 'servers.json'), 'utf8')) as {
      servers: JsonObject[];
    };
    expect(stored.servers.find(({ id }) => id === serverId)).toMatchObject({
      name: 'Other',
      settings: { tools: { throw: { enabled: false } } },
    });
  });

  it('lose the trust in hints when the definition is another one [UI-35.retrust]', async () => {
    const hub = await desk.hub();
    const serverId = await connected(hub, scriptedDraft(['--name=One'], { TOKEN: 'first-value' }));
    await hub.updateSettings(serverId, (settings) => ({ ...settings, trustHints: true }));
    // Another value is the same definition.
    const renewed = scriptedDraft(['--name=One'], { TOKEN: 'second-value' });
    await hub.update(serverId, renewed, never, signal);
    expect(stateOf(hub, serverId).settings.trustHints).toBe(true);
    await hub.update(serverId, scriptedDraft(['--name=Two'], { TOKEN: 'x' }), never, signal);
    expect(stateOf(hub, serverId).settings.trustHints).toBe(false);
  });
});

describe('tools of a server', () => {
  it('that came later are marked as new until the person has seen them [UI-34.new]', async () => {
    const first = await desk.hub();
    const serverId = await connected(first, hostileDraft());
    expect(stateOf(first, serverId).newTools).toBeUndefined();
    const client = await facadeOf(first, 'hostile');
    await client.call('storm', { notices: 50 });
    await until(first, serverId, (state) => expect(state.newTools).toEqual(['added_1']));
    expect(Number(textOf(await client.call('list_count')))).toBeLessThanOrEqual(2);
    await first.acknowledgeTools(serverId);
    expect(stateOf(first, serverId).newTools).toBeUndefined();
    await first.dispose();
    const hub = await desk.hub();
    await reaches(hub, serverId, 'connected');
    expect(stateOf(hub, serverId).newTools).toBeUndefined();
    await hub.update(serverId, hostileDraft(['--tools=2']), never, signal);
    await reaches(hub, serverId, 'connected');
    expect(stateOf(hub, serverId).newTools).toBeUndefined();
  });

  it('that came while the app was closed are new as well [UI-34.new]', async () => {
    const file = join(desk.root, 'tools.json');
    const tool = (name: string) => ({ name, inputSchema: { type: 'object' } });
    await writeFile(file, JSON.stringify([tool('old')]));
    const first = await desk.hub();
    const serverId = await connected(first, scriptedDraft([`--tools=${file}`]));
    await first.dispose();
    await writeFile(file, JSON.stringify([tool('fresh'), tool('old')]));
    const hub = await desk.hub();
    await reaches(hub, serverId, 'connected');
    expect(stateOf(hub, serverId).newTools).toEqual(['fresh']);
  });

  it('of a former definition are never shown [UI-30.identity]', async () => {
    const hub = await desk.hub();
    const serverId = await connected(hub, scriptedDraft(['--hints']));
    const seen: string[][] = [];
    await hub.update(serverId, hostileDraft(['--silent']), never, signal);
    hub.onChange((servers) => {
      const one = servers.find(({ id }) => id === serverId);
      seen.push(one?.tools.map(({ name }) => name) ?? []);
    });
    expect(stateOf(hub, serverId)).toMatchObject({ status: 'connecting', tools: [] });
    expect(stateOf(hub, serverId).lastExchange).toBeUndefined();
    await hub.update(serverId, hostileDraft(), never, signal);
    await reaches(hub, serverId, 'connected');
    expect(seen.flat().filter((name) => name.startsWith('hints_'))).toEqual([]);
    expect(stateOf(hub, serverId).serverInfo?.name).toBe('hostile');
  });

  it('are off from the first moment where the server was added so [UI-34.off]', async () => {
    const hub = await desk.hub();
    const draft = scriptedDraft();
    const settings = {
      scope: { kind: 'user' },
      sharing: 'shared',
      trustHints: false,
      tools: { echo: { enabled: false } },
      signIn: {},
    } as const;
    const { serverId = '' } = await hub.add(draft, signal, settings);
    await reaches(hub, serverId, 'connected');
    expect(await toolNames(await facadeOf(hub, 'scripted'))).not.toContain('echo');
    expect(await added(hub, draft)).not.toBe(serverId);
  });
});
