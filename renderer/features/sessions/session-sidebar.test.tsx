import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { SessionSearch } from '../../../shared/ipc/routes/session-list.ts';
import type { SessionSummary } from '../../../shared/ipc/routes/sessions.ts';
import { writeDraft } from '../../lib/drafts.ts';
import { person, renderWindow, wireError, type Script } from '../../testing/scripted-bridge.tsx';
import { ArchivedRow, createSessionView, SessionSidebar } from './index.ts';

beforeEach(() => {
  localStorage.clear();
});

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const DAY = 86_400_000;
const now = Date.now();
const session = (n: number, part: Partial<SessionSummary> = {}): SessionSummary => ({
  id: id(n),
  title: `Session ${String(n)}`,
  folder: null,
  model: { provider_id: 'offline', id: 'offline' },
  state: 'idle',
  createdAt: 1,
  updatedAt: now - n * 1000,
  ...part,
});

async function show(sessions: readonly SessionSummary[], script: Script = {}) {
  const view = createSessionView();
  const opened: string[] = [];
  const found: unknown[] = [];
  let gone = 0;
  const window = await renderWindow(
    <>
      <SessionSidebar
        view={view}
        openId={id(1)}
        onOpen={(sessionId, message) => {
          opened.push(sessionId);
          if (message !== undefined) found.push(message);
        }}
        onGone={() => (gone += 1)}
      />
      <ArchivedRow view={view} />
    </>,
    { 'sessions.list': () => ({ sessions: [...sessions], prompts: [] }), ...script },
  );
  return { ...window, sessionView: view, opened, found, gone: () => gone };
}

const lines = () =>
  [...document.querySelectorAll('h3, [data-session]')].map((line) =>
    line.tagName === 'H3' ? `# ${line.textContent}` : line.getAttribute('title'),
  );
const row = (n: number) =>
  document.querySelector<HTMLElement>(`[data-session="${id(n)}"]`) as HTMLElement;

function openMenu(n: number): HTMLElement {
  fireEvent.contextMenu(row(n));
  return screen.getByRole('menu', { name: `Actions for Session ${String(n)}` });
}

