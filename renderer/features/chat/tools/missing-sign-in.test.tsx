import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ServerState } from '../../../../shared/mcp/server-state.ts';
import type { ServerSignIn } from '../../../../shared/mcp/sign-in.ts';
import { person, renderWindow, serverState } from '../../../testing/scripted-bridge.tsx';
import { ChatProvider } from '../store/chat-context.tsx';
import { createChatStore } from '../store/chat-store.ts';
import { agentSays, snapshotOf, toolResult, toolUse, userSays } from '../testing/messages.ts';
import { ToolCards } from './tool-card.tsx';

async function show(server: ServerState, part: Partial<ServerSignIn>) {
  const chat = createChatStore();
  chat.reset(
    snapshotOf([
      userSays(2, 'go'),
      agentSays(3, toolUse({ id: 'call', server_name: server.key })),
      toolResult(4, 'call', 'error', [{ type: 'text', text: 'It needs a sign-in.' }]),
    ]),
  );
  const signIn: ServerSignIn = {
    serverId: server.id,
    account: '',
    accounts: [],
    isSignedIn: false,
    client: { secret: 'missing' },
    ...part,
  };
  return renderWindow(
    <ChatProvider chat={chat}>
      <ToolCards ids={['call']} waitingIds={[]} />
    </ChatProvider>,
    {
      'servers.list': () => ({ servers: [server], sequence: 1 }),
      'signIns.list': () => ({ signIns: [signIn], sequence: 1 }),
      'signIns.start': () => ({ outcome: 'waiting' }),
    },
  );
}

it('a failed call of a server that wants a sign-in leads to it [UI-39.screen]', async () => {
  const server = serverState({ name: 'linear', status: 'needs-auth' });
  const { bridge, emit } = await show(server, { needs: 'sign-in' });
  expect(screen.getByText(/linear needs a sign-in before this can be tried again/)).toBeTruthy();
  await person().click(screen.getByRole('button', { name: 'Sign in to linear' }));
  expect(bridge.inputs('signIns.start')).toEqual([{ serverId: server.id }]);
  await emit('signIns.changed', {
    signIns: [
      {
        serverId: server.id,
        account: '',
        accounts: [],
        isSignedIn: false,
        client: { secret: 'missing' },
        progress: { step: 'asking' },
      },
    ],
    sequence: 2,
  });
  expect(screen.getByRole('status').textContent).toBe('Answer in the question above');
  await emit('servers.changed', { servers: [{ ...server, status: 'connected' }], sequence: 2 });
  expect(screen.queryByText(/before this can be tried again/)).toBeNull();
});

it('a call that lacks a scope leads there while the server stays connected [UI-39.session]', async () => {
  await show(serverState({ name: 'linear' }), { needs: 'more-access', isSignedIn: true });
  expect(screen.getByRole('button', { name: 'Sign in to linear' }).textContent).toBe('Allow more');
});

it('a call that failed otherwise leads nowhere [UI-39.screen]', async () => {
  await show(serverState({ name: 'linear' }), { isSignedIn: true });
  expect(screen.queryByRole('button', { name: 'Sign in to linear' })).toBeNull();
});
