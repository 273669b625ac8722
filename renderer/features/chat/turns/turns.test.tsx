import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { SDKMessage } from '../../../../shared/agent/messages.ts';
import type { QueuedMessage } from '../../../../shared/ipc/routes/sessions.ts';
import { text } from '../../../../shared/texts/catalogue.ts';
import { createIpc } from '../../../lib/ipc.ts';
import {
  person,
  renderWindow,
  scriptBridge,
  wireError,
  type Script,
} from '../../../testing/scripted-bridge.tsx';
import { readDraft, writeDraft } from '../composer/drafts.ts';
import { MessageQueue } from '../composer/message-queue.tsx';
import { ModePicker } from '../composer/mode-picker.tsx';
import { ChatProvider, ChatRegistryProvider } from '../store/chat-context.tsx';
import { createChatRegistry } from '../store/chat-registry.ts';
import {
  agentSays,
  id,
  sessionId,
  snapshotOf,
  summary,
  turnResult,
  userSays,
} from '../testing/messages.ts';
import { ItemRow } from '../transcript/item-row.tsx';
import { TurnEditing } from './turn-editing.tsx';

const said = [
  userSays(10, 'first question'),
  agentSays(11, { type: 'text', text: 'first answer' }),
  turnResult(12),
  userSays(13, 'second question'),
  agentSays(14, { type: 'text', text: 'second answer' }),
];
const failed = [
  ...said,
  turnResult(15, {
    subtype: 'error_during_execution',
    is_error: true,
    errors: ['The model service answered 529.'],
  }),
];

/** An open session with the rows of these messages, and what main answers. */
async function show(messages: SDKMessage[], script: Script = {}, queued: QueuedMessage[] = []) {
  const opened: string[] = [];
  const whole: Script = {
    'sessions.open': () => ({ ...snapshotOf(messages), queued }),
    ...script,
  };
  const bridge = scriptBridge(whole);
  const registry = createChatRegistry({ ipc: createIpc(bridge) });
  const chat = registry.open(sessionId);
  await waitFor(() => expect(chat.state.getState().phase).toBe('ready'));
  const { order } = chat.state.getState().transcript;
  const window = await renderWindow(
    <ChatRegistryProvider registry={registry}>
      <ChatProvider chat={chat} sessionId={sessionId}>
        <TurnEditing sessionId={sessionId} readOnly={false} onOpenSession={(to) => opened.push(to)}>
          {order.map((item) => (
            <ItemRow key={item} id={item} />
          ))}
          <MessageQueue />
        </TurnEditing>
      </ChatProvider>
    </ChatRegistryProvider>,
    whole,
  );
  return {
    ...window,
    chat,
    opened,
    reads: () => bridge.inputs('sessions.open').length,
    sent: () => bridge.inputs('sessions.send'),
  };
}

