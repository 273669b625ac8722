import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ServerRecord } from '../../../shared/mcp/server-config.ts';
import { systemClock } from '../../lib/clock.ts';
import { ServerStore } from '../config/server-store.ts';
import type { McpHub } from './hub.ts';
import {
  HubDesk,
  added,
  connected,
  facadeOf,
  hostileDraft,
  isGone,
  reaches,
  stateOf,
  until,
} from './testing/hub-desk.ts';
import { textOf } from './testing/raw-client.ts';
import { ScriptedPeople } from './testing/scripted-people.ts';

vi.setConfig({ testTimeout: 30_000 });

const signal = new AbortController().signal;
const keepNothing = { env: [], headers: [] };
let desk: HubDesk;
let store: ServerStore;
let people: ScriptedPeople;
let hub: McpHub;
let starts: string;

beforeEach(async () => {
  desk = await HubDesk.open();
  people = new ScriptedPeople();
  store = await ServerStore.open({
    path: join(desk.root, 'servers.json'),
    clock: systemClock,
    onTrouble: () => undefined,
  });
  hub = await desk.hub({ questions: people, store });
  starts = join(desk.root, 'starts');
  await writeFile(starts, '');
});
afterEach(() => desk.dispose());

const pids = async (): Promise<number[]> =>
  (await readFile(starts, 'utf8'))
    .split('\n')
    .filter((line) => line !== '')
    .map(Number);
const startsDraft = (...switches: string[]) => hostileDraft([`--starts=${starts}`, ...switches]);
const allGone = (): Promise<void> =>
  vi.waitFor(async () => {
    for (const pid of await pids()) expect(isGone(pid)).toBe(true);
  }, 8_000);
/** A person who is asked and has not answered yet. */
function hesitate(): { readonly asked: Promise<void>; readonly answer: (yes: boolean) => void } {
  const gate: { asked: () => void; answer: (yes: boolean) => void } = {
    asked: () => undefined,
    answer: () => undefined,
  };
  const asked = new Promise<void>((done) => (gate.asked = done));
  const answered = new Promise<boolean>((done) => (gate.answer = done));
  desk.person.reviewServer = () => {
    gate.asked();
    return answered;
  };
  return { asked, answer: (yes) => gate.answer(yes) };
}

describe('a server that is removed', () => {
  it.each([
    ['legacy', 'elicit_choose'],
    ['modern', 'elicit_choose'],
    ['legacy', 'url_required'],
    ['modern', 'url_required'],
  ])(
    'while it asks a question ends that and the call with a reason: %s, %s [RE-11.removed, UI-40.withdrawn]',
    async (era, tool) => {
      const serverId = await connected(hub, startsDraft('--zoo=elicitations', `--era=${era}`));
      const client = await facadeOf(hub, 'hostile', { id: 's1', folder: desk.root });
      const call = client.call(tool);
      const question = await people.question();
      await hub.remove(serverId);
      expect(question.signal.aborted).toBe(true);
      expect((await call).error?.['message']).toMatch(/connection .* (closed|ended)/);
      expect((await client.call('echo')).error?.['message']).toContain('removed');
      await allGone();
    },
  );

  it('that dies while it asks a question takes the question with it [UI-40.withdrawn]', async () => {
    await connected(hub, startsDraft('--zoo=elicitations', '--era=modern'));
    const client = await facadeOf(hub, 'hostile', { id: 's1', folder: desk.root });
    const call = client.call('elicit_choose');
    const question = await people.question();
    for (const pid of await pids()) process.kill(pid, 'SIGKILL');
    expect((await call).error?.['message']).toContain('SIGKILL');
    expect(question.signal.aborted).toBe(true);
  });

  it('is not started by a session that needs it first, nor by one that was closed [RE-11.removed, UI-31.per-session]', async () => {
    const serverId = await connected(hub, startsDraft());
    await hub.updateSettings(serverId, (settings) => ({ ...settings, sharing: 'per-session' }));
    const session = { id: 's1', folder: desk.root };
    const early = await facadeOf(hub, 'hostile', session);
    const late = await facadeOf(hub, 'hostile', { id: 's2', folder: desk.root });
    expect(textOf(await early.call('echo', { text: 'hello' }))).toContain('hello');
    expect(await pids()).toHaveLength(2);
    await hub.closeSession('s1');
    expect((await early.call('echo')).error).toBeDefined();
    await hub.remove(serverId);
    expect((await late.call('echo')).error?.['message']).toContain('removed');
    expect(await pids()).toHaveLength(2);
    await allGone();
  });

  it('while the person is asked about it stays removed [RE-11.removed, SE-30]', async () => {
    const serverId = await connected(hub, startsDraft());
    const person = hesitate();
    const update = hub.update(serverId, startsDraft('--name=other'), keepNothing, signal);
    await person.asked;
    await hub.remove(serverId);
    person.answer(true);
    await expect(update).rejects.toMatchObject({ code: 'server.not-found' });
    expect(hub.recordOf(serverId)).toBeUndefined();
    expect(await pids()).toHaveLength(1);
    await allGone();
  });
});

