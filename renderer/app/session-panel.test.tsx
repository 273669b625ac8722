import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { person, renderWindow, serverState } from '../testing/scripted-bridge.tsx';
import { SessionPanel } from './session-panel.tsx';

it('a server that wants a sign-in has one beside the session, and says why it failed [UI-39.screen]', async () => {
  const server = serverState({ name: 'linear', status: 'needs-auth' });
  const other = serverState({ name: 'github' });
  const signIn = {
    serverId: server.id,
    account: '',
    accounts: [],
    isSignedIn: false,
    client: { secret: 'missing' },
  } as const;
  const { bridge, emit } = await renderWindow(<SessionPanel overlay={false} onManage={vi.fn()} />, {
    'servers.list': () => ({ servers: [server, other], sequence: 1 }),
    'signIns.list': () => ({ signIns: [{ ...signIn, accounts: [] }], sequence: 1 }),
    'signIns.start': () => ({ outcome: 'failed' }),
  });
  expect(screen.getAllByRole('button', { name: /^Sign in/ })).toHaveLength(1);
  await person().click(screen.getByRole('button', { name: 'Sign in to linear' }));
  expect(bridge.inputs('signIns.start')).toEqual([{ serverId: server.id }]);
  const failure = { code: 'unreachable', message: 'Gone.', at: 1 } as const;
  await emit('signIns.changed', { signIns: [{ ...signIn, accounts: [], failure }], sequence: 2 });
  expect(screen.getByRole('alert').textContent).toContain('does not answer');
});
