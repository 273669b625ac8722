import { readFileSync } from 'node:fs';
import { chmod, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createScriptedHttpServer } from '../../../e2e/servers/mcp/scripted-http.ts';
import { ParleyError } from '../../../shared/lib/errors.ts';
import type { JsonObject } from '../../../shared/lib/json.ts';
import type { ServerDraft } from '../../../shared/mcp/server-config.ts';
import { serverState } from '../../../shared/mcp/server-state.ts';
import type { ServerState } from '../../../shared/mcp/server-state.ts';
import { systemClock } from '../../lib/clock.ts';
import type { Clock } from '../../lib/clock.ts';
import { spawnManaged } from '../../lib/subprocess.ts';
import { ManualClock } from '../../lib/testing/manual-clock.ts';
import type { HubDeps, McpHub } from './hub.ts';
import {
  HubDesk,
  connected,
  facadeOf,
  isGone,
  reaches as comesTo,
  scriptedDraft,
  stateOf as stateIn,
} from './testing/hub-desk.ts';
import { RawClient, textOf } from './testing/raw-client.ts';

// Many processes are started here, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

const signal = new AbortController().signal;
const never = { env: [], headers: [] };

let desk: HubDesk;
let root: string;
let person: HubDesk['person'];

beforeEach(async () => {
  desk = await HubDesk.open();
  ({ root, person } = desk);
});
afterEach(() => desk.dispose());

const openHub = (changes: Partial<HubDeps> = {}, clock: Clock = systemClock): Promise<McpHub> =>
  desk.hub(changes, clock);

const draft = (args: string[], extra: Partial<ServerDraft> = {}, env = {}): ServerDraft => ({
  ...scriptedDraft(args, env),
  ...extra,
});
const stateOf = (hub: McpHub, serverId = ''): ServerState => stateIn(hub, serverId);
const reaches = (hub: McpHub, serverId = '', status: string): Promise<ServerState> =>
  comesTo(hub, serverId, status);
const notesOf = (hub: McpHub): string =>
  hub.list().find((one) => one.origin === 'builtin')?.id ?? '';
const addConnected = (hub: McpHub, ...args: string[]): Promise<string> =>
  connected(hub, scriptedDraft(args));

