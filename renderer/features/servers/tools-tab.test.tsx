import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { LedgerEntry, PermissionsState } from '../../../shared/ipc/routes/permissions.ts';
import type { ServerState } from '../../../shared/mcp/server-state.ts';
import {
  person,
  renderWindow,
  serverState,
  toolInfo,
  wireError,
  type Script,
} from '../../testing/scripted-bridge.tsx';
import { ToolsTab } from './tools-tab.tsx';

const badge = (tool: HTMLElement, hint: string) =>
  tool.querySelector<HTMLElement>(`[data-hint="${hint}"]`);
const rowOf = (name: string): HTMLElement => {
  const found = screen.getByText(name).closest<HTMLElement>('[role="row"]');
  if (found === null) throw new Error(`No row of ${name}.`);
  return found;
};

const show = (
  server: ServerState,
  permissions: Partial<PermissionsState> = {},
  script: Script = {},
) =>
  renderWindow(<ToolsTab server={server} />, {
    'permissions.list': () => ({ grants: [], changed: [], ...permissions }),
    'permissions.set': () => undefined,
    'permissions.setTool': () => undefined,
    'permissions.trustHints': () => undefined,
    'permissions.approve': () => undefined,
    ...script,
  });

function grantOf(server: ServerState, tool: string, part: Partial<LedgerEntry> = {}): LedgerEntry {
  return {
    id: '33333333-3333-4333-8333-333333333333',
    behavior: 'allow',
    scope: 'always',
    covers: 'tool',
    serverId: server.id,
    serverName: server.name,
    tool,
    origin: { kind: 'tools-table' },
    createdAt: 1,
    uses: 0,
    state: 'active',
    ...part,
  };
}

