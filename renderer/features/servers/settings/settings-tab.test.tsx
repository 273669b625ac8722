import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { ServerState } from '../../../../shared/mcp/server-state.ts';
import { text } from '../../../../shared/texts/catalogue.ts';
import { serverSetup as serverSetupTexts } from '../../../../shared/texts/en/server-setup.ts';
import {
  fill,
  person,
  renderWindow,
  serverState,
  wireError,
} from '../../../testing/scripted-bridge.tsx';
import type { Script } from '../../../testing/scripted-bridge.tsx';
import { ServersPage } from '../servers-page.tsx';

const words = text.servers.settings;
const button = (name: string) => screen.getByRole('button', { name });
const settings = serverState().settings;
const session = {
  id: 'one',
  title: 'Harbor',
  updatedAt: 1,
  folder: '/work/harbor',
} as never;

async function openTab(given: Partial<ServerState> = {}, script: Script = {}) {
  const server = serverState({ name: 'docs', ...given });
  const user = person();
  const shown = await renderWindow(<ServersPage serverId={server.id} />, {
    'servers.list': () => ({ servers: [server], sequence: 1 }),
    'serverSetup.inspect': () => ({ variables: [], plainSecrets: [], hasKeychain: true }),
    'servers.configure': () => ({ outcome: 'started' }),
    ...script,
  });
  await user.click(screen.getByRole('tab', { name: text.servers.tabs.settings }));
  const changes = () =>
    shown.bridge.inputs('servers.configure').map((input) => (input as { change: object }).change);
  const press = async (control: HTMLElement) => {
    await settled();
    await user.click(control);
  };
  return { ...shown, user, press, server, changes };
}

/** A setting that is being kept takes no press: waits until all take one again. */
async function settled() {
  await waitFor(() => {
    const controls = [...screen.getAllByRole('switch'), ...screen.getAllByRole('radio')];
    expect(controls.filter((one) => (one as HTMLButtonElement).disabled)).toEqual([]);
  });
}

async function choose(user: ReturnType<typeof person>, list: string, option: string) {
  await settled();
  await user.click(screen.getByRole('combobox', { name: list }));
  await user.click(await screen.findByRole('option', { name: (name) => name.startsWith(option) }));
}

