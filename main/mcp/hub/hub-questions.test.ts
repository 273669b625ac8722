import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../../shared/lib/json.ts';
import type { ServerDraft } from '../../../shared/mcp/server-config.ts';
import { ManualClock } from '../../lib/testing/manual-clock.ts';
import type { McpHub } from './hub.ts';
import { HubDesk, connected, facadeOf, hostileDraft, remoteDraft } from './testing/hub-desk.ts';
import { textOf } from './testing/raw-client.ts';
import { ScriptedPeople } from './testing/scripted-people.ts';

vi.setConfig({ testTimeout: 30_000 });

const left = { id: 'left', folder: '/work/left' };
const right = { id: 'right', folder: '/work/right' };
const yes = { action: 'accept', content: { sure: true } } as const;
const no = { action: 'decline' } as const;

let desk: HubDesk;
let people: ScriptedPeople;
let clock: ManualClock;
let hub: McpHub;

beforeEach(async () => {
  desk = await HubDesk.open();
  people = new ScriptedPeople();
  people.folders.set('left', left.folder).set('right', right.folder);
  clock = new ManualClock();
  hub = await desk.hub({ questions: people }, clock);
});
afterEach(() => desk.dispose());

const overStdio = (...switches: string[]): Promise<ServerDraft> =>
  Promise.resolve({ ...hostileDraft(['--zoo=elicitations', ...switches]), name: 'Server' });