async function choose(message: string, action: string, label = 'What to do with this message') {
  const user = person();
  const bubble = screen.getByText(message).closest('article');
  if (bubble === null) throw new Error('No such message.');
  await user.click(within(bubble).getByRole('button', { name: label }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
  return user;
}

describe('editing a message', () => {
  it('says how many messages go before it asks again here, and reads the session anew [UI-14.here]', async () => {
    const { bridge, reads } = await show([...said, turnResult(15)], {
      'turns.countBehind': () => ({ count: 6 }),
      'turns.rerun': () => summary,
    });
    const user = await choose('first question', 'Edit and ask again');
    await screen.findByText(/6 messages behind this one go and cannot be brought back/);
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
    expect(field.value).toBe('first question');
    fireEvent.change(field, { target: { value: 'another question' } });
    fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true, isComposing: true });
    expect(bridge.inputs('turns.rerun')).toEqual([]);
    await user.click(screen.getByRole('button', { name: /^Ask again/ }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(bridge.inputs('turns.rerun')).toEqual([
      { sessionId, messageUuid: id(10), place: 'here', text: 'another question' },
    ]);
    await waitFor(() => expect(reads()).toBe(2));
  });

  it('goes to the fork, and copies up to a message, without touching this session [UI-14.fork]', async () => {
    const { bridge, opened, reads } = await show([...said, turnResult(15)], {
      'turns.countBehind': () => ({ count: 1 }),
      'turns.rerun': () => ({ ...summary, id: id(77) }),
      'sessionList.fork': () => ({ ...summary, id: id(78) }),
    });
    const user = await choose('second question', 'Ask again');
    await screen.findByText(/^1 message behind this one goes/);
    await user.click(screen.getByRole('radio', { name: 'As a fork' }));
    await user.click(screen.getByRole('button', { name: /^Ask again/ }));
    await waitFor(() => expect(opened).toEqual([id(77)]));
    expect(bridge.inputs('turns.rerun')).toEqual([
      { sessionId, messageUuid: id(13), place: 'fork' },
    ]);
    await choose('first question', 'Fork from here');
    await waitFor(() => expect(opened).toEqual([id(77), id(78)]));
    expect(bridge.inputs('sessionList.fork')).toEqual([{ sessionId, upToMessageId: id(10) }]);
    expect(reads()).toBe(1);
  });

  it('is offered with an answer, which is asked for again or forked at [UI-14.answer]', async () => {
    const { bridge, opened } = await show([...said, turnResult(15)], {
      'turns.countBehind': () => ({ count: 1 }),
      'turns.rerun': () => summary,
      'sessionList.fork': () => ({ ...summary, id: id(79) }),
    });
    const label = 'What to do with this answer';
    const user = await choose('second answer', 'Answer again', label);
    await screen.findByText(/^1 message behind this one goes/);
    await user.click(screen.getByRole('button', { name: /^Ask again/ }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(bridge.inputs('turns.rerun')).toEqual([
      { sessionId, messageUuid: id(13), place: 'here' },
    ]);
    await choose('first answer', 'Fork from here', label);
    await waitFor(() => expect(opened).toEqual([id(79)]));
    expect(bridge.inputs('sessionList.fork')).toEqual([{ sessionId, upToMessageId: id(11) }]);
  });

  it('says why nobody knows how many messages go, and asks nothing here then [UI-14.here, UI-5]', async () => {
    await show([...said, turnResult(15)], {
      'turns.countBehind': () => {
        throw wireError('storage.failed', 'The disk is gone.');
      },
    });
    await choose('first question', 'Ask again');
    expect((await screen.findByRole('alert')).textContent).toContain(text.errors['storage.failed']);
    expect(screen.getByRole('button', { name: /^Ask again/ })).toHaveProperty('disabled', true);
  });

  it('is offered where a turn failed, and keeps the dialog with the reason when it is refused [UI-14.retry]', async () => {
    const { bridge } = await show(failed, {
      'turns.countBehind': () => ({ count: 1 }),
      'turns.rerun': () => {
        throw wireError('provider.no-key', 'Anthropic needs a key.');
      },
    });
    const user = person();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText(/^1 message behind this one goes/);
    await user.click(screen.getByRole('button', { name: /^Ask again/ }));
    expect((await screen.findByRole('alert')).textContent).toContain('Nothing was changed.');
    expect(bridge.inputs('turns.rerun')).toEqual([
      { sessionId, messageUuid: id(13), place: 'here' },
    ]);
  });
});

describe('a turn that was not answered', () => {
  const bare = [
    ...said.slice(0, 4),
    turnResult(15, { subtype: 'error_during_execution', is_error: true, errors: ['529'] }),
  ];
  const cut: SDKMessage[] = [
    ...said,
    {
      type: 'system',
      subtype: 'runtime_exited',
      uuid: id(16),
      session_id: sessionId,
      reason: 'Parley was closed.',
      stderr: [],
    },
  ];
  const gateway = { kind: 'openai-compatible', label: 'G', models: [], key: 'stored' } as const;
  const withModel = (id: string): Script => ({
    'providers.list': () => ({
      providers: [
        { ...gateway, id: 'gateway', models: [] },
        { ...gateway, id: 'offline', kind: 'offline', key: 'not-needed', models: [] },
      ],
    }),
    'sessions.list': () => ({
      sessions: [{ ...summary, model: { provider_id: id, id: 'm' } }],
      prompts: [],
    }),
    'sessions.send': () => ({ messageUuid: sessionId }),
  });

  it('is asked again at once where nothing would go, and only once [UI-14.retry]', async () => {
    const { bridge, reads } = await show(bare, { 'turns.rerun': () => summary });
    await person().click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(reads()).toBe(2));
    expect(bridge.inputs('turns.rerun')).toEqual([
      { sessionId, messageUuid: id(13), place: 'here' },
    ]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('and was cut off is gone on with, or asked again [UI-18.go-on]', async () => {
    const { sent } = await show(cut, withModel('gateway'));
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
    await person().click(screen.getByRole('button', { name: 'Go on' }));
    expect(sent()).toEqual([
      { sessionId, text: 'The last turn was interrupted. Go on from where it stopped.' },
    ]);
  });

  it('and was cut off is only asked again where there is no model to go on, and not once it is past [UI-18.go-on]', async () => {
    const { view } = await show(cut, withModel('offline'));
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Go on' })).toBeNull();
    view.unmount();
    await show([...cut, userSays(17, 'Never mind'), turnResult(18)], withModel('gateway'));
    expect(screen.queryByRole('button', { name: /Go on|Try again/ })).toBeNull();
  });
});

it('messages that wait are shown, changed, sent now and taken out; an input method keeps its Enter [UI-11.queue, UI-11.now, UI-10.ime]', async () => {
  const { bridge } = await show(
    said,
    {
      'turns.editQueued': () => undefined,
      'turns.removeQueued': () => undefined,
      'turns.sendNow': () => undefined,
    },
    [
      { uuid: id(20), text: 'next' },
      { uuid: id(21), text: 'after', attached: 2 },
    ],
  );
  const user = person();
  const rows = () =>
    within(screen.getByRole('list', { name: 'Queued messages' })).getAllByRole('listitem');
  const press = (row: number, name: string) => {
    const element = rows()[row];
    if (element === undefined) throw new Error('No such row.');
    return user.click(within(element).getByRole('button', { name }));
  };
  expect(rows().map(({ textContent }) => textContent)).toEqual([
    'nextSend now',
    'after2 filesSend now',
  ]);
  await press(0, 'Edit this message');
  const field = screen.getByRole('textbox', { name: 'Queued message' });
  fireEvent.change(field, { target: { value: 'next, but other' } });
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 });
  expect(bridge.inputs('turns.editQueued')).toEqual([]);
  fireEvent.keyDown(field, { key: 'Enter' });
  await screen.findByText('next, but other');
  expect(bridge.inputs('turns.editQueued')).toEqual([
    { sessionId, messageUuid: id(20), text: 'next, but other' },
  ]);
  await press(1, 'Send now');
  await waitFor(() => expect(rows()[0]?.textContent).toContain('after'));
  expect(bridge.inputs('turns.sendNow')).toEqual([{ sessionId, messageUuid: id(21) }]);
  await press(1, 'Remove this message');
  await waitFor(() => expect(rows()).toHaveLength(1));
  expect(bridge.inputs('turns.removeQueued')).toEqual([{ sessionId, messageUuid: id(20) }]);
});

it('a message that waits keeps what is typed into it when that is refused, and it becomes the draft when the message is sent meanwhile [UI-11.queue, UI-10.drafts]', async () => {
  writeDraft(sessionId, 'Mine');
  const { chat } = await show(
    said,
    {
      'turns.editQueued': () => {
        throw wireError('session.not-queued', 'It was sent just now.');
      },
    },
    [{ uuid: id(20), text: 'next' }],
  );
  await person().click(screen.getByRole('button', { name: 'Edit this message' }));
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Queued message' });
  fireEvent.change(field, { target: { value: 'next, but other' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  const reason = text.errors['session.not-queued'];
  expect((await screen.findByRole('alert')).textContent).toContain(reason);
  expect(field.value).toBe('next, but other');
  act(() => {
    chat.receive({ sequence: (chat.sequence ?? 0) + 1, messages: [userSays(20, 'next')] });
    chat.flush();
  });
  expect(screen.queryByRole('list', { name: 'Queued messages' })).toBeNull();
  expect(screen.getByRole('alert').textContent).toContain(reason);
  expect(readDraft(sessionId)).toBe('Mine\n\nnext, but other');
  writeDraft(sessionId, '');
});

it('the permission mode is named and chosen from a menu [UI-17.mode]', async () => {
  const chosen: string[] = [];
  await renderWindow(<ModePicker mode="default" onChoose={(mode) => chosen.push(mode)} />);
  const user = person();
  await user.click(screen.getByRole('button', { name: 'Permission mode: Ask every time' }));
  await user.click(await screen.findByRole('menuitemradio', { name: /^Plan only/ }));
  expect(chosen).toEqual(['plan']);
});