describe('changes at the same time', () => {
  it('fifty presses of the switch end as the last one, with one process [RE-11.toggle]', async () => {
    const serverId = await connected(hub, startsDraft());
    const presses = Array.from({ length: 50 }, (_, press) =>
      hub.setEnabled(serverId, press % 2 === 1, signal),
    );
    await Promise.all(presses);
    await reaches(hub, serverId, 'connected');
    await vi.waitFor(async () => {
      expect((await pids()).filter((pid) => !isGone(pid))).toHaveLength(1);
    }, 8_000);
    await hub.setEnabled(serverId, false, signal);
    await allGone();
  });

  it('an edit during the start takes its place [RE-11.toggle]', async () => {
    const serverId = await added(hub, startsDraft('--silent'));
    await vi.waitFor(async () => expect(await pids()).toHaveLength(1), 8_000);
    await hub.update(serverId, startsDraft('--name=second'), keepNothing, signal);
    await reaches(hub, serverId, 'connected');
    const [first] = await pids();
    expect(isGone(first ?? 0)).toBe(true);
  });

  it('turning a server off does not undo an edit that is on its way [SE-30, RE-11.toggle]', async () => {
    const serverId = await connected(hub, startsDraft());
    const edited = startsDraft('--name=edited');
    const update = hub.update(serverId, edited, keepNothing, signal);
    await vi.waitFor(() => expect(desk.person.asked).toHaveLength(2));
    await Promise.all([update, hub.setEnabled(serverId, false, signal)]);
    expect(hub.recordOf(serverId)).toMatchObject({ definition: edited.definition });
    expect(stateOf(hub, serverId).trusted).toBe(true);
  });

  it('what the person agreed to is not put over an edit that came meanwhile [SE-30]', async () => {
    const serverId = await connected(hub, startsDraft());
    const record = hub.recordOf(serverId) as ServerRecord;
    await hub.setEnabled(serverId, false, signal);
    await store.put({ ...record, enabled: false, trustedHash: undefined });
    await hub.reload();
    const person = hesitate();
    const turnedOn = hub.setEnabled(serverId, true, signal);
    await person.asked;
    const outside = startsDraft('--name=outside').definition;
    await store.put({ ...record, definition: outside, enabled: false, trustedHash: undefined });
    await hub.reload();
    person.answer(true);
    await expect(turnedOn).rejects.toMatchObject({ code: 'server.invalid' });
    expect(hub.recordOf(serverId)).toMatchObject({ definition: outside, enabled: false });
    expect(await pids()).toHaveLength(1);
  });

  it('a file that is read again loses no server that is being added, turned on or removed [RE-11.reload]', async () => {
    const gone = await connected(hub, startsDraft());
    const [first, , second] = await Promise.all([
      added(hub, { ...startsDraft(), name: 'First' }),
      hub.reload(),
      added(hub, { ...startsDraft(), name: 'Second' }),
      hub.reload(),
      hub.remove(gone),
      hub.reload(),
    ]);
    await reaches(hub, first, 'connected');
    await reaches(hub, second, 'connected');
    expect(hub.recordOf(gone)).toBeUndefined();
    expect(store.records.map(({ id }) => id)).not.toContain(gone);
    expect((await pids()).filter((pid) => !isGone(pid))).toHaveLength(2);
  });

  it('nothing is started once the app closes, whatever was on its way [RE-10.quit-in-middle]', async () => {
    const one = await connected(hub, startsDraft());
    const session = { id: 's1', folder: desk.root };
    const client = await facadeOf(hub, 'hostile', session);
    const under = [
      hub.setEnabled(one, false, signal),
      hub.setEnabled(one, true, signal),
      hub.restart(one),
      hub.add({ ...startsDraft(), name: 'Late' }, signal),
      client.call('echo'),
      hub.reload(),
    ];
    const closing = hub.dispose();
    await Promise.allSettled([...under, closing]);
    await allGone();
    const count = (await pids()).length;
    expect((await client.call('echo')).error).toBeDefined();
    expect(await pids()).toHaveLength(count);
  });
});

describe('RE-10', () => {
  it('fifty starts and stops leave as many processes and files open as before [RE-10.cycles]', async () => {
    const serverId = await connected(hub, startsDraft());
    const count = (): number => process.getActiveResourcesInfo().length;
    await hub.setEnabled(serverId, false, signal);
    const before = count();
    for (let cycle = 0; cycle < 50; cycle += 1) {
      await hub.setEnabled(serverId, true, signal);
      if (cycle % 2 === 0)
        await until(hub, serverId, (state) => expect(state.status).not.toBe('pending'));
      await hub.setEnabled(serverId, false, signal);
    }
    await allGone();
    expect(count()).toBeLessThanOrEqual(before + 2);
  }, 60_000);
});
