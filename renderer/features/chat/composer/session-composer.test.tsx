import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { createIpc } from '../../../lib/ipc.ts';
import {
  person,
  renderWindow,
  scriptBridge,
  type Script,
} from '../../../testing/scripted-bridge.tsx';
import { ChatProvider, ChatRegistryProvider } from '../store/chat-context.tsx';
import { createChatRegistry } from '../store/chat-registry.ts';
import { sessionId, snapshotOf, summary, userSays } from '../testing/messages.ts';
import { SessionComposer } from './session-composer.tsx';

const gateway = {
  id: 'gateway',
  kind: 'openai-compatible',
  label: 'Gateway',
  key: 'stored',
} as const;

async function show(model: string, models: readonly { id: string; label: string }[]) {
  const session = { ...summary, model: { provider_id: 'gateway', id: model } };
  const script: Script = {
    'providers.list': () => ({ providers: [{ ...gateway, models: [...models] }] }),
    'sessions.list': () => ({ sessions: [session], prompts: [] }),
    'sessions.open': () => snapshotOf([userSays(10, 'hello')]),
    'sessions.setModel': () => session,
    'composer.draftFiles': () => ({ attachments: [] }),
  };
  const registry = createChatRegistry({ ipc: createIpc(scriptBridge(script)) });
  const chat = registry.open(sessionId);
  await waitFor(() => expect(chat.state.getState().phase).toBe('ready'));
  const onNewSession = vi.fn();
  const window = await renderWindow(
    <ChatRegistryProvider registry={registry}>
      <ChatProvider chat={chat} sessionId={sessionId}>
        <SessionComposer
          sessionId={sessionId}
          summary={session}
          waiting={false}
          onNewSession={onNewSession}
          onOpenServer={vi.fn()}
        />
      </ChatProvider>
    </ChatRegistryProvider>,
    script,
  );
  return { ...window, onNewSession };
}

it('says that the model of the session is gone, and takes another one by choice alone [UI-17.gone]', async () => {
  const { bridge, view } = await show('old-model', [{ id: 'new-model', label: 'New model' }]);
  const notice = screen.getByText(/^old-model is not offered any more/).closest('div');
  if (notice === null) throw new Error('There is no notice.');
  expect(bridge.inputs('sessions.setModel')).toEqual([]);
  const user = person();
  const [picker] = within(view.container).getAllByRole('button', { name: /^Model:/ });
  if (picker === undefined) throw new Error('There is no picker.');
  await user.click(picker);
  await user.click(await screen.findByRole('menuitemradio', { name: 'New model' }));
  expect(bridge.inputs('sessions.setModel')).toEqual([
    { sessionId, model: { provider_id: 'gateway', id: 'new-model' } },
  ]);
});

it('says nothing of a model that is there, and runs commands of the session [UI-17.gone, UI-10.command]', async () => {
  const { onNewSession } = await show('new-model', [{ id: 'new-model', label: 'New model' }]);
  expect(screen.queryByText(/is not offered any more/)).toBeNull();
  const user = person();
  await user.click(screen.getByLabelText('Message'));
  await user.paste('/new');
  await user.click(await screen.findByText('/new', { selector: '[role=option] *' }));
  expect(onNewSession).toHaveBeenCalled();
});
