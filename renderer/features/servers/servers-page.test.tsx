import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { ServerState } from '../../../shared/mcp/server-state.ts';
import { text } from '../../../shared/texts/catalogue.ts';
import {
  person,
  renderWindow,
  serverState,
  toolInfo,
  wireError,
  type Script,
} from '../../testing/scripted-bridge.tsx';
import { ServersPage } from './index.ts';

const notes = (): ServerState =>
  serverState({
    name: 'notes',
    origin: 'builtin',
    definition: { type: 'builtin', module: 'notes' },
    tools: [toolInfo({ name: 'list_notes' })],
  });

const show = (servers: readonly ServerState[], script: Script = {}) =>
  renderWindow(<ServersPage />, {
    'servers.list': () => ({ servers: [...servers], sequence: 1 }),
    ...script,
  });
const list = () => screen.getByRole('navigation', { name: 'Servers' });
const row = (name: string): HTMLElement => {
  const found = within(list()).getByText(name).closest('button');
  if (found === null) throw new Error(`No row of ${name}.`);
  return found;
};

describe('the list of servers', () => {
  it('groups by what needs the person first, sorted by name in each [UI-30]', async () => {
    await show([
      serverState({ name: 'zeta' }),
      serverState({ name: 'off', status: 'disabled', enabled: false }),
      serverState({ name: 'slow', status: 'connecting', connectingSince: Date.now() - 14_000 }),
      serverState({ name: 'alpha' }),
      serverState({
        name: 'broken',
        status: 'failed',
        failure: { code: 'command-not-found', message: 'No npx.', command: 'npx', at: Date.now() },
      }),
      serverState({ name: 'signed-out', status: 'needs-auth' }),
    ]);
    const regions = within(list()).getAllByRole('region');
    expect(
      regions.map((region) => [
        within(region).getByRole('heading').firstChild?.textContent,
        within(region)
          .getAllByRole('button')
          .map((button) => button.dataset['serverRow']),
      ]),
    ).toEqual([
      ['Need you', ['broken', 'signed-out']],
      ['Connecting', ['slow']],
      ['Connected', ['alpha', 'zeta']],
      ['Off', ['off']],
    ]);
    expect(row('broken').textContent).toContain('npx was not found in PATH');
    expect(row('slow').textContent).toContain('0:14');
  });

  it('says of a connected server what went wrong last, and what else it has [RE-22, UI-30.counts]', async () => {
    const reason = 'Last call got no answer in 60 s';
    await show([
      serverState({ name: 'sentry', degraded: { reason, at: Date.now() } }),
      serverState({
        name: 'staging',
        tools: [toolInfo({ name: 'a' }), toolInfo({ name: 'b' })],
        newTools: ['b'],
        resources: { count: 3, templates: 0 },
        settings: {
          ...serverState().settings,
          scope: { kind: 'folder', folder: '/home/mira/harbor-api' },
        },
      }),
    ]);
    expect(within(row('sentry')).getByText(reason)).toBeTruthy();
    expect(
      within(row('staging')).getByText('2 tools, 1 new, 3 resources, harbor-api only'),
    ).toBeTruthy();
    await person().click(row('sentry'));
    expect(screen.getByText(new RegExp(`${reason}\\. `))).toBeTruthy();
  });

  it('shows the last real exchange in row and detail [UI-30]', async () => {
    await show([
      serverState({
        name: 'pg',
        connectedAt: Date.now() - 7_800_000,
        lastExchange: { at: Date.now() - 180_000, method: 'tools/call', durationMs: 312 },
      }),
    ]);
    expect(row('pg').textContent).toContain('3 min');
    expect(
      screen.getByText(/for 2 h 10 min\. Last exchange 3 min ago: tools\/call, 0\.3 s/),
    ).toBeTruthy();
  });

  it('says that an untrusted definition waits for review and asks main when told so [SE-30]', async () => {
    const { bridge } = await show(
      [
        serverState({
          name: 'new',
          trusted: false,
          status: 'failed',
          failure: { code: 'not-trusted', message: 'Not agreed to yet.', at: Date.now() },
        }),
      ],
      { 'servers.setEnabled': () => ({ outcome: 'cancelled' }) },
    );
    expect(row('new').textContent).toContain('Waits for your review');
    const group = screen.getByRole('group', { name: 'What can be done' });
    await person().click(within(group).getByRole('button', { name: 'Review and turn on' }));
    expect(bridge.inputs('servers.setEnabled')).toEqual([
      { serverId: expect.any(String), enabled: true },
    ]);
  });

  it('filters by name, reason and tool, and says when nothing is left [UI-30]', async () => {
    await show([
      serverState({ name: 'github', tools: [toolInfo({ name: 'list_issues' })] }),
      serverState({ name: 'postgres' }),
    ]);
    const filter = screen.getByRole('searchbox', { name: 'Filter servers' });
    await person().type(filter, 'issues');
    expect(within(list()).queryByText('postgres')).toBeNull();
    expect(within(list()).getByText('github')).toBeTruthy();
    await person().clear(filter);
    await person().type(filter, 'nothing like it');
    expect(screen.getByText(text.servers.list.noMatch('nothing like it'))).toBeTruthy();
  });

  it('shows one group when that is chosen, and says so when it is empty [UI-30]', async () => {
    await show([
      serverState({ name: 'up' }),
      serverState({ name: 'down', status: 'failed' }),
      serverState({ name: 'idle', status: 'disabled', enabled: false }),
    ]);
    const words = text.servers.list;
    const choose = async (option: string) => {
      await person().click(screen.getByRole('button', { name: words.show }));
      await person().click(screen.getByRole('menuitemradio', { name: option }));
    };
    await choose(words.groupOf(words.groups['need-you'], 1));
    expect(within(list()).getByText('down')).toBeTruthy();
    expect(within(list()).queryByText('up')).toBeNull();
    await choose(words.groupOf(words.groups.connecting, 0));
    expect(within(list()).getByText(words.noneInGroup)).toBeTruthy();
    await person().click(within(list()).getByRole('button', { name: words.showAll }));
    expect(within(list()).getByText('up')).toBeTruthy();
  });

  it('moves the focus with arrows and J K and opens with Enter [UI-30]', async () => {
    await show([
      serverState({ name: 'a' }),
      serverState({ name: 'b' }),
      serverState({ name: 'c' }),
    ]);
    row('a').focus();
    await person().keyboard('{ArrowDown}j');
    expect(document.activeElement).toBe(row('c'));
    await person().keyboard('k{Enter}');
    expect(row('b').getAttribute('aria-current')).toBe('true');
    expect(screen.getByRole('heading', { name: 'b' })).toBeTruthy();
    expect([row('a'), row('b'), row('c')].map((item) => item.tabIndex)).toEqual([-1, 0, -1]);
  });

  it('keeps the focus on a row while its server goes from one state to another [UI-30]', async () => {
    const crashing = serverState({ name: 'crashing' });
    const other = serverState({ name: 'other' });
    const { emit } = await show([crashing, other]);
    row('crashing').focus();
    const states = ['failed', 'connecting', 'connected', 'failed'] as const;
    for (const [at, status] of states.entries()) {
      const servers = [{ ...crashing, status }, other];
      await emit('servers.changed', { servers, sequence: at + 2 });
      expect(document.activeElement).toBe(row('crashing'));
    }
    await emit('servers.changed', { servers: [other], sequence: 9 });
    expect(document.activeElement).toBe(document.body);
    // What the focus has left is not given it again.
    row('other').focus();
    row('other').blur();
    await emit('servers.changed', { servers: [{ ...other, status: 'failed' }], sequence: 10 });
    expect(document.activeElement).toBe(document.body);
  });

  it('says that only built-in servers are there, and opens one', async () => {
    await show([notes()]);
    expect(screen.getByRole('heading', { name: 'No servers of your own yet' })).toBeTruthy();
    await person().click(screen.getByRole('button', { name: 'Open it' }));
    expect(within(list()).getByText('notes')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Edit server' })).toBeNull();
  });

  it('keeps the selection while the list sorts anew [UI-30]', async () => {
    const first = serverState({ name: 'b-first' });
    const { emit } = await show([first]);
    expect(screen.getByRole('heading', { name: 'b-first' })).toBeTruthy();
    await emit('servers.changed', { servers: [serverState({ name: 'a' }), first], sequence: 2 });
    expect(row('b-first').getAttribute('aria-current')).toBe('true');
  });
});

describe('what may be done with a server', () => {
  it('restarts, turns off, and shows why that failed [UI-5]', async () => {
    const server = serverState({ name: 'pg' });
    const { bridge } = await show([server], {
      'servers.restart': () => undefined,
      'servers.setEnabled': () => {
        throw wireError('internal', 'The disk is full.');
      },
    });
    await person().click(screen.getByRole('button', { name: 'Restart' }));
    expect(bridge.inputs('servers.restart')).toEqual([{ serverId: server.id }]);
    await person().click(screen.getByRole('switch', { name: 'pg is on' }));
    expect(bridge.inputs('servers.setEnabled')).toEqual([{ serverId: server.id, enabled: false }]);
    const alert = await screen.findByRole('alert');
    await person().click(within(alert).getByRole('button', { name: 'Details' }));
    expect(alert.textContent).toContain('The disk is full.');
  });

  it('removes only after a question whose safe answer has the focus', async () => {
    const server = serverState({ name: 'pg' });
    const { bridge } = await show([server], { 'servers.remove': () => undefined });
    await person().click(screen.getByRole('button', { name: 'More actions' }));
    await person().click(await screen.findByRole('menuitem', { name: 'Remove server' }));
    const dialog = await screen.findByRole('dialog', { name: 'Remove pg?' });
    expect(document.activeElement?.textContent).toBe('Cancel');
    expect(bridge.inputs('servers.remove')).toEqual([]);
    await person().click(within(dialog).getByRole('button', { name: 'Remove server' }));
    expect(bridge.inputs('servers.remove')).toEqual([{ serverId: server.id }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('shows the definition exactly, names of values only [UI-30, UI-5]', async () => {
    await show([
      serverState({
        name: 'pg',
        definition: {
          type: 'stdio',
          command: '/usr/bin/node',
          args: ['a b', 'zero\u200bwidth'],
          envNames: ['TOKEN'],
          cwd: '/srv/data',
        },
        instructions: 'Ask first.',
      }),
    ]);
    await person().click(screen.getByRole('tab', { name: 'Overview' }));
    const panel = screen.getByRole('tabpanel');
    for (const shown of ['/usr/bin/node', 'a b', 'TOKEN', '/srv/data', 'Ask first.', 'U+200B']) {
      expect(panel.textContent).toContain(shown);
    }
  });

  it('reads the log, names its streams and tries again after a failure [UI-37]', async () => {
    let fail = true;
    await show([serverState({ name: 'pg' })], {
      'servers.logs': () => {
        if (fail) throw wireError('internal', 'No log.');
        return {
          lines: [
            { at: 1, stream: 'stderr', text: 'listening' },
            { at: 2, stream: 'stdout-junk', text: 'hello' },
          ],
        };
      },
    });
    await person().click(screen.getByRole('tab', { name: 'Logs' }));
    await screen.findByRole('alert');
    fail = false;
    await person().click(screen.getByRole('button', { name: 'Try again' }));
    const lines = within(await screen.findByRole('list', { name: 'Log of pg' })).getAllByRole(
      'listitem',
    );
    expect(lines[0]?.textContent).toContain('stderrlistening');
    expect(lines[1]?.textContent).toContain('stdout, not MCPhello');
  });
});
