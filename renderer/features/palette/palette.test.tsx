import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { SessionSummary } from '../../../shared/ipc/routes/sessions.ts';
import { text } from '../../../shared/texts/catalogue.ts';
import { useActionRun } from '../../lib/actions/action-context.tsx';
import {
  person,
  renderWindow,
  serverState,
  toolInfo,
  wireError,
  type Script,
} from '../../testing/scripted-bridge.tsx';
import { markedParts } from './palette-item.ts';
import { Palette, type PalettePlaces } from './palette.tsx';

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const session = (n: number, title: string, part: Partial<SessionSummary> = {}): SessionSummary => ({
  id: id(n),
  title,
  folder: null,
  model: { provider_id: 'offline', id: 'offline' },
  state: 'idle',
  createdAt: 1,
  updatedAt: 1,
  ...part,
});

async function showPalette(script: Script = {}) {
  const went = vi.fn();
  const ran = vi.fn();
  const onClose = vi.fn();
  const places: PalettePlaces = {
    session: (...target) => void went('session', ...target),
    server: (serverId) => void went('server', serverId),
    bench: (...target) => void went('bench', ...target),
    traffic: (serverId) => void went('traffic', serverId),
    sections: [{ id: 'data', label: 'Data', open: () => void went('settings', 'data') }],
  };
  const WithActions = () => {
    useActionRun('session.new', () => void ran('session.new'));
    useActionRun('session.export', () => void ran('session.export'));
    return <Palette places={places} openId={id(1)} onClose={onClose} />;
  };
  const window = await renderWindow(<WithActions />, {
    'sessions.list': () => ({
      sessions: [session(1, 'Slow order list'), session(2, 'Translate the changelog')],
      prompts: [],
    }),
    'servers.list': () => ({
      servers: [
        serverState({
          name: 'github',
          tools: [toolInfo({ name: 'transfer', title: 'Transfer issue' })],
        }),
        serverState({ name: 'postgres', status: 'failed' }),
        serverState({ name: 'old', enabled: false, status: 'disabled' }),
      ],
      sequence: 1,
    }),
    'providers.list': () => ({
      providers: [
        {
          id: 'offline',
          kind: 'offline',
          label: 'Offline (no model)',
          models: [{ id: 'offline', label: 'Offline' }],
          key: 'not-needed',
        } as never,
      ],
    }),
    'sessionList.search': () => ({ hits: [], searched: 2, leftOut: 0, isIncomplete: false }),
    'servers.restart': () => undefined,
    'turns.setMode': () => session(1, 'Slow order list'),
    ...script,
  });
  const field = screen.getByRole('combobox', { name: text.shell.palette.title });
  const options = () => screen.queryAllByRole('option').map((option) => option.textContent);
  const group = (name: string) => within(screen.getByRole('group', { name }));
  return { ...window, went, ran, onClose, field, options, group };
}

describe('the palette', () => {
  it('offers what can be done and the newest sessions first, with their keys [UI-2.palette]', async () => {
    const { group, field } = await showPalette();
    expect(document.activeElement).toBe(field);
    expect(group('This session').getByRole('option').textContent).toContain('Export this session');
    expect(group('Actions').getByRole('option').textContent).toBe('New sessionCtrlN');
    expect(group('Sessions').getAllByRole('option')).toHaveLength(2);
    expect(screen.queryByRole('group', { name: 'Servers' })).toBeNull();
  });

  it('finds actions, sessions, servers and tools by a few letters, and moves by arrows [UI-2.palette]', async () => {
    const { group, field, went, onClose } = await showPalette();
    const user = person();
    await user.type(field, 'trans');
    expect(group('Sessions').getByRole('option').textContent).toContain('Translate the changelog');
    expect(group('Tools').getByRole('option').textContent).toContain('Transfer issue');
    const selected = () => screen.getByRole('option', { selected: true });
    expect(field.getAttribute('aria-activedescendant')).toBe(selected().id);
    await user.keyboard('{ArrowDown}');
    expect(selected().textContent).toContain('Transfer issue');
    await user.keyboard('{Enter}');
    expect(went.mock.calls).toEqual([['bench', expect.any(String), 'transfer']]);
    await waitFor(() => expect(onClose).toHaveBeenCalled());
  });

  it('reconnects a server, starts one that failed, and turns one on [UI-2.palette]', async () => {
    const { field, bridge, store, options, onClose } = await showPalette({
      'servers.setEnabled': () => ({ outcome: 'started' }),
    });
    const user = person();
    const [github] = store.getState().servers;
    await user.type(field, 'reconnect git');
    expect(options()).toEqual(['Reconnect githubConnected']);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(bridge.inputs('servers.restart')).toEqual([{ serverId: github?.id }]);
    await user.clear(field);
    await user.type(field, '@postgres');
    expect(options()).toEqual(
      expect.arrayContaining([
        'Start postgres againFailed',
        'Show why postgres did not startFailed',
      ]),
    );
    await user.clear(field);
    await user.type(field, 'turn on old');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(bridge.inputs('servers.setEnabled')).toHaveLength(1));
  });

  it('runs actions once it is gone, stays with Ctrl, and says what did not work [UI-2.palette]', async () => {
    const { field, ran, onClose, bridge } = await showPalette({
      'turns.setMode': () => {
        throw wireError('session.read-only', 'Another program has it.');
      },
    });
    const user = person();
    await user.type(field, 'plan');
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('did not work'));
    expect(bridge.inputs('turns.setMode')).toEqual([{ sessionId: id(1), mode: 'plan' }]);
    expect(onClose).not.toHaveBeenCalled();
    await user.clear(field);
    await user.type(field, '>new');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(ran.mock.calls).toEqual([['session.new']]));
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('shows the words of a message that main found, and says when nothing is there [UI-2.palette]', async () => {
    const { field, went } = await showPalette({
      'sessionList.search': ({ query }: { query: string }) => ({
        hits:
          query === 'zebra late'
            ? [
                {
                  sessionId: id(1),
                  message: {
                    uuid: id(9),
                    excerpt: { text: 'a zebra crossed', marks: [] },
                    count: 1,
                  },
                },
              ]
            : [],
        searched: 2,
        leftOut: 0,
        isIncomplete: false,
      }),
    });
    // The excerpt shows one of the words alone.
    fireEvent.change(field, { target: { value: 'zebra late' } });
    expect(screen.getByText('Nothing matches “zebra late”.')).toBeTruthy();
    await screen.findByText(
      (_, element) =>
        element?.getAttribute('role') === 'option' &&
        element.textContent.includes('Slow order list: “a zebra crossed”'),
    );
    await person().keyboard('{Enter}');
    await waitFor(() =>
      expect(went.mock.calls).toEqual([
        ['session', id(1), { messageUuid: id(9), query: 'zebra late' }],
      ]),
    );
  });
});

it('what was searched for is marked, not more [UI-2.palette]', () => {
  expect(markedParts('Show traffic', ['tra'])).toEqual([
    { text: 'Show ', isHit: false },
    { text: 'tra', isHit: true },
    { text: 'ffic', isHit: false },
  ]);
  expect(markedParts('İstanbul', ['stan'])).toEqual([{ text: 'İstanbul', isHit: false }]);
});
