import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { SDKMessage } from '../../../../shared/agent/messages.ts';
import { itemOf, transcriptFrom } from '../../../../shared/agent/transcript.ts';
import type { ServerState } from '../../../../shared/mcp/server-state.ts';
import { AppDataProvider } from '../../../lib/app-data-context.tsx';
import { createAppData } from '../../../lib/app-data.ts';
import { IpcProvider } from '../../../lib/ipc-context.tsx';
import { createIpc } from '../../../lib/ipc.ts';
import { scriptBridge, serverState } from '../../../testing/scripted-bridge.tsx';
import { ChatProvider } from '../store/chat-context.tsx';
import { createChatStore } from '../store/chat-store.ts';
import {
  agentSays,
  id,
  sessionId,
  snapshotOf,
  textDelta,
  toolResult,
  toolUse,
  turnResult,
  userSays,
} from '../testing/messages.ts';
import { ToolCards } from '../tools/tool-card.tsx';
import { ItemRow } from './item-row.tsx';
import { transcriptRows } from './transcript-rows.ts';

function show(messages: SDKMessage[], waitingIds: string[] = [], servers: ServerState[] = []) {
  const chat = createChatStore();
  chat.reset(snapshotOf(messages));
  const { transcript } = chat.state.getState();
  const ipc = createIpc(scriptBridge({}));
  const data = createAppData(ipc);
  data.store.setState({ servers });
  render(
    <IpcProvider ipc={ipc}>
      <AppDataProvider store={data.store}>
        <ChatProvider chat={chat}>
          {transcriptRows(transcript.order, (id) => itemOf(transcript, id)).map((row) =>
            row.kind === 'tools' ? (
              <ToolCards key={row.key} ids={row.ids} waitingIds={waitingIds} />
            ) : row.kind === 'item' ? (
              <ItemRow key={row.key} id={row.id} />
            ) : null,
          )}
        </ChatProvider>
      </AppDataProvider>
    </IpcProvider>,
  );
  return chat;
}
const card = (tool: string): HTMLElement => {
  const element = document.querySelector<HTMLElement>(`[data-tool="${tool}"]`);
  if (element === null) throw new Error(`No card of ${tool}.`);
  return element;
};
const system = (n: number, part: object) =>
  ({ type: 'system', uuid: id(n), session_id: sessionId, ...part }) as SDKMessage;