describe('ToolsTab', () => {
  it.each(['readOnly', 'destructive', 'openWorld'] as const)(
    'tells yes, no and not declared apart for %s [UI-35]',
    async (hint) => {
      await show(
        serverState({
          tools: [
            toolInfo({ name: 'declared_true', annotations: { [hint]: true } }),
            toolInfo({ name: 'declared_false', annotations: { [hint]: false } }),
            toolInfo({ name: 'undeclared' }),
          ],
        }),
      );
      const shown = ['declared_true', 'declared_false', 'undeclared'].map((name) => {
        const found = badge(rowOf(name), hint);
        return [found?.textContent, found?.dataset['state']];
      });
      expect(shown).toEqual([
        ['Yes', 'true'],
        ['No', 'false'],
        ['Not declared', 'undeclared'],
      ]);
    },
  );

  it.each([
    ['openai-compatible', 129, true],
    ['openai-compatible', 128, false],
    ['anthropic', 300, false],
  ] as const)(
    'with a provider of the kind %s and %i tools says that some stay out: %s [UI-34.many]',
    async (kind, count, isTold) => {
      const tools = Array.from({ length: count }, (_, n) =>
        toolInfo({ name: `tool_${String(n)}` }),
      );
      const [half, rest] = [
        serverState({ tools: tools.slice(0, 60) }),
        serverState({ tools: [...tools.slice(60), toolInfo({ name: 'off' })] }),
      ];
      const off = { ...rest.settings, tools: { off: { enabled: false } } };
      await show(
        half,
        {},
        {
          'servers.list': () => ({ servers: [half, { ...rest, settings: off }], sequence: 0 }),
          'providers.list': () => ({
            providers: [{ id: 'p', kind, label: 'P', models: [], key: 'stored' as const }],
          }),
        },
      );
      const note = screen.queryByRole('note');
      if (isTold) expect(note?.textContent).toContain('129 tools are on.');
      else expect(note).toBeNull();
    },
  );

  it('names a contradiction below the tool, never as a fourth badge [UI-35]', async () => {
    await show(
      serverState({
        tools: [
          toolInfo({ name: 'both', annotations: { readOnly: true, destructive: true } }),
          toolInfo({ name: 'one', annotations: { readOnly: true, destructive: false } }),
        ],
      }),
    );
    expect(rowOf('both').textContent).toContain('Hints contradict. Treated as destructive');
    expect(rowOf('both').querySelectorAll('[data-hint]')).toHaveLength(3);
    expect(rowOf('one').textContent).not.toContain('contradict');
  });

  it('shows title, name and description, and the whole description on demand [UI-30]', async () => {
    const long = `${'word '.repeat(60)}end`;
    await show(
      serverState({
        tools: [toolInfo({ name: 'run_query', title: 'Run query', description: long })],
      }),
    );
    const row = rowOf('run_query');
    expect(row.textContent).toContain('Run query');
    const more = within(row).getByRole('button', { name: 'Whole description' });
    await person().click(more);
    expect(more.getAttribute('aria-expanded')).toBe('true');
  });

  it('lists tools that were set aside with their reasons [UI-30]', async () => {
    await show(
      serverState({
        tools: [toolInfo({ name: 'fine' })],
        setAside: [{ name: 'bad', reason: 'Its schema is not an object.' }],
      }),
    );
    expect(screen.getByText('1 tool set aside')).toBeTruthy();
    expect(screen.getByText('Its schema is not an object.')).toBeTruthy();
  });

  it('finds one of many tools by a word of its description [UI-30]', async () => {
    const tools = Array.from({ length: 80 }, (_, index) =>
      toolInfo({ name: `tool_${String(index)}`, description: `Does thing ${String(index)}.` }),
    );
    await show(serverState({ tools }));
    fireEvent.change(screen.getByPlaceholderText('Search tools'), {
      target: { value: 'thing 79' },
    });
    expect(await screen.findByText('1 of 80')).toBeTruthy();
    expect(rowOf('tool_79')).toBeTruthy();
    expect(screen.queryByText('tool_1')).toBeNull();
  });

  it('shows what is decided about each tool: of this server, for the tool, in force [UI-34.table]', async () => {
    const names = ['allowed', 'denied', 'changed', 'session', 'arguments', 'other'];
    const server = serverState({ tools: names.map((name) => toolInfo({ name })) });
    const other = serverState();
    await show(server, {
      grants: [
        grantOf(server, 'allowed'),
        grantOf(server, 'denied', { behavior: 'deny' }),
        grantOf(server, 'changed', { state: 'changed' }),
        grantOf(server, 'session', { scope: 'session' }),
        grantOf(server, 'arguments', { covers: 'arguments' }),
        grantOf(other, 'other'),
      ],
    });
    expect(screen.getAllByRole('combobox').map((select) => select.textContent)).toEqual([
      'Allow',
      'Deny',
      'Ask',
      'Ask',
      'Ask',
      'Ask',
    ]);
  });

  it('sets permission, switch and trust, and says what did not work [UI-34.table, UI-5]', async () => {
    const server = serverState({ tools: [toolInfo({ name: 'run', title: 'Run query' })] });
    const window = await show(
      server,
      {},
      {
        'permissions.trustHints': () => {
          throw wireError('session.no-gesture', 'No key press was seen.');
        },
      },
    );
    const user = person();
    await user.click(screen.getByRole('combobox', { name: 'Permission of Run query' }));
    await user.click(screen.getByRole('option', { name: 'Allow' }));
    await user.click(screen.getByRole('switch', { name: 'Run query is on' }));
    const { bridge } = window;
    const target = { serverId: server.id, tool: 'run' };
    expect(bridge.inputs('permissions.set')).toEqual([{ ...target, permission: 'allow' }]);
    expect(bridge.inputs('permissions.setTool')).toEqual([{ ...target, enabled: false }]);
    await user.click(screen.getByRole('switch', { name: 'Trust hints' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Answer again');
  });

  it('counts and filters tools that changed and that are off [UI-34.off, UI-42.pin]', async () => {
    const tools = ['one', 'two', 'three'].map((name) => toolInfo({ name }));
    const server = serverState({ tools });
    server.settings.tools['two'] = { enabled: false };
    await show(server, { changed: [{ serverId: server.id, tool: 'three' }] });
    const shown = () =>
      screen
        .getAllByRole('switch')
        .slice(1)
        .map((one) => one.getAttribute('aria-label'));
    expect(screen.getAllByRole('radio').map((one) => one.textContent)).toEqual([
      'All 3',
      'Changed 1',
      'Off 1',
    ]);
    fireEvent.click(screen.getByRole('radio', { name: 'Off 1' }));
    expect(shown()).toEqual(['two is on']);
    fireEvent.click(screen.getByRole('radio', { name: 'Changed 1' }));
    expect(shown()).toEqual(['three is on']);
    expect(rowOf('three').textContent).toContain('Changed since you approved it');
  });

  it('shows old and new of a changed tool before it is allowed again [UI-42.pin]', async () => {
    const server = serverState({ tools: [toolInfo({ name: 'run', description: 'new words' })] });
    const { bridge } = await show(
      server,
      { changed: [{ serverId: server.id, tool: 'run' }] },
      {
        'permissions.review': () => ({
          before: {
            description: 'old words',
            inputSchema: {},
            annotations: { readOnlyHint: true },
          },
          after: {
            description: 'new words',
            inputSchema: {},
            annotations: { destructiveHint: true },
          },
          definitionHash: 'hash-of-new',
          approvedAt: 1,
          grants: 1,
        }),
      },
    );
    const user = person();
    await user.click(screen.getByRole('combobox', { name: 'Permission of run' }));
    await user.click(screen.getByRole('option', { name: 'Allow' }));
    expect(bridge.inputs('permissions.set')).toEqual([]);
    expect(await screen.findByRole('dialog')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Keep asking' }));
    await user.click(screen.getByRole('button', { name: 'Review what changed of run' }));
    const dialog = await screen.findByRole('dialog');
    const description = await within(dialog).findByRole('region', { name: 'Description' });
    const lines = [...description.querySelectorAll<HTMLElement>('[data-change]')];
    expect(lines.map((line) => [line.dataset['change'], line.textContent])).toEqual([
      ['removed', '−old words'],
      ['added', '+new words'],
    ]);
    expect(within(dialog).queryByRole('region', { name: 'Input schema' })).toBeNull();
    const hints = within(dialog).getByRole('region', { name: 'Hints and annotations' });
    expect(
      within(hints)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['Read-only→Read-only not declared', 'Destructive not declared→Destructive']);
    expect(document.activeElement?.textContent).toBe('Keep asking');
    await user.click(within(dialog).getByRole('button', { name: 'Approve the change' }));
    expect(bridge.inputs('permissions.approve')).toEqual([
      { serverId: server.id, tool: 'run', definitionHash: 'hash-of-new' },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('lets the person correct a hint, shows it so, and takes it back [UI-34.override, UI-35]', async () => {
    const server = serverState({
      tools: [toolInfo({ name: 'run', annotations: { destructive: true } })],
    });
    server.settings.tools['run'] = { hints: { readOnly: true } };
    const { bridge } = await show(server);
    expect(badge(rowOf('run'), 'readOnly')?.dataset['state']).toBe('true');
    // Corrected and declared hints contradict like declared ones.
    expect(rowOf('run').textContent).toContain('Hints contradict. Treated as destructive');
    const user = person();
    await user.click(screen.getByRole('button', { name: 'Destructive of run: Yes' }));
    await user.click(screen.getByRole('menuitemradio', { name: 'No' }));
    await user.click(screen.getByRole('button', { name: 'Use the declared ones' }));
    expect(bridge.inputs('permissions.setTool')).toMatchObject([
      { hints: { destructive: false } },
      { hints: { readOnly: null, destructive: null, openWorld: null } },
    ]);
  });

  it('goes down and up a column by J and K [UI-34.table]', async () => {
    await show(serverState({ tools: ['one', 'two'].map((name) => toolInfo({ name })) }));
    const first = screen.getByRole('switch', { name: 'one is on' });
    first.focus();
    fireEvent.keyDown(first, { key: 'j' });
    expect(document.activeElement?.getAttribute('aria-label')).toBe('two is on');
    fireEvent.keyDown(document.activeElement ?? first, { key: 'k' });
    expect(document.activeElement).toBe(first);
  });
});
