import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { text } from '../../../../shared/texts/catalogue.ts';
import { createIpc } from '../../../lib/ipc.ts';
import {
  person,
  renderWindow,
  scriptBridge,
  wireError,
  type Script,
} from '../../../testing/scripted-bridge.tsx';
import { ChatProvider, ChatRegistryProvider } from '../store/chat-context.tsx';
import { createChatRegistry } from '../store/chat-registry.ts';
import { id, sessionId, snapshotOf, userSays } from '../testing/messages.ts';
import { Transcript } from './transcript.tsx';

it('pages that fill no view are followed by the next where nothing comes before them, again after a failure [UI-15.pages]', async () => {
  let fails = true;
  const script: Script = {
    'sessions.open': () => ({ ...snapshotOf([userSays(90, 'newest')]), earlier: 900 }),
    'sessions.page': ({ at }: { at: object }) => {
      if ('around' in at)
        return { messages: [userSays(1, 'oldest')], earlier: undefined, later: 2 };
      if ('before' in at) return { messages: [], earlier: undefined, later: 900 };
      if (fails) throw wireError('storage.failed', 'The disk is gone.');
      return { messages: [userSays(2, 'second')], earlier: 1, later: 900 };
    },
  };
  const bridge = scriptBridge(script);
  const registry = createChatRegistry({ ipc: createIpc(bridge) });
  const chat = registry.open(sessionId);
  await waitFor(() => expect(chat.state.getState().phase).toBe('ready'));
  await renderWindow(
    <ChatRegistryProvider registry={registry}>
      <ChatProvider chat={chat} sessionId={sessionId}>
        <Transcript waitingIds={[]} busy={false} />
      </ChatProvider>
    </ChatRegistryProvider>,
  );
  await act(async () => registry.pager(sessionId).showAround(1));
  expect((await screen.findByRole('alert')).textContent).toContain(text.chat.pageFailed);
  fails = false;
  await person().click(screen.getByRole('button', { name: text.chat.tryAgain }));
  await waitFor(() => expect(chat.state.getState().older.order).toEqual([id(1), id(2)]));
  expect(chat.state.getState().older.gap).toBeUndefined();
  expect(screen.queryByRole('alert')).toBeNull();
});