describe('rows of the transcript', () => {
  it('puts calls that follow each other into one frame [UI-13]', () => {
    const { order, items } = transcriptFrom([
      userSays(2, 'go'),
      agentSays(3, { type: 'text', text: 'a' }, toolUse({ id: 'one' }), toolUse({ id: 'two' })),
      agentSays(4, toolUse({ id: 'three' }), { type: 'text', text: 'b' }),
    ]);
    expect(
      transcriptRows(order, (id) => items[id]).map((row) =>
        row.kind === 'tools' ? row.ids : row.key,
      ),
    ).toEqual([id(2), `${id(3)}:0`, ['one', 'two', 'three'], `${id(4)}:1`]);
  });

  it('shows server, declared hints, state and time in the head of a card [UI-13, UI-35]', () => {
    show([
      agentSays(
        3,
        toolUse({
          id: 'read',
          title: 'Read a note',
          annotations: { readOnly: true, destructive: false },
          input: { name: 'todo' },
        }),
      ),
      toolResult(4, 'read', 'ok', [{ type: 'text', text: 'milk' }]),
    ]);
    const head = within(card('read')).getByRole('button');
    expect(head.getAttribute('aria-expanded')).toBe('false');
    for (const part of ['Read a note', 'notes', 'todo', 'Read-only', '1.2 s', 'Done'])
      expect(head.textContent).toContain(part);
    expect(head.textContent).not.toContain('destructive');
  });

  it.each(['pending', 'waiting', 'running', 'denied', 'interrupted'] as const)(
    'tells that a call is %s [UI-13]',
    (state) => {
      show(
        [
          agentSays(3, toolUse({ id: 'read' })),
          ...(state === 'running'
            ? [
                system(4, {
                  subtype: 'tool_progress',
                  tool_use_id: 'read',
                  elapsed_ms: 5,
                  progress: 1,
                  total: 4,
                }),
              ]
            : []),
          ...(state === 'denied' ? [toolResult(4, 'read', 'denied', [])] : []),
          ...(state === 'interrupted' ? [turnResult(4, { subtype: 'interrupted' })] : []),
        ],
        state === 'waiting' ? ['read'] : [],
      );
      expect(card('read').dataset['state']).toBe(state);
      if (state === 'running')
        expect(within(card('read')).getByRole('progressbar').getAttribute('value')).toBe('1');
    },
  );

  it('names a server as the person does, and one that is gone by its key [UI-13]', () => {
    const calls = [
      agentSays(3, toolUse({ id: 'read' }), toolUse({ id: 'old', server_name: 'gone' })),
    ];
    show(calls, [], [serverState({ key: 'notes', name: 'My notes' })]);
    expect(card('read').textContent).toContain('My notes');
    expect(card('old').textContent).toContain('gone');
  });

  it('opens a failed call by itself, with the reason as a sentence [UI-13, UI-5]', () => {
    show([
      agentSays(3, toolUse({ id: 'read' })),
      toolResult(4, 'read', 'error', [
        { type: 'text', text: 'No note of that name.\nLook again.' },
      ]),
    ]);
    expect(within(card('read')).getByText('No note of that name.')).toBeTruthy();
    expect(card('read').textContent).toContain('Look again.');
  });

  it('shows exact arguments with hidden characters, and the whole call as JSON [UI-13, SE-21]', () => {
    show([
      agentSays(3, toolUse({ id: 'read', input: { path: 'a\u202eb', list: [1, null] } })),
      toolResult(4, 'read', 'ok', []),
    ]);
    fireEvent.click(within(card('read')).getByRole('button'));
    fireEvent.click(within(card('read')).getByRole('radio', { name: 'Arguments' }));
    expect(
      within(card('read'))
        .getAllByRole('definition')
        .map((value) => value.textContent),
    ).toEqual(['"aU+202Eb"', '[\n  1,\n  null\n]']);
    fireEvent.click(within(card('read')).getByRole('radio', { name: 'Raw' }));
    expect(card('read').textContent).toContain('"tool": "mcp__notes__read"');
  });

  it('shows texts, pictures from data alone, and anything unknown as JSON [UI-13, SE-20]', () => {
    show([
      agentSays(3, toolUse({ id: 'read' })),
      toolResult(4, 'read', 'ok', [
        { type: 'text', text: 'plain\u200btext <b>\u001b[31mred' },
        { type: 'image', data: 'aGk=', mimeType: 'image/png' },
        { type: 'image', data: 'aGk=', mimeType: 'image/svg+xml' },
        { type: 'image', data: 'https://evil.example/x.png', mimeType: 'image/png' },
        { type: 'hologram', depth: 3 },
      ]),
    ]);
    fireEvent.click(within(card('read')).getByRole('button'));
    const body = card('read');
    expect(body.textContent).toContain('plainU+200Btext <b>red');
    expect([...body.querySelectorAll('img')].map((image) => image.getAttribute('src'))).toEqual([
      'data:image/png;base64,aGk=',
    ]);
    expect(body.textContent).toContain('“hologram”');
    expect(body.textContent).toContain('"depth": 3');
  });

  it('tells the provider’s own words when a turn fails, with the rest as details [UI-5]', () => {
    show([
      userSays(2, 'go'),
      turnResult(3, {
        subtype: 'error_during_execution',
        is_error: true,
        errors: ['Anthropic answered 401.\n{"error":"bad key"}'],
      }),
    ]);
    expect(
      screen.getByText(/^The turn failed: Anthropic answered 401\. .* send a message/),
    ).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Details' }));
    expect(screen.getByText(/bad key/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Copy' })).toBeTruthy();
  });

  it('tells retries, a dead runtime, repairs and changed tools [UI-5]', () => {
    show([
      system(2, {
        subtype: 'api_retry',
        attempt: 1,
        max_attempts: 3,
        delay_ms: 2000,
        status: 529,
        reason: 'overloaded',
      }),
      system(3, { subtype: 'runtime_exited', reason: 'It ended by SIGKILL.', stderr: ['bye'] }),
      system(6, { subtype: 'runtime_exited', at_start: true, reason: 'No disk.', stderr: [] }),
      system(4, {
        subtype: 'transcript_repaired',
        what: 'A torn line.',
        kept_in: 'x.torn',
        lost_bytes: 3,
      }),
      system(5, {
        subtype: 'tools_changed',
        added: ['a'],
        removed: [],
        left_out: [{ name: 'b', reason: 'bad schema' }],
      }),
    ]);
    const all = document.body.textContent;
    expect(all).toContain('The model service answered 529. It was asked once more.');
    expect(all).toContain('ended in the middle of the turn. It ended by SIGKILL. Everything');
    expect(all).toContain('could not be started. No disk. Your message is kept');
    expect(all).toContain('is kept in x.torn');
    expect(all).toContain('Tools added: a. 1 tool was left out.');
    fireEvent.click(screen.getAllByRole('button', { name: 'Details' })[1] as HTMLElement);
    expect(document.body.textContent).toContain('bye');
  });

  it('tells a try that is coming, and of tries in a row only the last [UI-5]', () => {
    const retry = (n: number, attempt: number) =>
      system(n, {
        subtype: 'api_retry',
        attempt,
        max_attempts: 3,
        delay_ms: 2000,
        reason: 'fetch failed',
      });
    const messages = [userSays(2, 'go'), retry(3, 1), retry(4, 2)];
    show(messages);
    expect(document.body.textContent).toContain(
      'The model service did not answer. Try 2 of 3 starts in 2.0 s.',
    );
    expect(document.body.textContent).not.toContain('Try 1');
    cleanup();
    show([...messages, agentSays(5, { type: 'text', text: 'here' })]);
    expect(document.body.textContent).toContain('did not answer. It was asked 2 times more.');
  });

  it('marks an answer that was cut', () => {
    show([userSays(2, 'go'), textDelta(3, 9, 'half'), turnResult(4, { subtype: 'interrupted' })]);
    expect(screen.getByText('Stopped here')).toBeTruthy();
  });
});