describe('the hub', () => {
  it('has the notes server from the first start, connected and with its hints [UI-35]', async () => {
    const hub = await openHub();
    const notes = await reaches(hub, notesOf(hub), 'connected');
    expect(notes).toMatchObject({ key: 'notes', trusted: true, enabled: true });
    expect(notes.tools.map((tool) => [tool.name, tool.annotations])).toEqual([
      ['list_notes', { readOnly: true, destructive: false, openWorld: false }],
      ['read_note', { readOnly: true, destructive: false, openWorld: false }],
      ['write_note', { readOnly: false, destructive: true, openWorld: false }],
      ['delete_note', { readOnly: false, destructive: true, openWorld: false }],
    ]);
    expect(person.asked).toEqual([]);
    await hub.setEnabled(notes.id, false, signal);
    await hub.dispose();
    const again = await openHub();
    expect(again.list()).toHaveLength(1);
    expect(again.list()[0]).toMatchObject({ id: notes.id, status: 'disabled' });
    await expect(again.remove(notes.id)).rejects.toMatchObject({ code: 'server.builtin' });
  });

  it('asks before it starts a new server, shows all of it, and connects it [SE-30, SE-31]', async () => {
    const hub = await openHub();
    const before = hub.sequence;
    const seen: number[] = [];
    hub.onChange((_, sequence) => seen.push(sequence));
    const { outcome, serverId } = await hub.add(
      draft(['--hints'], {}, { TOKEN: 'canary-1' }),
      signal,
    );
    expect(outcome).toBe('started');
    expect(person.asked).toEqual([
      {
        name: 'Scripted',
        definition: draft(['--hints'], {}, { TOKEN: 'canary-1' }).definition,
        previous: undefined,
        resolvedPath: process.execPath,
        folder: join(root, 'servers'),
        previousFolder: undefined,
      },
    ]);
    const state = await reaches(hub, serverId, 'connected');
    expect(state).toMatchObject({
      key: 'scripted',
      era: 'legacy',
      serverInfo: { name: 'scripted', title: 'Scripted' },
      lastExchange: { method: 'initialize' },
    });
    expect(state.tools.filter((tool) => tool.name.startsWith('hints_'))).toHaveLength(27);
    expect(serverState.parse(state)).toEqual(state);
    expect(JSON.stringify(hub.list())).not.toContain('canary-1');
    expect(seen).toEqual(seen.map((_, at) => before + 1 + at));
  });

  it('starts and stores nothing when the person says no [SE-30]', async () => {
    person.accepts = false;
    const spawn = vi.fn(spawnManaged);
    const hub = await openHub({ spawn });
    expect(await hub.add(draft([]), signal)).toEqual({ outcome: 'cancelled' });
    expect(hub.list()).toHaveLength(1);
    expect(await readFile(join(root, 'servers.json'), 'utf8')).not.toContain('scripted-stdio');
    expect(spawn).not.toHaveBeenCalled();
  });

  it('asks again for a changed definition, with the one before [SE-30]', async () => {
    const hub = await openHub();
    const { serverId = '' } = await hub.add(
      draft(['--name=One'], {}, { TOKEN: 'kept-value' }),
      signal,
    );
    await reaches(hub, serverId, 'connected');
    person.accepts = false;
    const change = draft(['--name=Two']);
    expect(await hub.update(serverId, change, never, signal)).toEqual({ outcome: 'cancelled' });
    expect(stateOf(hub, serverId).serverInfo?.name).toBe('One');
    person.accepts = true;
    await hub.update(serverId, change, { env: ['TOKEN'], headers: [] }, signal);
    expect(person.asked.at(-1)?.previous).toEqual(
      draft(['--name=One'], {}, { TOKEN: 'kept-value' }).definition,
    );
    await reaches(hub, serverId, 'connected');
    await vi.waitFor(() => expect(stateOf(hub, serverId).serverInfo?.name).toBe('Two'), 5_000);
    const client = await facadeOf(hub, 'scripted');
    const { env } = JSON.parse(textOf(await client.call('process'))) as { env: JsonObject };
    expect(env['TOKEN']).toBe('kept-value');
  });

  it('takes a new name without a question, and a new value only with one', async () => {
    const hub = await openHub();
    const serverId = await addConnected(hub);
    await hub.update(serverId, draft([], { name: 'Renamed' }), never, signal);
    expect(person.asked).toHaveLength(1);
    expect(stateOf(hub, serverId)).toMatchObject({
      name: 'Renamed',
      key: 'scripted',
      status: 'connected',
    });
    await hub.update(serverId, draft([], {}, { LD_PRELOAD: '/x' }), never, signal);
    expect(person.asked).toHaveLength(2);
    await expect(
      hub.update(serverId, draft([]), { env: ['NEVER_STORED'], headers: [] }, signal),
    ).rejects.toMatchObject({ code: 'server.invalid' });
  });

  it('starts no server that is turned off, or whose stored definition was altered [SE-30]', async () => {
    const first = await openHub();
    const off = await addConnected(first, `--starts=${join(root, 'off')}`);
    const altered = await addConnected(first, '--name=Plain');
    await first.setEnabled(off, false, signal);
    await rm(join(root, 'off'));
    await first.dispose();
    const file = join(root, 'servers.json');
    await writeFile(file, (await readFile(file, 'utf8')).replace('--name=Plain', '--name=Altered'));
    const hub = await openHub();
    expect(stateOf(hub, off).status).toBe('disabled');
    expect(stateOf(hub, altered)).toMatchObject({
      status: 'failed',
      trusted: false,
      failure: { code: 'not-trusted' },
    });
    await reaches(hub, notesOf(hub), 'connected');
    await expect(stat(join(root, 'off'))).rejects.toThrow();
    const asked = person.asked.length;
    await hub.setEnabled(altered, true, signal);
    expect(person.asked).toHaveLength(asked + 1);
    expect((await reaches(hub, altered, 'connected')).serverInfo?.name).toBe('Altered');
    await hub.setEnabled(off, true, signal);
    expect(person.asked).toHaveLength(asked + 1);
    await reaches(hub, off, 'connected');
  });

  it('keeps ids and keys over restarts of the app, and gives equal names different keys', async () => {
    const first = await openHub();
    const ids = [await addConnected(first), await addConnected(first)];
    await first.dispose();
    const hub = await openHub();
    expect(ids.map((id) => stateOf(hub, id).key)).toEqual(['scripted', 'scripted-2']);
    expect(person.asked).toHaveLength(2);
  });

  it('removes a server with its process [RE-10]', async () => {
    const hub = await openHub();
    const serverId = await addConnected(hub);
    const client = await facadeOf(hub, 'scripted');
    const { pid } = JSON.parse(textOf(await client.call('process'))) as { pid: number };
    await hub.remove(serverId);
    expect(isGone(pid)).toBe(true);
    expect(hub.list().some((one) => one.id === serverId)).toBe(false);
    expect((await client.call('echo', { text: '' })).error).toBeDefined();
    await expect(hub.restart(serverId)).rejects.toBeInstanceOf(ParleyError);
    expect(await readFile(join(root, 'servers.json'), 'utf8')).not.toContain('scripted-stdio');
  });

  it('leaves no process behind when it is disposed of, not even stubborn ones [RE-10]', async () => {
    const clock: Clock = {
      now: () => Date.now(),
      after: (ms, run) => systemClock.after(ms === 2_000 || ms === 5_000 ? 0 : ms, run),
    };
    const hub = await openHub({}, clock);
    const serverId = await addConnected(hub, '--ignore-term', '--grandchild');
    const silent = await hub.add(
      draft(['--silent-initialize', '--ignore-term', `--starts=${join(root, 'pid')}`]),
      signal,
    );
    expect(stateOf(hub, silent.serverId).status).toBe('connecting');
    const grandchild = await vi.waitFor(() => {
      const line = hub.logs(serverId).find(({ text }) => text.startsWith('grandchild '));
      if (!line) throw new Error('It is not up yet.');
      return Number(line.text.split(' ')[1]);
    }, 5_000);
    const starting = await vi.waitFor(() => {
      const text = readFileSync(join(root, 'pid'), 'utf8');
      return Number(text);
    }, 5_000);
    const client = await facadeOf(hub, 'scripted');
    const { pid } = JSON.parse(textOf(await client.call('process'))) as { pid: number };
    await hub.dispose();
    await vi.waitFor(
      () => expect([pid, grandchild, starting].filter((one) => !isGone(one))).toEqual([]),
      5_000,
    );
  });
});

