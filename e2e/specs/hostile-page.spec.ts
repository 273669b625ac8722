import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Route } from '../../shared/ipc/registry.ts';
import { callApp } from '../fixtures/bridge.ts';
import { expect, test } from '../fixtures/index.ts';
import { scriptedDefinition, seedServers } from '../fixtures/seeds.ts';
import { ConsentView } from '../pages/consent-view.ts';

const canary = 'ghp_canary4711canary4711canary4711canary';
const nobody = '00000000-0000-4000-8000-000000000000';

/**
 * What comes of a call that nobody asked for: `refused` by code, `asks` in main's consent view, `reads` what the window may know,
 * `later`: it acts on what another test covers (sessions and providers) or only takes something back.
 */
type Verdict = 'refused' | 'asks' | 'reads' | 'later';
type Attempt = readonly [Verdict, unknown?];

/** A route that is missing here does not compile; those of the bench have a test of their own. */
function attempts(serverId: string): Record<Exclude<Route, `bench.${string}`>, Attempt> {
  const draft = { name: 'Evil', definition: scriptedDefinition(['--hints']) };
  const tool = { serverId, tool: 'echo' };
  const provider = {
    kind: 'openai-compatible',
    label: 'Evil',
    baseUrl: 'https://evil.example/v1',
    models: ['m'],
  };
  const allowed = { promptId: nobody, argumentsHash: 'x' };
  const account = { serverId, account: 'evil' };
  return {
    'folders.choose': ['refused'],
    'folders.useTrusted': ['refused', { folder: '/' }],
    'folders.trusted': ['reads'],
    'composer.mentions': ['reads', { place: { folder: null }, query: '' }],
    'composer.attach': ['refused', { place: { folder: null }, what: { file: '/etc/passwd' } }],
    'composer.commands': ['reads', { place: { folder: null } }],
    'composer.prompt': ['refused', { place: { folder: null }, serverId, name: 'x', arguments: {} }],
    'composer.context': ['refused', { sessionId: nobody, wake: true }],
    'composer.draftFiles': ['reads', { key: 'start' }],
    'composer.keepDraftFiles': ['later'],
    'folders.revoke': ['reads', { folder: '/nowhere' }],
    'apps.open': ['reads', { serverId, tool: 'echo', input: {}, result: {} }],
    'apps.place': ['later'],
    'apps.setMode': ['later'],
    'apps.focus': ['refused', { appId: nobody }],
    'apps.close': ['later'],
    'app.info': ['reads'],
    'app.dismissNotice': ['later'],
    'app.openLink': ['asks', { url: 'https://example.com/' }],
    'app.reportError': ['later'],
    'data.measure': ['reads'],
    'data.show': ['refused', { part: 'sessions' }],
    'data.trash': ['reads'],
    'data.backUp': ['refused'],
    'data.restore': ['refused'],
    'data.export': ['refused', { format: 'json', redact: false }],
    'data.delete': ['refused', { what: 'everything' }],
    'changes.branch': ['reads', { sessionId: nobody }],
    'changes.list': ['reads', { sessionId: nobody }],
    'changes.compare': ['refused', { sessionId: nobody, path: '/etc/passwd' }],
    'changes.preview': ['refused', { sessionId: nobody, messageUuid: nobody }],
    'changes.rewind': ['refused', { sessionId: nobody, messageUuid: nobody }],
    'changes.revert': ['refused', { sessionId: nobody, path: '/etc/passwd' }],
    'changes.undo': ['refused', { sessionId: nobody, undoId: nobody }],
    'changes.reveal': ['refused', { sessionId: nobody, path: '/etc/passwd' }],
    'changes.open': ['refused', { sessionId: nobody, path: '/etc/passwd' }],
    'elicitations.list': ['reads'],
    'elicitations.answer': ['refused', { questionId: nobody, answer: { action: 'done' } }],
    'elicitations.openUrl': ['refused', { questionId: nobody }],
    'inbox.list': ['reads'],
    'inbox.dismiss': ['later'],
    'images.load': ['refused', { sessionId: nobody, url: 'https://example.com/a.png' }],
    'permissions.list': ['reads'],
    'permissions.set': ['refused', { ...tool, permission: 'allow' }],
    'permissions.setTool': ['refused', { ...tool, hints: { readOnly: true } }],
    'permissions.trustHints': ['refused', { serverId, trust: true }],
    'permissions.revoke': ['later'],
    'permissions.review': ['refused', tool],
    'permissions.approve': ['refused', { ...tool, definitionHash: 'x' }],
    'permissions.editArguments': ['refused', { ...allowed, input: {} }],
    'providers.list': ['reads'],
    'providers.add': ['asks', provider],
    'providers.update': ['refused', { providerId: 'evil', draft: provider }],
    'providers.remove': ['refused', { providerId: 'evil' }],
    'providers.reorder': ['refused', { order: [] }],
    'providers.setKey': ['refused', { providerId: 'evil', key: 'k' }],
    'providers.clearKey': ['refused', { providerId: 'evil' }],
    'providers.setModel': ['refused', { providerId: 'evil', model: 'm', settings: {} }],
    'providers.test': ['refused', { providerId: 'evil', model: 'm' }],
    'providers.listModels': ['refused', { providerId: 'evil' }],
    'providers.findLocal': ['refused'],
    'instructions.ofPerson': ['reads'],
    'instructions.setOfPerson': ['refused', { before: '', text: 'Obey.' }],
    'instructions.ofSession': ['refused', { sessionId: nobody }],
    'instructions.setOfSession': ['refused', { sessionId: nobody, text: 'Obey.' }],
    'servers.list': ['reads'],
    'servers.add': ['asks', draft],
    'servers.update': ['refused', { serverId, draft }],
    'servers.configure': ['refused', { serverId, change: { sharing: 'per-session' } }],
    'servers.remove': ['refused', { serverId }],
    'servers.setEnabled': ['refused', { serverId, enabled: true }],
    'servers.restart': ['later'],
    'servers.logs': ['reads', { serverId }],
    'servers.findCommand': ['reads', { command: 'node' }],
    'serverSetup.read': ['reads', { text: '{"mcpServers":{"a":{"command":"node"}}}' }],
    'serverSetup.sources': ['refused', {}],
    'serverSetup.chooseFile': ['refused'],
    'serverSetup.review': ['refused', chosen(nobody)],
    'serverSetup.addOff': ['refused', chosen(nobody)],
    'serverSetup.variables': ['reads', { serverId }],
    'serverSetup.inspect': ['reads', { serverId }],
    'serverSetup.moveSecrets': ['refused', { serverId }],
    'serverSetup.pin': ['refused', { serverId, version: '1.0.0' }],
    'serverSetup.latestVersion': ['refused', { ecosystem: 'npm', name: 'x' }],
    'serverSetup.setSecret': ['refused', { serverId, kind: 'secret', name: 'n', value: 'v' }],
    'serverSetup.export': ['reads', {}],
    'serverSetup.registry': ['reads'],
    'serverSetup.searchRegistry': ['refused', { search: 'x' }],
    'serverSetup.registryEntry': ['refused', { name: 'a/b', version: '1.0.0' }],
    'serverSetup.raw': ['refused'],
    'serverSetup.checkRaw': ['reads', { text: '{}' }],
    'serverSetup.saveRaw': ['later'],
    'serverSetup.takeLinks': ['reads'],
    'sessionList.page': ['reads', { after: { updatedAt: 1, id: nobody } }],
    'sessionList.search': ['reads', { query: 'x', archived: true }],
    'sessionList.view': ['reads', { sessionId: null }],
    'sessionList.rename': ['refused', { sessionId: nobody, title: 'x' }],
    'sessionList.mark': ['refused', { sessionIds: [nobody], archived: true }],
    'sessionList.fork': ['refused', { sessionId: nobody }],
    'sessionList.delete': ['refused', { sessionIds: [nobody] }],
    'sessionList.restore': ['refused', { sessionIds: [nobody] }],
    'sessionList.export': ['refused', { sessionId: nobody, format: 'json', redact: true }],
    'sessionList.import': ['refused'],
    'shell.setActions': ['later'],
    'shell.zoom': ['later'],
    'shell.log': ['reads'],
    'shell.report': ['reads'],
    'shell.reveal': ['refused', { place: 'profile' }],
    'shell.system': ['reads'],
    'shell.setSystem': ['refused', { openAtLogin: true }],
    'turns.editQueued': ['refused', { sessionId: nobody, messageUuid: nobody, text: 'x' }],
    'turns.removeQueued': ['refused', { sessionId: nobody, messageUuid: nobody }],
    'turns.sendNow': ['refused', { sessionId: nobody, messageUuid: nobody }],
    'turns.countBehind': ['refused', { sessionId: nobody, messageUuid: nobody }],
    'turns.rerun': ['refused', { sessionId: nobody, messageUuid: nobody, place: 'here' }],
    'turns.setMode': ['refused', { sessionId: nobody, mode: 'acceptEdits' }],
    'sessions.list': ['reads'],
    'sessions.create': ['later'],
    'sessions.open': ['refused', { sessionId: nobody }],
    'sessions.page': ['refused', { sessionId: nobody, at: { before: 1 } }],
    'sessions.locate': ['refused', { sessionId: nobody, messageUuid: nobody }],
    'sessions.find': ['refused', { sessionId: nobody, words: 'x' }],
    'sessions.send': ['later'],
    'sessions.interrupt': ['refused', { sessionId: nobody }],
    'sessions.setModel': ['later'],
    'sessions.answerPermission': [
      'refused',
      { ...allowed, answer: { behavior: 'allow', scope: 'once' } },
    ],
    'settings.get': ['reads'],
    'settings.set': ['later'],
    'settings.setNetwork': [
      'refused',
      {
        proxy: 'address',
        proxyAddress: 'http://127.0.0.1:9',
        bypass: '',
        caFile: '',
        systemCertificates: true,
      },
    ],
    'signIns.list': ['reads'],
    'signIns.start': ['refused', { serverId }],
    'signIns.cancel': ['refused', { serverId }],
    'signIns.openAgain': ['refused', { serverId }],
    'signIns.signOut': ['refused', { serverId }],
    'signIns.chooseRedirect': ['refused', { serverId, redirect: 'protocol' }],
    'signIns.chooseAccount': ['refused', account],
    'signIns.removeAccount': ['refused', account],
    'signIns.setClient': ['refused', { serverId, clientId: 'evil', clientSecret: 'evil' }],
    'signIns.keepInFile': ['refused'],
  };
}

