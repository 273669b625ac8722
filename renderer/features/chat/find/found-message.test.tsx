import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createIpc } from '../../../lib/ipc.ts';
import { renderWindow, scriptBridge, type Script } from '../../../testing/scripted-bridge.tsx';
import { createChatPager } from '../store/chat-pager.ts';
import { createChatStore } from '../store/chat-store.ts';
import { id, sessionId, snapshotOf, userSays } from '../testing/messages.ts';
import { useFoundMessage } from './use-found-message.ts';

async function show(script: Script) {
  const bridge = scriptBridge(script);
  const chat = createChatStore();
  chat.reset({ ...snapshotOf([userSays(90, 'newest')]), earlier: 900 });
  const pager = createChatPager(createIpc(bridge), sessionId, chat);
  const found = { messageUuid: id(7), query: 'order list' };
  const shown: string[] = [];
  function Found() {
    const { itemId, problem } = useFoundMessage(found, pager, (item) => shown.push(item));
    return <output>{problem ?? itemId}</output>;
  }
  await renderWindow(<Found />);
  return { bridge, chat, shown };
}

it('a message that was found is loaded with what is around it, shown and marked [UI-15.jump]', async () => {
  const { bridge, chat, shown } = await show({
    'sessions.locate': () => ({ itemId: id(7), cursor: 70 }),
    'sessions.page': () => ({ messages: [userSays(7, 'the order list')], earlier: 60, later: 80 }),
  });
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(id(7)));
  expect(bridge.inputs('sessions.locate')).toEqual([{ sessionId, messageUuid: id(7) }]);
  expect(shown).toEqual([id(7)]);
  await waitFor(() => expect(chat.state.getState().older.order).toEqual([id(7)]));
  expect(bridge.inputs('sessions.page')).toEqual([{ sessionId, at: { around: 70 } }]);
});

it('one that was taken away since is told [UI-15.jump]', async () => {
  const { shown } = await show({ 'sessions.locate': () => null });
  await screen.findByText(/is not in this session any more/);
  expect(shown).toEqual([]);
});
