import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  ChatRegistryProvider,
  createChatRegistry,
  preloadChatPage,
} from '../features/chat/index.ts';
import { createIpc } from '../lib/ipc.ts';
import {
  renderWindow,
  scriptBridge,
  serverState,
  toolInfo,
  wireError,
  type Script,
} from '../testing/scripted-bridge.tsx';
import type { SessionSummary } from '../../shared/ipc/routes/sessions.ts';
import { text } from '../../shared/texts/catalogue.ts';
import { App } from './app.tsx';
import { CrashGuard } from './crash-screen.tsx';
import { createRouteStore } from './route.ts';

// Else loading it holds up whichever test runs then.
beforeAll(preloadChatPage);

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  delete document.documentElement.dataset['ready'];
});

const now = Date.now();
const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const session = (n: number, part: Partial<SessionSummary>): SessionSummary => ({
  id: id(n),
  title: `Session ${String(n)}`,
  folder: null,
  model: { provider_id: 'offline', id: 'offline' },
  state: 'idle',
  createdAt: 1,
  updatedAt: now,
  ...part,
});

async function showApp(script: Script = {}) {
  const routes = createRouteStore();
  const bridge = scriptBridge({
    'sessions.open': ({ sessionId }: { sessionId: string }) => ({
      summary: session(1, { id: sessionId }),
      messages: [],
      sequence: 0,
      prompts: [],
      queued: [],
    }),
    ...script,
  });
  const registry = createChatRegistry({ ipc: createIpc(bridge) });
  const window = await renderWindow(
    <ChatRegistryProvider registry={registry}>
      <App routes={routes} onReload={async () => undefined} />
    </ChatRegistryProvider>,
    script,
  );
  return { ...window, routes, chatBridge: bridge };
}