describe('a server that cannot be connected', () => {
  it.each([
    ['a command that does not exist', { command: 'parley-no-such-command' }, 'command-not-found'],
    ['a working folder that is missing', { cwd: '/parley/nowhere' }, 'working-folder-missing'],
  ] as const)('is failed and says so: %s [RE-11.missing, UI-36]', async (_name, change, code) => {
    const hub = await openHub();
    const base = draft([]);
    if (base.definition.type !== 'stdio') throw new Error('unreachable');
    const { serverId } = await hub.add(
      { ...base, definition: { ...base.definition, ...change } },
      signal,
    );
    const { failure } = await reaches(hub, serverId, 'failed');
    expect(failure?.code).toBe(code);
    expect(failure?.message).toMatch(/^[“A-Z].+\.$/);
    if (code === 'command-not-found') {
      expect(failure).toMatchObject({
        command: 'parley-no-such-command',
        cwd: join(root, 'servers'),
      });
      expect(failure?.pathSearched).toEqual([...new Set((process.env['PATH'] ?? '').split(':'))]);
    }
  });

  it('is failed with exit code and the last of stderr, redacted [RE-11.exits, UI-36, SE-51]', async () => {
    const hub = await openHub();
    const secret = 'hunter2-canary';
    const { serverId = '' } = await hub.add(
      draft(['--stderr=boom with hunter2-canary inside', '--exit=3'], {}, { PASS: secret }),
      signal,
    );
    const { failure } = await reaches(hub, serverId, 'failed');
    expect(failure).toMatchObject({
      code: 'exited-early',
      exitCode: 3,
      resolvedPath: process.execPath,
    });
    expect(failure?.stderr?.[0]).toMatch(/^boom with .*inside$/);
    expect(JSON.stringify([failure, hub.logs(serverId)])).not.toContain(secret);
    const client = await facadeOf(hub, 'scripted');
    expect((await client.request('initialize')).error?.['message']).toContain('exit code 3');
  });

  it('is not started over and over, however often it is needed [RE-11]', async () => {
    const hub = await openHub();
    const starts = join(root, 'starts');
    const { serverId } = await hub.add(draft([`--starts=${starts}`, '--exit=1']), signal);
    await reaches(hub, serverId, 'failed');
    const client = await facadeOf(hub, 'scripted');
    for (let count = 0; count < 5; count += 1) await client.call('echo', { text: '' });
    // Once for the question after the era, on which some servers end, and once without it.
    expect((await readFile(starts, 'utf8')).trim().split('\n')).toHaveLength(2);
  });

  it('is failed after its limit when it never answers, and a facade waits until then [RE-11.silent]', async () => {
    const clock = new ManualClock();
    const hub = await openHub({}, clock);
    const { serverId } = await hub.add(draft(['--silent-initialize']), signal);
    const connecting = stateOf(hub, serverId);
    expect(connecting).toMatchObject({ status: 'connecting', connectingSince: clock.now() });
    const client = await facadeOf(hub, 'scripted');
    const answer = client.request('initialize');
    await vi.waitFor(() => expect(hub.logs(serverId ?? '')).not.toEqual([]), 5_000);
    clock.advance(30_000);
    expect((await answer).error?.['message']).toContain('30 seconds');
    expect(stateOf(hub, serverId).failure?.code).toBe('no-answer');
  });

  it('keeps junk on stdout for the log and connects [RE-11.junk]', async () => {
    const hub = await openHub();
    const serverId = await addConnected(hub, '--junk-first');
    const junk = hub.logs(serverId).filter((line) => line.stream === 'stdout-junk');
    expect(junk[0]?.text).toBe('Welcome to the server!');
  });

  it('keeps a thousand lines of what a server says and no more [RE-11]', async () => {
    const hub = await openHub();
    const serverId = await addConnected(hub);
    const client = await facadeOf(hub, 'scripted');
    expect(textOf(await client.call('flood_stderr', { lines: 20_000 }))).toBe('flooded');
    await vi.waitFor(
      () =>
        expect(hub.logs(serverId).at(-1)).toMatchObject({ stream: 'stderr', text: 'line 20000' }),
      5_000,
    );
    expect(hub.logs(serverId)).toHaveLength(1_000);
    expect(stateOf(hub, serverId).status).toBe('connected');
  });

  it('needs a sign-in where http says so, and shows other refusals', async () => {
    const server = await createScriptedHttpServer({ mode: 'unauthorized' });
    const hub = await openHub();
    const definition = {
      type: 'http',
      url: server.url,
      headers: { 'x-key': 'header-canary' },
    } as const;
    const { serverId = '' } = await hub.add({ ...draft([]), definition }, signal);
    await reaches(hub, serverId, 'needs-auth');
    server.setMode('error');
    await hub.restart(serverId);
    expect((await reaches(hub, serverId, 'failed')).failure).toMatchObject({ code: 'http-error' });
    server.setMode('ok');
    await hub.restart(serverId);
    await reaches(hub, serverId, 'connected');
    const client = await facadeOf(hub, 'scripted');
    await server.close();
    expect((await client.call('echo', { text: '' })).error?.['message']).toContain(
      'could not be reached',
    );
    expect(stateOf(hub, serverId)).toMatchObject({
      status: 'failed',
      failure: { code: 'unreachable' },
    });
  });
});

