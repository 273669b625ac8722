import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { OpenQuestion } from '../../../shared/ipc/routes/elicitations.ts';
import type { PermissionPrompt } from '../../../shared/ipc/routes/sessions.ts';
import { text } from '../../../shared/texts/catalogue.ts';
import { person, renderWindow, serverState, type Script } from '../../testing/scripted-bridge.tsx';
import { inboxItems } from './inbox-items.ts';
import { InboxPage } from './inbox-page.tsx';

const id = (last: string) => `00000000-0000-4000-8000-0000000000${last}`;
const question: OpenQuestion = {
  kind: 'form',
  questionId: id('01'),
  serverId: id('b1'),
  serverName: 'linear',
  sessionIds: [id('a1')],
  createdAt: 200,
  message: '',
  requestedSchema: {},
};
const prompt = {
  promptId: id('02'),
  sessionId: id('a2'),
  toolUseId: 't',
  toolName: 'mcp__db__run',
  serverToolName: 'run',
  title: 'Run migration',
  serverName: 'postgres',
  annotations: {},
  input: {},
  argumentsHash: 'h',
  createdAt: 300,
} as PermissionPrompt;
const server = serverState({ name: 'sentry', status: 'needs-auth' });

describe('the inbox', () => {
  it('holds approvals, questions and sign-ins of all sessions, newest first [UI-3]', () => {
    const items = inboxItems({
      prompts: [prompt],
      questions: [question],
      servers: [server, serverState({ name: 'fine' })],
    });
    expect(items.map(({ kind, title }) => [kind, title])).toEqual([
      ['approval', 'Run migration'],
      ['question', 'Details for linear'],
      ['sign-in', 'Sign in to sentry'],
    ]);
  });

  it('shows the newest with what answers it, and another when it is chosen [UI-3]', async () => {
    const onOpenSession = vi.fn();
    const window = await renderWindow(
      <InboxPage
        renderAnswer={(item) => <p>answer of {item.kind}</p>}
        sessionName={(sessionId) => `session ${sessionId.slice(-2)}`}
        onOpenSession={onOpenSession}
        onDismiss={() => undefined}
      />,
      {
        'sessions.list': () => ({ sessions: [], prompts: [prompt] }),
        'elicitations.list': () => ({ questions: [question] }),
      },
    );
    expect(screen.getByText('answer of approval')).toBeTruthy();
    expect(screen.getByText('postgres asks in session a2. No time limit runs.')).toBeTruthy();
    const list = screen.getByRole('group', { name: text.inbox.list });
    fireEvent.click(within(list).getByText('Details for linear'));
    expect(screen.getByText('answer of question')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: text.inbox.openSession }));
    expect(onOpenSession.mock.calls).toEqual([[id('a1')]]);
    await window.emit('elicitations.changed', { questions: [] });
    expect(screen.getByText('answer of approval')).toBeTruthy();
    await window.emit('sessions.prompts', { prompts: [] });
    expect(screen.getByText(text.inbox.empty)).toBeTruthy();
  });

  it('is filtered by kind and moved through by keys; Enter opens [UI-3.filter]', async () => {
    await renderWindow(page(), waiting);
    const user = person();
    const list = screen.getByRole('group', { name: text.inbox.list });
    const rows = () => within(list).getAllByRole('button');
    rows()[0]?.focus();
    await user.keyboard('j');
    expect(document.activeElement).toBe(rows()[1]);
    await user.keyboard('{Enter}');
    expect(screen.getByText('answer of question')).toBeTruthy();
    await user.keyboard('k');
    expect(document.activeElement).toBe(rows()[0]);
    await user.click(screen.getByRole('radio', { name: 'Forms 1' }));
    expect(rows()).toHaveLength(1);
    await user.click(screen.getByRole('radio', { name: 'Failed' }));
    expect(screen.getByRole('status').textContent).toContain(text.inbox.noneOfKind);
  });

  it('keeps what was answered and what failed in this run; a failure is dismissed [UI-3.past]', async () => {
    const onDismiss = vi.fn();
    const { emit } = await renderWindow(page(onDismiss), {
      'inbox.list': () => ({
        past: [
          {
            kind: 'failure',
            id: id('11'),
            at: 400,
            sessionId: id('a1'),
            sentence: 'Anthropic answered 529.',
          },
          { kind: 'approval', id: id('12'), at: 300, tool: 'Drop index', outcome: 'denied' },
        ],
      }),
    });
    const user = person();
    const list = screen.getByRole('group', { name: text.inbox.list });
    expect(
      within(list)
        .getAllByRole('button')
        .map((row) => row.textContent),
    ).toEqual([
      expect.stringContaining('Turn stopped: Anthropic answered 529.In session a1'),
      expect.stringContaining('Drop indexYou denied it'),
    ]);
    await user.click(screen.getByRole('button', { name: text.inbox.dismiss }));
    expect(onDismiss.mock.calls).toEqual([[id('11')]]);
    await emit('inbox.changed', { past: [] });
    expect(screen.getByText(text.inbox.empty)).toBeTruthy();
  });

  it('what is shown stays while newer things come, and the next one opens after its answer [UI-3]', async () => {
    const { emit } = await renderWindow(page(), waiting);
    expect(screen.getByText('answer of approval')).toBeTruthy();
    await emit('elicitations.changed', { questions: [{ ...question, createdAt: 900 }] });
    expect(screen.getByText('answer of approval')).toBeTruthy();
    await emit('inbox.changed', {
      past: [{ kind: 'approval', id: prompt.promptId, at: 1, tool: 'run', outcome: 'once' }],
    });
    await emit('sessions.prompts', { prompts: [] });
    expect(screen.getByText('answer of question')).toBeTruthy();
  });

  it('shows the item that a notice of the system is about [UI-3.notice]', async () => {
    await renderWindow(page(undefined, question.questionId), waiting);
    expect(screen.getByText('answer of question')).toBeTruthy();
  });
});

const waiting: Script = {
  'sessions.list': () => ({ sessions: [], prompts: [prompt] }),
  'elicitations.list': () => ({ questions: [question] }),
};

function page(onDismiss: (id: string) => void = () => undefined, itemId?: string) {
  return (
    <InboxPage
      renderAnswer={(item) => <p>answer of {item.kind}</p>}
      sessionName={(sessionId) => `session ${sessionId.slice(-2)}`}
      onOpenSession={() => undefined}
      onDismiss={onDismiss}
      itemId={itemId}
    />
  );
}