describe('the window', () => {
  it('goes to what waits after a click on a notice of the system [UI-3.notice]', async () => {
    const { routes, emit } = await showApp();
    await emit('inbox.show', { itemId: id(3) });
    expect(routes.getState().route).toEqual({ page: 'inbox', itemId: id(3) });
    await emit('inbox.show', { sessionId: id(2) });
    expect(routes.getState().route).toEqual({ page: 'session', sessionId: id(2) });
  });

  it('has sidebar, page and panel as landmarks, and says when it is ready [UI-1]', async () => {
    await showApp({
      'servers.list': () => ({
        servers: [
          serverState({ name: 'Notes', tools: [toolInfo({ name: 'a' })] }),
          serverState({ name: 'broken', status: 'failed' }),
        ],
        sequence: 1,
      }),
    });
    expect(screen.getByRole('navigation', { name: 'Sessions and pages' })).toBeTruthy();
    expect(screen.getByRole('main')).toBeTruthy();
    const panel = screen.queryByRole('complementary');
    if (panel === null) fireEvent.click(screen.getByRole('button', { name: 'Show panel' }));
    const lines = within(screen.getByRole('complementary')).getAllByRole('listitem');
    expect(lines.map((line) => line.textContent)).toEqual(['Notes1 tool', 'brokenFailed']);
    expect(document.documentElement.dataset['ready']).toBe('true');
    expect(document.title).toBe('New session – Parley');
  });

  it('lists sessions with their states, by folder, and moves among them by arrows [UI-1]', async () => {
    const { routes } = await showApp({
      'sessions.list': () => ({
        sessions: [
          session(1, { state: 'waiting' }),
          session(2, { state: 'failed', folder: '/home/me/api' }),
          session(3, { state: 'running', turnStartedAt: Date.now() - 61_000 }),
          session(4, { title: '' }),
        ],
        prompts: [],
      }),
    });
    const rows = [...document.querySelectorAll<HTMLElement>('[data-session]')];
    expect(rows.map((row) => [row.dataset['session'], row.dataset['state']])).toEqual([
      [id(2), 'failed'],
      [id(1), 'waiting'],
      [id(3), 'running'],
      [id(4), 'idle'],
    ]);
    expect(rows[1]?.textContent).toContain('Needs you');
    // The clock of the machine goes on meanwhile.
    expect(rows[2]?.textContent).toMatch(/Session 31:[0-5]\d$/);
    expect(rows[3]?.textContent).toContain('New session');
    expect(rows.filter((row) => row.tabIndex === 0)).toHaveLength(1);
    rows[0]?.focus();
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'ArrowDown' });
    expect(document.activeElement).toBe(rows[1]);
    fireEvent.click(rows[1] as HTMLElement);
    expect(routes.getState().route).toEqual({ page: 'session', sessionId: id(1) });
    expect(document.title).toBe('Session 1 – Parley');
  });

  it('says when the open session is deleted, whoever did it [UI-1.outside]', async () => {
    const { emit, routes } = await showApp({
      'sessions.list': () => ({ sessions: [session(1, {})], prompts: [] }),
    });
    await act(async () => routes.setState({ route: { page: 'session', sessionId: id(1) } }));
    expect(screen.queryByRole('alert')).toBeNull();
    await emit('sessions.changed', { sessions: [], removed: [id(1)] });
    expect(screen.getByRole('alert').textContent).toContain('not there any more');
  });

  it('opens pages by shortcuts and remembers the page over a reload [UI-1]', async () => {
    const { routes } = await showApp();
    fireEvent.keyDown(document.body, { key: ',', ctrlKey: true });
    expect(routes.getState().route.page).toBe('settings');
    expect(createRouteStore().getState().route.page).toBe('settings');
    fireEvent.keyDown(document.body, { key: 'n', ctrlKey: true });
    expect(routes.getState().route.page).toBe('start');
  });

  it('goes to sessions by number and in turn, as they stand in the list [UI-2.keys]', async () => {
    const { routes } = await showApp({
      'sessions.list': () => ({
        sessions: [
          session(1, { folder: '/home/me/b', updatedAt: now }),
          session(2, { updatedAt: now - 1 }),
          session(3, { folder: '/home/me/b', updatedAt: now - 2 }),
          session(4, { updatedAt: now - 3, archived: true }),
        ],
        prompts: [],
      }),
    });
    const open = () => {
      const { route } = routes.getState();
      return route.page === 'session' ? route.sessionId : route.page;
    };
    const press = (key: string, code: string, shiftKey = false) =>
      fireEvent.keyDown(document.body, { key, code, ctrlKey: true, shiftKey });
    press('2', 'Digit2');
    expect(open()).toBe(id(3));
    press('Tab', 'Tab');
    expect(open()).toBe(id(2));
    press('Tab', 'Tab');
    expect(open()).toBe(id(1));
    press('Tab', 'Tab', true);
    expect(open()).toBe(id(2));
    press('9', 'Digit9');
    expect(open()).toBe(id(2));
  });

  it('runs what is chosen in a menu, tells main what can be done, and leaves what lies below a question alone [UI-2.menu, UI-2.keys]', async () => {
    const { routes, bridge, emit } = await showApp();
    const told = () => bridge.inputs('shell.setActions').at(-1) as { ids: string[] };
    expect(told().ids).toEqual(expect.arrayContaining(['palette.open', 'inbox.open']));
    expect(told().ids).not.toContain('session.export');
    await emit('shell.run', { id: 'servers.open' });
    expect(routes.getState().route.page).toBe('servers');
    await emit('shell.run', { id: 'palette.open' });
    const field = await screen.findByRole('combobox', { name: text.shell.palette.title });
    fireEvent.keyDown(field, { key: 'i', code: 'KeyI', ctrlKey: true });
    await emit('shell.run', { id: 'inbox.open' });
    expect(routes.getState().route.page).toBe('servers');
    fireEvent.keyDown(field, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
    fireEvent.keyDown(document.body, { key: 'i', code: 'KeyI', ctrlKey: true });
    expect(routes.getState().route.page).toBe('inbox');
  });

  it('puts a prompt to try behind what is written, the next in place of the last [UI-10.drafts]', async () => {
    await showApp({
      'servers.list': () => ({
        servers: [
          serverState({
            definition: { type: 'builtin', module: 'notes' },
            tools: [toolInfo({ name: 'write_note' }), toolInfo({ name: 'list_notes' })],
          }),
        ],
        sequence: 1,
      }),
    });
    const field = screen.getByLabelText<HTMLTextAreaElement>('Message');
    const { write_note: write, list_notes: list } = text.chat.suggestions;
    fireEvent.change(field, { target: { value: 'Mine' } });
    fireEvent.click(screen.getByText(write.label));
    expect(field.value).toBe(`Mine\n\n${write.prompt}`);
    fireEvent.click(screen.getByText(list.label));
    expect(field.value).toBe(`Mine\n\n${list.prompt}`);
    fireEvent.change(field, { target: { value: '' } });
  });

  it('takes no keys and no links behind the first steps [UI-4]', async () => {
    const { routes, bridge, store } = await showApp({
      'settings.get': () => ({
        theme: 'system',
        defaultModel: { provider_id: 'offline', id: 'offline' },
        sidebar: 'open',
        panel: 'open',
        welcomed: false,
      }),
    });
    expect(bridge.inputs('shell.setActions').at(-1)).toEqual({ ids: [] });
    expect(bridge.inputs('serverSetup.takeLinks')).toEqual([]);
    fireEvent.keyDown(document.body, { key: 'k', code: 'KeyK', ctrlKey: true });
    fireEvent.keyDown(document.body, { key: ',', code: 'Comma', ctrlKey: true });
    expect(routes.getState().route.page).toBe('start');
    await act(async () =>
      store.setState(({ settings }) => ({ settings: { ...settings, welcomed: true } })),
    );
    expect(screen.getByLabelText('Message')).toBeTruthy();
    expect(screen.queryByRole('combobox', { name: text.shell.palette.title })).toBeNull();
    expect(bridge.inputs('serverSetup.takeLinks')).toHaveLength(1);
  });

  it('starts a session from the first message, with the model that was chosen [UI-10.send]', async () => {
    const created = session(7, {});
    const script: Script = {
      'sessions.create': () => created,
      'sessions.send': () => ({ messageUuid: id(9) }),
    };
    const { routes, bridge, chatBridge } = await showApp(script);
    fireEvent.change(screen.getByLabelText('Message'), { target: { value: 'hello' } });
    fireEvent.keyDown(screen.getByLabelText('Message'), { key: 'Enter' });
    await waitFor(() =>
      expect(routes.getState().route).toEqual({ page: 'session', sessionId: id(7) }),
    );
    expect(bridge.inputs('sessions.create')).toEqual([
      { model: { provider_id: 'offline', id: 'offline' } },
    ]);
    expect(chatBridge.inputs('sessions.send')).toEqual([{ sessionId: id(7), text: 'hello' }]);
  });

  it('shows notices with their details until they are dismissed [UI-5]', async () => {
    const { bridge, emit } = await showApp({ 'app.dismissNotice': () => undefined });
    await emit('app.notices', {
      notices: [{ id: 'n1', kind: 'settings-corrupt', details: 'settings.json: line 3', at: 1 }],
    });
    const notices = screen.getByRole('region', { name: 'Notices' });
    fireEvent.click(within(notices).getByRole('button', { name: 'Details' }));
    expect(notices.textContent).toContain('settings.json: line 3');
    fireEvent.click(within(notices).getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Notices' })).toBeNull());
    expect(bridge.inputs('app.dismissNotice')).toEqual([{ id: 'n1' }]);
  });

  it('says why main’s data could not be read [UI-5]', async () => {
    await showApp({
      'sessions.list': () => {
        throw wireError('internal', 'The disk is gone.');
      },
    });
    expect(screen.getByRole('alert').textContent).toContain('could not load its data');
  });

  it('follows the theme of the settings', async () => {
    const { emit, store } = await showApp();
    await emit('settings.changed', { ...store.getState().settings, theme: 'dark' });
    expect(document.documentElement.dataset['theme']).toBe('dark');
    await emit('settings.changed', { ...store.getState().settings, theme: 'light' });
    expect(document.documentElement.dataset['theme']).toBe('light');
  });
});

describe('crash guard', () => {
  it('tells main’s log and offers to reload [UI-5]', async () => {
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const bridge = scriptBridge({ 'app.reportError': () => undefined });
    const Broken = () => {
      throw new Error('A component broke.');
    };
    let reloads = 0;
    await renderWindow(
      <CrashGuard ipc={createIpc(bridge)} onReload={() => (reloads += 1)}>
        <Broken />
      </CrashGuard>,
    );
    await act(async () => undefined);
    fireEvent.click(screen.getByRole('button', { name: 'Reload window' }));
    expect(reloads).toBe(1);
    expect(bridge.inputs('app.reportError')).toMatchObject([{ message: 'A component broke.' }]);
    quiet.mockRestore();
  });
});