describe('a facade', () => {
  it('serves two runtimes at once, each with its own ids and progress tokens', async () => {
    const hub = await openHub();
    await addConnected(hub);
    const facade = hub.facades().get('scripted');
    expect(facade?.record.name).toBe('Scripted');
    const [left, right] = await Promise.all([
      RawClient.open(facade?.server),
      RawClient.open(facade?.server),
    ]);
    const hello = await left.request('initialize', { protocolVersion: '2025-06-18' });
    expect(hello.result).toMatchObject({
      protocolVersion: '2025-06-18',
      serverInfo: { name: 'scripted', version: '1.2.3' },
      instructions: 'Do as the script says.',
    });
    expect((await right.request('ping')).result).toEqual({});
    const [one, two] = await Promise.all([
      left.call('slow', { steps: 2 }, { progressToken: 'left-token' }),
      right.call('echo', { text: 'for the right one' }, { progressToken: 7 }),
    ]);
    expect(textOf(one)).toBe('2 steps done');
    expect(textOf(two)).toBe('for the right one');
    const progress = left.messages.filter(
      (message) => message['method'] === 'notifications/progress',
    );
    expect(progress.map((message) => message['params'])).toEqual([
      { progressToken: 'left-token', progress: 1, total: 2, message: 'step 1' },
      { progressToken: 'left-token', progress: 2, total: 2, message: 'step 2' },
    ]);
    expect(right.messages.some((message) => message['method'] !== undefined)).toBe(false);
  });

  it('passes tools and content of any kind as they were sent [RE-11.unknown-content]', async () => {
    const hub = await openHub();
    await addConnected(hub, '--hints');
    const client = await facadeOf(hub, 'scripted');
    const { result } = await client.call('unknown_content');
    expect(result).toMatchObject({
      content: [{ type: 'hologram', beams: 3 }, {}, {}, {}],
      vendorField: 'kept',
    });
    const listed = (await client.request('tools/list')).result?.['tools'] as JsonObject[];
    expect(listed.find((tool) => tool['name'] === 'hints_t_f')?.['annotations']).toEqual({
      readOnlyHint: true,
      openWorldHint: false,
    });
  });

  it('tells errors apart: a tool that throws, an unknown tool, a bad call, an unknown method [RE-11.throws]', async () => {
    const hub = await openHub();
    const serverId = await addConnected(hub);
    const client = await facadeOf(hub, 'scripted');
    expect((await client.call('throw')).error).toEqual({
      code: -32603,
      message: 'The tool threw on purpose.',
    });
    expect((await client.call('fail')).result?.['isError']).toBe(true);
    expect((await client.call('nothing')).error?.['code']).toBe(-32602);
    expect((await client.request('tools/call', { name: 7 })).error?.['code']).toBe(-32602);
    expect((await client.request('resources/list')).error?.['code']).toBe(-32601);
    expect(stateOf(hub, serverId).status).toBe('connected');
  });

  it('cancels on the server what a runtime cancels, and what it left open', async () => {
    const hub = await openHub();
    const serverId = await addConnected(hub);
    const cancelled = (): number =>
      hub.logs(serverId).filter(({ text }) => text.startsWith('cancelled')).length;
    const client = await facadeOf(hub, 'scripted');
    void client.call('silent');
    await client.call('echo', { text: 'the call is under way' });
    client.send({ method: 'notifications/cancelled', params: { requestId: 'request-1' } });
    await vi.waitFor(() => expect(cancelled()).toBe(1), 5_000);
    void client.call('silent');
    await client.call('echo', { text: 'so is this one' });
    await client.close();
    await vi.waitFor(() => expect(cancelled()).toBe(2), 5_000);
    expect(client.messages.map((message) => message['id'])).not.toContain('request-1');
  });

  it('ends a call that shows no life after 60 seconds', async () => {
    const clock = new ManualClock();
    const hub = await openHub({}, clock);
    await addConnected(hub);
    const client = await facadeOf(hub, 'scripted');
    const answer = client.call('silent');
    await client.call('echo', { text: 'the call is under way' });
    clock.advance(60_000);
    expect((await answer).error).toMatchObject({ code: -32001 });
  });

  it('tells of new tools once for a storm of notices', async () => {
    const clock = new ManualClock();
    const hub = await openHub({}, clock);
    const serverId = await addConnected(hub);
    const client = await facadeOf(hub, 'scripted');
    await client.request('initialize');
    await client.call('add_tool', { name: 'fresh', notices: 50 });
    clock.advance(250);
    await vi.waitFor(
      () => expect(stateOf(hub, serverId).tools.map((tool) => tool.name)).toContain('fresh'),
      5_000,
    );
    const notices = client.messages.filter(
      ({ method }) => method === 'notifications/tools/list_changed',
    );
    expect(notices).toHaveLength(1);
    expect(textOf(await client.call('list_count'))).toBe('2');
    expect(textOf(await client.call('fresh'))).toBe('fresh {}');
  });

  it('brings a server back that died, with the reason for who was waiting, and never in a storm', async () => {
    const clock = new ManualClock();
    const hub = await openHub({}, clock);
    const starts = join(root, 'starts');
    const { serverId = '' } = await hub.add(draft([`--starts=${starts}`]), signal);
    await reaches(hub, serverId, 'connected');
    const count = async (): Promise<number> =>
      (await readFile(starts, 'utf8')).trim().split('\n').length;
    const client = await facadeOf(hub, 'scripted');
    expect((await client.call('die', { code: 9 })).error?.['message']).toContain('exit code 9');
    expect(stateOf(hub, serverId)).toMatchObject({
      status: 'failed',
      failure: { code: 'connection-lost', exitCode: 9 },
    });
    expect(textOf(await client.call('echo', { text: 'back' }))).toBe('back');
    expect(await count()).toBe(2);
    await client.call('die');
    expect((await client.call('echo', { text: 'too soon' })).error?.['message']).toContain(
      'not connected',
    );
    expect(await count()).toBe(2);
    clock.advance(2_000);
    expect(textOf(await client.call('echo', { text: 'later' }))).toBe('later');
    expect(await count()).toBe(3);
  });

  it('keeps working when its server is restarted or turned off and on', async () => {
    const hub = await openHub();
    const serverId = await addConnected(hub);
    const client = await facadeOf(hub, 'scripted');
    const pid = async (): Promise<number> =>
      (JSON.parse(textOf(await client.call('process'))) as { pid: number }).pid;
    const before = await pid();
    const restarting = hub.restart(serverId);
    const during = await pid();
    await restarting;
    expect(during).not.toBe(before);
    expect(isGone(before)).toBe(true);
    await hub.setEnabled(serverId, false, signal);
    expect((await client.call('echo')).error?.['message']).toContain('turned off');
    expect(hub.facades().has('scripted')).toBe(false);
    await expect(hub.restart(serverId)).rejects.toMatchObject({ code: 'server.invalid' });
    await hub.setEnabled(serverId, true, signal);
    expect(await pid()).not.toBe(during);
  });
});