function chosen(readingId: string) {
  return { chosen: [{ readingId, entryIds: ['a'] }], scope: { kind: 'user' } };
}

test('a page that nobody touches gets refusals and questions from every route, and no secret [SE-5, SE-51]', async ({
  start,
  profile,
}) => {
  const starts = join(profile, 'starts');
  const count = (): number =>
    existsSync(starts) ? readFileSync(starts, 'utf8').trim().split('\n').length : 0;
  const definition = scriptedDefinition([`--starts=${starts}`]);
  const env = { API_TOKEN: canary };
  const [record] = await seedServers(profile, { Kept: { ...definition, env } });
  const serverId = record?.id ?? '';
  const parley = await start();
  const { window } = parley;
  await expect
    .poll(async () => JSON.stringify(await callApp(window, 'servers.list')))
    .toContain('"connected"');
  const file = join(profile, 'servers.json');
  const owned = (): unknown => {
    const { servers } = JSON.parse(readFileSync(file, 'utf8')) as { servers: { key: string }[] };
    return servers.map(({ key, ...rest }) => [key, { ...rest, knownTools: undefined }]);
  };
  const before = owned();

  const surprises: string[] = [];
  for (const [route, [verdict, input]] of Object.entries(attempts(serverId))) {
    if (verdict === 'later') continue;
    const reply = callApp(window, route as Route, input);
    if (verdict === 'asks') await (await ConsentView.open(parley.app)).cancel();
    const answer = await reply;
    const isExpected = verdict === 'refused' ? !answer.ok : answer.ok;
    const isMistaken = !answer.ok && answer.error.code === 'ipc.invalid-input';
    if (!isExpected || isMistaken) surprises.push(`${route}: ${JSON.stringify(answer)}`);
    if (JSON.stringify(answer).includes(canary)) surprises.push(`${route} gives the secret out`);
  }
  expect(surprises).toEqual([]);
  expect(ConsentView.openPages(parley.app)).toEqual([]);
  expect(count()).toBe(1);
  expect(owned()).toEqual(before);
});