describe('the settings of a server', () => {
  it('are each changed where they are shown, at once, as the server says then [UI-30.settings, UI-30.refuses]', async () => {
    const { user, press, changes, bridge, emit, server } = await openTab(
      {},
      {
        'sessions.list': () => ({ sessions: [session], prompts: [] }),
        'permissions.trustHints': () => undefined,
        'servers.setEnabled': () => ({ outcome: 'started' }),
      },
    );
    await choose(user, words.scope, words.folderOnly('harbor'));
    await press(screen.getByRole('radio', { name: words.sharings['per-session'] }));
    await choose(user, words.startLimit, words.minutes(5));
    await choose(user, words.callLimit, words.minutes(15));
    await press(screen.getByRole('switch', { name: words.asks.sampling }));
    await settled();
    expect(changes()).toEqual([
      { scope: { kind: 'folder', folder: '/work/harbor' } },
      { sharing: 'per-session' },
      { startTimeoutMs: 300_000 },
      { toolTimeoutMs: 900_000 },
      { refuses: ['sampling'] },
    ]);
    const next = { ...settings, toolTimeoutMs: 900_000, refuses: ['sampling' as const] };
    await emit('servers.changed', { servers: [{ ...server, settings: next }], sequence: 2 });
    await choose(user, words.callLimit, words.minutes(1));
    await press(screen.getByRole('switch', { name: words.asks.roots }));
    await press(screen.getByRole('switch', { name: words.asks.sampling }));
    await settled();
    expect(changes().slice(5)).toEqual([
      { toolTimeoutMs: null },
      { refuses: ['sampling', 'roots'] },
      { refuses: [] },
    ]);
    await press(screen.getByRole('switch', { name: words.trustHints }));
    expect(bridge.inputs('permissions.trustHints')).toEqual([{ serverId: server.id, trust: true }]);
    await press(screen.getByRole('switch', { name: words.enabled }));
    expect(bridge.inputs('servers.setEnabled')).toEqual([{ serverId: server.id, enabled: false }]);
  });

  it('say what was refused and why something was not kept, and change a CA file by main’s question [UI-30.settings, UI-8.ca-file]', async () => {
    let outcome: 'cancelled' | undefined = 'cancelled';
    const definition = {
      type: 'http' as const,
      url: 'https://docs.example/mcp',
      headerNames: ['X-Key'],
      caFile: '/etc/old.pem',
    };
    const { user, bridge } = await openTab(
      { definition },
      {
        'servers.configure': () => {
          if (outcome) return { outcome };
          throw wireError('storage.failed', 'The disk is full.');
        },
        'servers.update': () => ({ outcome: 'started' }),
      },
    );
    const perSession = () => screen.getByRole('radio', { name: words.sharings['per-session'] });
    await user.click(perSession());
    expect(await screen.findByText(words.cancelled)).toBeTruthy();
    outcome = undefined;
    await settled();
    await user.click(perSession());
    expect((await screen.findByRole('alert')).textContent).toContain(text.errors['storage.failed']);
    await user.click(button(words.changeCaFile));
    const path = screen.getByLabelText(words.caFileLabel);
    await user.clear(path);
    await fill(user, path, '/etc/company.pem');
    await user.click(button(words.review));
    await waitFor(() => expect(screen.queryByLabelText(words.caFileLabel)).toBeNull());
    expect(bridge.inputs('servers.update')).toMatchObject([
      {
        draft: { definition: { url: definition.url, caFile: '/etc/company.pem' } },
        keepHeaders: ['X-Key'],
      },
    ]);
  });

  it('look a newer version of a package up when asked, and pin it by a press [SE-35.latest]', async () => {
    const pinned = { ecosystem: 'npm', name: 'docs-mcp', version: '1.0.0' } as const;
    const { user, bridge, server } = await openTab(
      {},
      {
        'serverSetup.inspect': () => ({
          ...{ variables: [], plainSecrets: [], hasKeychain: true },
          pinned,
        }),
        'serverSetup.latestVersion': () => ({ version: '1.2.0', host: 'registry.example' }),
        'serverSetup.pin': () => ({ outcome: 'started' }),
      },
    );
    expect(await screen.findByText(words.pinned('docs-mcp', '1.0.0'))).toBeTruthy();
    await user.click(button(words.lookForNewer));
    expect(await screen.findByText(words.latest('1.2.0', 'registry.example'))).toBeTruthy();
    await user.click(button(words.useVersion('1.2.0')));
    expect(bridge.inputs('serverSetup.pin')).toEqual([{ serverId: server.id, version: '1.2.0' }]);
  });

  it('offer a newer bundle with what it changes, and tell another one from it [UI-31.update]', async () => {
    const bundle = { name: 'pg', version: '1.0.0' };
    const source = { kind: 'bundle', detail: '/home/mira/pg.mcpb', bundle } as const;
    let isOther = true;
    const { user, bridge, server } = await openTab(
      { settings: { ...settings, source } },
      {
        'serverSetup.chooseFile': () => ({
          source: {
            ...{ app: 'file', label: 'pg.mcpb', files: [], troubles: [] },
            reading: {
              ...{ readingId: 'r', understoodAs: '', notes: [] },
              entries: [
                {
                  ...{ entryId: 'e', name: 'pg', notes: [], asksFor: [], secrets: 0 },
                  comparison: isOther
                    ? { kind: 'new' }
                    : {
                        ...{ kind: 'update', serverId: server.id, name: 'docs' },
                        ...{ from: '1.0.0', to: '2.0.0', isOlder: false },
                        changes: [serverSetupTexts.bundle.update.args],
                      },
                },
              ],
            },
          },
        }),
        'serverSetup.review': () => ({ results: [{ entryId: 'e', outcome: 'started' }] }),
      },
    );
    expect(screen.getByText(words.bundleVersion('pg', '1.0.0'))).toBeTruthy();
    await user.click(button(words.chooseBundle));
    expect(await screen.findByText(words.otherBundle)).toBeTruthy();
    isOther = false;
    await user.click(button(words.chooseBundle));
    const update = await screen.findByRole('button', { name: words.updateBundle('2.0.0') });
    const shown = within(update.parentElement as HTMLElement);
    expect(shown.getByText(serverSetupTexts.bundle.update.title('1.0.0', '2.0.0'))).toBeTruthy();
    expect(shown.getByText(serverSetupTexts.bundle.update.args)).toBeTruthy();
    await user.click(update);
    expect(bridge.inputs('serverSetup.review')).toMatchObject([
      { chosen: [{ readingId: 'r', entryIds: ['e'] }] },
    ]);
    expect(screen.queryByText(serverSetupTexts.bundle.update.args)).toBeNull();
  });
});