describe('what a facade tells of its server', () => {
  const changesOf = (client: RawClient): number => client.listChanges;
  const refusalOf = async (client: RawClient): Promise<unknown> =>
    (await client.request('initialize')).error?.['data'];

  it('says why there is no connection, and calls for another handshake when there is one [RE-11.told]', async () => {
    const hub = await openHub();
    const { serverId = '' } = await hub.add(draft(['--exit=3']), signal);
    await reaches(hub, serverId, 'failed');
    const client = await facadeOf(hub, 'scripted');
    expect(await refusalOf(client)).toEqual({
      status: 'failed',
      reason: expect.stringContaining('exit code 3') as string,
    });
    expect(changesOf(client)).toBe(0);
    await hub.update(serverId, draft([]), { env: [], headers: [] }, signal);
    await reaches(hub, serverId, 'connected');
    await vi.waitFor(() => expect(changesOf(client)).toBe(1), 5_000);
    expect((await client.request('initialize')).result).toHaveProperty('serverInfo');
  });

  it('tells when it was turned off, turned on with the same tools, and removed', async () => {
    const hub = await openHub();
    const serverId = await addConnected(hub);
    const client = await facadeOf(hub, 'scripted');
    await client.request('initialize');
    await hub.setEnabled(serverId, false, signal);
    await vi.waitFor(() => expect(changesOf(client)).toBe(1), 5_000);
    expect((await client.request('tools/list')).error?.['data']).toMatchObject({
      status: 'disabled',
    });
    await hub.setEnabled(serverId, true, signal);
    await reaches(hub, serverId, 'connected');
    await vi.waitFor(() => expect(changesOf(client)).toBe(2), 5_000);
    await hub.remove(serverId);
    await vi.waitFor(() => expect(changesOf(client)).toBe(3), 5_000);
    expect(await refusalOf(client)).toEqual({
      status: 'disabled',
      reason: expect.stringContaining('removed') as string,
    });
  });

  it('tells that a sign-in is needed, also when that shows later', async () => {
    const server = await createScriptedHttpServer({ mode: 'unauthorized' });
    const hub = await openHub();
    const definition = { type: 'http', url: server.url, headers: {} } as const;
    const { serverId = '' } = await hub.add({ ...draft([]), definition }, signal);
    await reaches(hub, serverId, 'needs-auth');
    const client = await facadeOf(hub, 'scripted');
    expect(await refusalOf(client)).toMatchObject({ status: 'needs-auth' });
    server.setMode('ok');
    await hub.restart(serverId);
    await reaches(hub, serverId, 'connected');
    await client.request('initialize');
    const before = changesOf(client);
    server.setMode('unauthorized');
    await client.call('echo', { text: '' });
    await vi.waitFor(() => expect(changesOf(client)).toBe(before + 1), 5_000);
    expect(await refusalOf(client)).toMatchObject({ status: 'needs-auth' });
    await server.close();
  });
});

describe('looking for commands', () => {
  it('finds a command where its PATH leads, and says where it looked', async () => {
    const bin = join(root, 'bin');
    await mkdir(bin);
    await writeFile(join(bin, 'tool'), '#!/bin/sh\n');
    await chmod(join(bin, 'tool'), 0o755);
    const hub = await openHub({ searchPath: async () => `/usr/bin:${bin}` });
    expect(await hub.findCommand('tool')).toEqual({
      path: join(bin, 'tool'),
      searched: ['/usr/bin', bin],
    });
    expect(await hub.findCommand('parley-none')).toEqual({
      path: null,
      searched: ['/usr/bin', bin],
    });
  });
});