const overHttp = async (...switches: string[]): Promise<ServerDraft> => ({
  ...remoteDraft(await desk.hostileUrl('--zoo=elicitations', ...switches)),
  name: 'Server',
});
/** What the server was sent, message by message. */
const sent = async (record: string): Promise<JsonObject[]> =>
  (await readFile(record, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as JsonObject);

describe.each([
  ['stdio', 'legacy', overStdio, ['left', 'right']],
  ['stdio', 'modern', overStdio, ['left']],
  ['http', 'legacy', overHttp, ['left']],
  ['http', 'modern', overHttp, ['left']],
] as const)('a question over %s in the %s era', (_, era, start, owners) => {
  it('goes to the sessions whose calls may have caused it, and stops the clock of the call [UI-40.owner, UI-40.clock]', async () => {
    const serverId = await connected(hub, await start(`--era=${era}`));
    const [one, two] = [await facadeOf(hub, 'server', left), await facadeOf(hub, 'server', right)];
    const stuck = two.call('wait');
    await two.call('echo');
    const answer = one.call('elicit_choose', {}, { 'parley/toolUseId': 'toolu_7' });
    const { question, owner } = await people.question();
    expect(question).toMatchObject({ mode: 'form', message: 'Choose.' });
    expect(owner.sessionIds.toSorted()).toEqual(owners);
    expect(owner).toMatchObject({ serverId, serverName: 'Server' });
    if (owners.length === 1)
      expect(owner).toMatchObject({ toolName: 'elicit_choose', toolUseId: 'toolu_7' });
    clock.advance(10 * 60_000);
    people.asked[0]?.answer(yes);
    expect(textOf(await answer)).toBe('[{"action":"accept","content":{"sure":true}}]');
    // Another call does not wait for the person, unless nobody can tell whose the question was.
    if (owners.length === 2) clock.advance(60_000);
    expect((await stuck).error).toMatchObject({ code: -32001 });
  });

  it('is withdrawn when the call is cancelled [UI-40.withdrawn]', async () => {
    await connected(hub, await start(`--era=${era}`));
    const client = await facadeOf(hub, 'server', left);
    void client.call('elicit_choose');
    const { signal } = await people.question();
    client.send({ method: 'notifications/cancelled', params: { requestId: 'request-1' } });
    await vi.waitFor(() => expect(signal.aborted).toBe(true), 5_000);
  });
});

describe('questions of a server', () => {
  it.each(['legacy', 'modern'])(
    'that is silent after the answer end with the clock of their call, which goes on from there (%s) [UI-40.clock]',
    async (era) => {
      const serverId = await connected(hub, await overStdio(`--era=${era}`));
      const client = await facadeOf(hub, 'server', left);
      const call = client.call('elicit_and_hang');
      const { answer } = await people.question();
      clock.advance(10 * 60_000);
      answer(yes);
      await vi.waitFor(
        () => expect(hub.logs(serverId).map(({ text }) => text)).toContain('answered'),
        5_000,
      );
      clock.advance(60_000);
      expect((await call).error).toMatchObject({ code: -32001 });
    },
  );

  it('of several calls at once get each its own answer [UI-40.owner]', async () => {
    await connected(hub, await overHttp('--era=legacy'));
    const [one, two] = [await facadeOf(hub, 'server', left), await facadeOf(hub, 'server', right)];
    const answers = [one.call('elicit_choose'), two.call('elicit_choose')];
    await people.question(1);
    const of = (id: string) => people.asked.find(({ owner }) => owner.sessionIds.includes(id));
    of('right')?.answer(no);
    of('left')?.answer(yes);
    const [mine, theirs] = await Promise.all(answers);
    expect(textOf(mine ?? {})).toContain('"accept"');
    expect(textOf(theirs ?? {})).toContain('"decline"');
  });

  it('belong to the only call under way, and to nobody when it is the person’s own [UI-40.owner]', async () => {
    const serverId = await connected(hub, await overStdio('--era=legacy'));
    const client = await facadeOf(hub, 'server', left);
    const theirs = client.call('elicit_choose');
    expect((await people.question()).owner).toMatchObject({
      sessionIds: ['left'],
      toolName: 'elicit_choose',
    });
    people.asked[0]?.answer(no);
    await theirs;
    const own = hub.callTool(serverId, 'elicit_choose', {});
    expect((await people.question(1)).owner).toMatchObject({
      sessionIds: [],
      toolName: 'elicit_choose',
    });
    people.asked[1]?.answer(no);
    expect((await own).content).toHaveLength(1);
  });

  it('that want an address visited are asked, and the same call is made again [UI-41.required]', async () => {
    const record = join(desk.root, 'record');
    const serverId = await connected(hub, await overStdio('--era=legacy', `--record=${record}`));
    const client = await facadeOf(hub, 'server', left);
    const args = { deep: { list: [1, 'é'] } };
    const answer = client.call('url_required', args);
    const { question, owner, answer: reply } = await people.question();
    expect(question).toMatchObject({
      mode: 'url',
      url: 'https://example.com/connect',
      elicitationId: 'visit-1',
    });
    expect(owner.sessionIds).toEqual(['left']);
    reply({ action: 'accept' });
    expect(JSON.parse(textOf(await answer))).toEqual({ visited: true, args });
    const calls = (await sent(record)).filter(({ method }) => method === 'tools/call');
    expect(calls.map(({ params }) => (params as JsonObject)['arguments'])).toEqual([args, args]);
    expect(JSON.stringify(calls)).not.toContain('parley/');
    await client.call('complete_url');
    await vi.waitFor(() => expect(people.completions).toContainEqual(['visit-1', serverId]), 5_000);
  });

  it('are declared only where somebody answers [UI-40.declared]', async () => {
    const records = [join(desk.root, 'with'), join(desk.root, 'without')];
    await connected(hub, await overStdio('--era=legacy', `--record=${records[0] ?? ''}`));
    await hub.dispose();
    const alone = await desk.hub();
    await connected(alone, await overStdio('--era=legacy', `--record=${records[1] ?? ''}`));
    const declared = records.map(async (record) => {
      const hello = (await sent(record)).find(({ method }) => method === 'initialize');
      return (hello?.['params'] as JsonObject)['capabilities'];
    });
    expect(await Promise.all(declared)).toEqual([
      { elicitation: { form: {}, url: {} }, sampling: {}, roots: { listChanged: true } },
      {},
    ]);
  });
});

describe('what a server asks for besides', () => {
  it('is a model’s answer, with whose call it is [UI-43.owner]', async () => {
    await connected(hub, await overStdio('--era=modern'));
    const client = await facadeOf(hub, 'server', left);
    expect(textOf(await client.call('sample'))).toContain('Hello.');
    expect(people.sampled).toMatchObject([
      { params: { systemPrompt: 'Be brief.' }, owner: { sessionIds: ['left'] } },
    ]);
  });

  it('are the folders of the sessions, told again when they change [UI-43.roots]', async () => {
    const record = join(desk.root, 'record');
    await connected(hub, await overStdio('--era=legacy', `--record=${record}`));
    const changes = async (): Promise<number> =>
      (await sent(record)).filter(({ method }) => method === 'notifications/roots/list_changed')
        .length;
    const one = await facadeOf(hub, 'server', left);
    await facadeOf(hub, 'server', left);
    expect(textOf(await one.call('roots'))).toContain('file:///work/left');
    expect(await changes()).toBe(1);
    const two = await facadeOf(hub, 'server', right);
    const both = textOf(await two.call('roots'));
    expect(both).toContain('file:///work/left');
    expect(both).toContain('file:///work/right');
    expect(await changes()).toBe(2);
    await hub.closeSession('left');
    expect(textOf(await two.call('roots'))).not.toContain('left');
    expect(await changes()).toBe(3);
  });

  it('are in the modern era the folders of the one session [UI-43.roots]', async () => {
    await connected(hub, await overHttp('--era=modern'));
    await facadeOf(hub, 'server', left);
    const two = await facadeOf(hub, 'server', right);
    expect(textOf(await two.call('roots'))).toBe(
      '{"roots":[{"uri":"file:///work/right","name":"right"}]}',
    );
  });
});