describe('the list of sessions', () => {
  it('has pinned ones first, then folders, and shows state, unread and draft [UI-1.list]', async () => {
    writeDraft(id(4), 'unsent');
    await show([
      session(1),
      session(2, { folder: '/work/harbor-api' }),
      session(3, { pinned: true, unread: true }),
      session(4, { folder: '/work/harbor-api', state: 'interrupted' }),
      session(5, { archived: true }),
    ]);
    expect(lines()).toEqual([
      '# Pinned',
      'Session 3',
      '# harbor-api',
      'Session 2',
      'Session 4',
      '# No folder',
      'Session 1',
    ]);
    expect(row(3).textContent).toContain('Unread');
    expect(row(4).textContent).toMatch(/Draft.*Interrupted/);
    expect(row(2).textContent).not.toContain('Draft');
  });

  it('is grouped by day when the person wants it, also the next time [UI-1.list]', async () => {
    const user = person();
    await show([
      session(1),
      session(2, { updatedAt: now - DAY }),
      session(3, { updatedAt: now - 5 * DAY }),
      session(4, { updatedAt: now - 90 * DAY }),
    ]);
    expect(lines()).toEqual(['Session 1', 'Session 2', 'Session 3', 'Session 4']);
    await user.click(screen.getByRole('button', { name: 'Arrange sessions' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Day' }));
    expect(lines()).toEqual([
      '# Today',
      'Session 1',
      '# Yesterday',
      'Session 2',
      '# Last 7 days',
      'Session 3',
      '# Earlier',
      'Session 4',
    ]);
    expect(createSessionView().getState().grouping).toBe('day');
  });

  it('reads page after page, and changes in between count [UI-1.pages]', async () => {
    const place = { updatedAt: now - 2000, id: id(2) };
    const { bridge, emit } = await show([session(1), session(2)], {
      'sessions.list': () => ({ sessions: [session(1), session(2)], next: place, prompts: [] }),
      'sessionList.page': () => ({ sessions: [session(3), session(4)] }),
    });
    expect(bridge.inputs('sessionList.page')).toEqual([{ after: place }]);
    expect(lines()).toEqual(['Session 1', 'Session 2', 'Session 3', 'Session 4']);
    await emit('sessions.changed', {
      sessions: [session(4, { title: 'Newest', updatedAt: now }), session(9)],
      removed: [id(2)],
    });
    expect(lines()).toEqual(['Newest', 'Session 1', 'Session 3', 'Session 9']);
  });

  it('moves by keys with one tab stop, and opens [UI-1.list]', async () => {
    const user = person();
    const { opened } = await show([session(1), session(2), session(3)]);
    const stops = () =>
      [...document.querySelectorAll<HTMLElement>('[data-session]')]
        .filter((one) => one.tabIndex === 0)
        .map((one) => one.dataset['session']);
    expect(stops()).toEqual([id(1)]);
    row(1).focus();
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
    await waitFor(() => expect(document.activeElement).toBe(row(3)));
    expect(stops()).toEqual([id(3)]);
    await user.keyboard('{Home}');
    await waitFor(() => expect(document.activeElement).toBe(row(1)));
    await user.keyboard('j');
    await waitFor(() => expect(document.activeElement).toBe(row(2)));
    await user.keyboard('{Enter}');
    expect(opened).toEqual([id(2)]);
  });

  it('shows archived ones on their own, with the way back [UI-1.archive]', async () => {
    const user = person();
    const { bridge } = await show([session(1), session(2, { archived: true })], {
      'sessionList.mark': () => undefined,
    });
    await user.click(screen.getByRole('button', { name: /^Archived/ }));
    expect(lines()).toEqual(['Session 2']);
    const menu = openMenu(2);
    await user.click(within(menu).getByRole('menuitem', { name: 'Take out of the archive' }));
    expect(bridge.inputs('sessionList.mark')).toEqual([{ sessionIds: [id(2)], archived: false }]);
    await user.click(screen.getByRole('button', { name: 'Back to sessions' }));
    expect(lines()).toEqual(['Session 1']);
  });
});

describe('what is done with a session', () => {
  it('a title is written in its row; Escape and composing leave it as it is [UI-1.rename]', async () => {
    const user = person();
    const { bridge } = await show([session(1), session(2)], {
      'sessionList.rename': () => undefined,
    });
    row(2).focus();
    await user.keyboard('{F2}');
    const field = screen.getByRole('textbox', { name: 'Title of the session' });
    expect(document.activeElement).toBe(field);
    fireEvent.keyDown(field, { key: 'Enter', isComposing: true, keyCode: 229 });
    await user.keyboard('A better title{Enter}');
    expect(bridge.inputs('sessionList.rename')).toEqual([
      { sessionId: id(2), title: 'A better title' },
    ]);
    await waitFor(() => expect(document.activeElement).toBe(row(2)));
    await user.keyboard('{F2}Something else{Escape}');
    expect(bridge.inputs('sessionList.rename')).toHaveLength(1);
  });

  it('pins, forks and exports from its menu [UI-19.menu]', async () => {
    const user = person();
    const { bridge, opened } = await show([session(1), session(2)], {
      'sessionList.mark': () => undefined,
      'sessionList.fork': () => session(7),
      'sessionList.export': () => ({ saved: true }),
    });
    await user.click(within(openMenu(2)).getByRole('menuitem', { name: 'Pin' }));
    expect(bridge.inputs('sessionList.mark')).toEqual([{ sessionIds: [id(2)], pinned: true }]);
    await user.click(within(openMenu(2)).getByRole('menuitem', { name: 'Fork' }));
    await waitFor(() => expect(opened).toEqual([id(7)]));
    await user.click(within(openMenu(1)).getByRole('menuitem', { name: 'Export…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Export “Session 1”' });
    await user.click(within(dialog).getByRole('radio', { name: 'HTML' }));
    await user.click(within(dialog).getByRole('button', { name: 'Export' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(bridge.inputs('sessionList.export')).toEqual([
      { sessionId: id(1), format: 'html', redact: true },
    ]);
  });

  it('deletes after a question, and takes it back [UI-19.delete]', async () => {
    const user = person();
    const { bridge, gone, opened } = await show([session(1, { state: 'running' })], {
      'sessionList.delete': () => ({ deleted: [id(1)], keptDays: 30 }),
      'sessionList.restore': () => undefined,
    });
    row(1).focus();
    await user.keyboard('{Delete}');
    const dialog = await screen.findByRole('dialog', { name: 'Delete “Session 1”?' });
    expect(dialog.textContent).toContain('A turn is running');
    await waitFor(() =>
      expect(document.activeElement).toBe(within(dialog).getByRole('button', { name: 'Cancel' })),
    );
    expect(bridge.inputs('sessionList.delete')).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(gone()).toBe(1);
    expect(bridge.inputs('sessionList.restore')).toEqual([{ sessionIds: [id(1)] }]);
    await waitFor(() => expect(opened).toEqual([id(1)]));
  });

  it('says why something could not be done [UI-19.menu]', async () => {
    const user = person();
    await show([session(1)], {
      'sessionList.import': () => {
        throw wireError('session.import', 'There is no message of a person in this file.');
      },
    });
    await user.click(screen.getByRole('button', { name: 'Arrange sessions' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Import a session…' }));
    expect((await screen.findByRole('alert')).textContent).toContain('no conversation');
  });
});

describe('search', () => {
  const found: SessionSearch = {
    hits: [
      { sessionId: id(1), title: { text: 'Order list', marks: [[0, 5]] } },
      {
        sessionId: id(2),
        message: { uuid: id(8), count: 2, excerpt: { text: 'the order of rows', marks: [[4, 9]] } },
      },
    ],
    searched: 3,
    leftOut: 0,
    isIncomplete: false,
  };

  it('shows titles and messages with the words marked, and opens them at the message [UI-1.search, UI-15.jump]', async () => {
    const user = person();
    const { bridge, opened, ...window } = await show([session(1), session(2), session(3)], {
      'sessionList.search': () => found,
    });
    await user.type(screen.getByRole('searchbox', { name: 'Search sessions' }), 'order');
    expect((await screen.findByText('2 sessions found')).getAttribute('role')).toBe('status');
    expect(bridge.inputs('sessionList.search').at(-1)).toEqual({ query: 'order', archived: false });
    expect([...document.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual([
      'Order',
      'order',
    ]);
    await user.click(row(2));
    expect(opened).toEqual([id(2)]);
    expect(window.found).toEqual([{ messageUuid: id(8), query: 'order' }]);
    await user.type(screen.getByRole('searchbox'), '{Escape}');
    expect(lines()).toEqual(['Session 1', 'Session 2', 'Session 3']);
  });

  it('says what was searched when nothing fits, and searches archived ones too [UI-1.search]', async () => {
    const user = person();
    const { bridge } = await show([session(1), session(2, { archived: true })], {
      'sessionList.search': ({ archived }: { archived: boolean }) => ({
        hits: [],
        searched: archived ? 2 : 1,
        leftOut: archived ? 0 : 1,
        isIncomplete: false,
      }),
    });
    await user.type(screen.getByRole('searchbox'), 'kubernetes');
    await screen.findByText('No session matches “kubernetes”');
    expect(screen.getByText(/1 session were|1 session was|of 1 session/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Search archived too' }));
    await screen.findByText('Titles and messages of 2 sessions were searched.');
    expect(bridge.inputs('sessionList.search').at(-1)).toMatchObject({ archived: true });
    const clear = screen.getAllByRole('button', { name: 'Clear search' });
    await user.click(clear.at(-1) as HTMLElement);
    expect(lines()).toEqual(['Session 1']);
  });
});
