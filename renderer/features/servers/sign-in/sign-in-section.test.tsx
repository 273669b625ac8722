import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { ServerSignIn, SignInFailureCode } from '../../../../shared/mcp/sign-in.ts';
import { signInFailureCode } from '../../../../shared/mcp/sign-in.ts';
import { text } from '../../../../shared/texts/catalogue.ts';
import {
  fill,
  person,
  renderWindow,
  serverState,
  wireError,
  type Script,
} from '../../../testing/scripted-bridge.tsx';
import { ServersPage } from '../index.ts';

const server = serverState({
  name: 'linear',
  definition: { type: 'http', url: 'https://mcp.linear.example/mcp', headerNames: [] },
  status: 'needs-auth',
  failure: { code: 'needs-auth', message: 'It wants a sign-in.', at: Date.now() },
});
const signIn = (part: Partial<ServerSignIn> = {}): ServerSignIn => ({
  serverId: server.id,
  account: '',
  accounts: [{ label: '', isSignedIn: false }],
  isSignedIn: false,
  needs: 'sign-in',
  client: { secret: 'missing' },
  ...part,
});
const waiting = (part: object = {}): ServerSignIn =>
  signIn({
    progress: {
      step: 'waiting',
      authUrl: 'https://auth.linear.example/authorize?state=s\u200b',
      issuer: 'https://auth.linear.example',
      redirect: 'protocol',
      isShown: true,
      until: Date.now() + 125_500,
      ...part,
    },
  });

const show = (state: ServerSignIn, script: Script = {}, servers = [server]) =>
  renderWindow(<ServersPage serverId={server.id} />, {
    'servers.list': () => ({ servers, sequence: 1 }),
    'signIns.list': () => ({
      signIns: [state],
      storage: { backend: 'keychain' },
      sequence: 1,
    }),
    'signIns.start': () => ({ outcome: 'waiting' }),
    ...script,
  });
const section = () => within(screen.getByRole('region', { name: 'Sign-in' }));

describe('the sign-in of a server', () => {
  it('says that it is signed out and starts it, from the list and from the detail [UI-39.screen]', async () => {
    const { bridge } = await show(signIn());
    const list = within(screen.getByRole('navigation', { name: 'Servers' }));
    expect(list.getByText('Signed out. Sign in to connect')).toBeTruthy();
    await person().click(list.getByRole('button', { name: 'Sign in to linear' }));
    await person().click(section().getByRole('button', { name: 'Sign in' }));
    expect(bridge.inputs('signIns.start')).toEqual([
      { serverId: server.id },
      { serverId: server.id },
    ]);
    expect(screen.queryByRole('group', { name: 'What can be done' })).toBeNull();
  });

  it('shows who is signed in and where, and signs out [UI-39.screen]', async () => {
    const accounts = [{ label: 'work', isSignedIn: true, issuer: 'https://auth.linear.example' }];
    const { bridge } = await show(
      signIn({ account: 'work', accounts, isSignedIn: true, needs: undefined }),
      { 'signIns.signOut': () => undefined },
      [serverState({ ...server, status: 'connected' })].map(({ failure: _, ...rest }) => ({
        ...rest,
        id: server.id,
      })),
    );
    await person().click(screen.getByRole('tab', { name: 'Overview' }));
    expect(section().getByText('Signed in as work')).toBeTruthy();
    expect(section().getAllByText(/auth\.linear\.example/).length).toBeGreaterThan(0);
    await person().click(section().getByRole('button', { name: 'Sign out' }));
    expect(bridge.inputs('signIns.signOut')).toEqual([{ serverId: server.id }]);
    expect(section().getByText(text.signIn.storage.keychain)).toBeTruthy();
  });

  it('shows the page that waits with Copy, Open again, Cancel and the time left [UI-39.screen, UI-39.url]', async () => {
    const user = person();
    const { bridge } = await show(waiting(), {
      'signIns.openAgain': () => ({ opened: true }),
      'signIns.cancel': () => undefined,
    });
    expect(section().getByText('Finish in your browser')).toBeTruthy();
    expect(section().getByText(/2:0\d left/)).toBeTruthy();
    expect(section().getByRole('region', { name: 'Address of the sign-in page' }).textContent).toBe(
      'https://auth.linear.example/authorize?state=sU+200B',
    );
    await user.click(section().getByRole('button', { name: 'Copy address' }));
    expect(await navigator.clipboard.readText()).toContain('https://auth.linear.example/authorize');
    await user.click(section().getByRole('button', { name: 'Open again' }));
    await user.click(section().getByRole('button', { name: 'Use a local address instead' }));
    await user.click(section().getByRole('button', { name: 'Cancel' }));
    expect(bridge.inputs('signIns.openAgain')).toHaveLength(1);
    expect(bridge.inputs('signIns.start')).toEqual([{ serverId: server.id, redirect: 'loopback' }]);
    expect(bridge.inputs('signIns.cancel')).toHaveLength(1);
  });

  it('says that no browser opened, and offers no other way back where there is none [UI-39.url]', async () => {
    await show(waiting({ isShown: false, redirect: 'loopback' }));
    expect(section().getByText(text.signIn.notShown)).toBeTruthy();
    expect(section().queryByText('Use a local address instead')).toBeNull();
  });

  it.each(signInFailureCode.options.map((code): [SignInFailureCode] => [code]))(
    'tells the failure %s in a sentence with the real words behind it [UI-39.failures]',
    async (code) => {
      await show(signIn({ failure: { code, message: `Words behind ${code}.`, at: 1 } }));
      const alert = section().getByRole('alert');
      expect(alert.textContent).toContain(text.signIn.failures[code]);
      await person().click(within(alert).getByRole('button', { name: 'Details' }));
      expect(alert.textContent).toContain(`Words behind ${code}.`);
    },
  );

  it('has a sentence of its own for every failure [UI-39.failures]', () => {
    const sentences = Object.values(text.signIn.failures);
    expect(new Set(sentences).size).toBe(signInFailureCode.options.length);
  });
});

describe('a client that a person registered', () => {
  it('is asked for in the same place, and the sign-in goes on with it [UI-39.client]', async () => {
    const user = person();
    const issuer = 'https://auth.linear.example';
    const failure = { code: 'client-id-needed', message: 'No.', issuer, at: 1 } as const;
    const { bridge } = await show(signIn({ failure }), { 'signIns.setClient': () => undefined });
    const form = within(section().getByRole('form', { name: `Client for ${issuer}` }));
    await user.click(form.getByRole('button', { name: 'Save and sign in' }));
    expect(form.getByText('A client id is needed.')).toBeTruthy();
    expect(bridge.inputs('signIns.setClient')).toEqual([]);
    await fill(user, form.getByLabelText('Client id'), ' mine ');
    const secret = form.getByLabelText('Client secret');
    expect(secret.getAttribute('type')).toBe('password');
    await fill(user, secret, 's3cret');
    await user.click(form.getByRole('button', { name: 'Save and sign in' }));
    expect(bridge.inputs('signIns.setClient')).toEqual([
      { serverId: server.id, clientId: 'mine', clientSecret: 's3cret' },
    ]);
    expect(bridge.inputs('signIns.start')).toEqual([{ serverId: server.id }]);
  });

  it('keeps its stored secret when only the id is looked at, and can be forgotten [UI-39.client]', async () => {
    const user = person();
    const { bridge } = await show(signIn({ client: { id: 'mine', secret: 'stored' } }), {
      'signIns.setClient': () => undefined,
    });
    await user.click(section().getByRole('button', { name: 'Change' }));
    const form = within(section().getByRole('form', { name: 'Client' }));
    expect(form.getByText(text.signIn.secretHelp.stored)).toBeTruthy();
    await user.click(form.getByRole('button', { name: 'Save' }));
    await user.click(section().getByRole('button', { name: 'Forget client' }));
    expect(bridge.inputs('signIns.setClient')).toEqual([
      { serverId: server.id, clientId: 'mine' },
      { serverId: server.id, clientId: null },
    ]);
  });
});

describe('accounts', () => {
  const two = [
    { label: '', isSignedIn: true },
    { label: 'work', isSignedIn: false },
  ];

  it('are listed, chosen, removed, and added by a name [UI-39.accounts]', async () => {
    const user = person();
    const { bridge } = await show(signIn({ accounts: two }), {
      'signIns.chooseAccount': () => undefined,
      'signIns.removeAccount': () => undefined,
    });
    const list = within(section().getByRole('list', { name: 'Accounts' }));
    expect(list.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Account without a name signed inIn use',
      'work signed outUse',
    ]);
    await user.click(list.getByRole('button', { name: 'Use work' }));
    await user.click(list.getByRole('button', { name: 'Sign out and remove work' }));
    await user.click(section().getByRole('button', { name: 'Add account' }));
    const form = within(section().getByRole('form', { name: 'Add account' }));
    await fill(user, form.getByLabelText('Name of the account'), 'work');
    expect(form.getByText('There is an account of this name.')).toBeTruthy();
    expect(form.getByRole('button', { name: 'Add' }).hasAttribute('disabled')).toBe(true);
    await fill(user, form.getByLabelText('Name of the account'), '2');
    await user.click(form.getByRole('button', { name: 'Add' }));
    expect(bridge.inputs('signIns.chooseAccount')).toEqual([
      { serverId: server.id, account: 'work' },
      { serverId: server.id, account: 'work2' },
    ]);
    expect(bridge.inputs('signIns.removeAccount')).toEqual([
      { serverId: server.id, account: 'work' },
    ]);
    await waitFor(() => expect(bridge.inputs('signIns.start')).toEqual([{ serverId: server.id }]));
  });
});

describe('the way back', () => {
  it('is chosen for the server, and what cannot be done is said [UI-39.redirect]', async () => {
    const user = person();
    const { bridge } = await show(signIn({ redirect: 'loopback' }), {
      'signIns.chooseRedirect': (input: { redirect: string | null }) => {
        if (input.redirect === 'protocol') throw wireError('link.not-registered', 'No xdg-mime.');
        return undefined;
      },
    });
    const choice = within(section().getByRole('radiogroup', { name: 'Way back from the browser' }));
    expect(choice.getByRole('radio', { name: 'Local address' }).getAttribute('aria-checked')).toBe(
      'true',
    );
    await user.click(choice.getByRole('radio', { name: 'As fits' }));
    await user.click(choice.getByRole('radio', { name: 'parley: link' }));
    expect(bridge.inputs('signIns.chooseRedirect')).toEqual([
      { serverId: server.id, redirect: null },
      { serverId: server.id, redirect: 'protocol' },
    ]);
    expect(section().getByRole('alert').textContent).toContain(text.errors['link.not-registered']);
  });
});

describe('without a keychain', () => {
  it('it is said, and the file is the person’s choice [SE-50.tokens]', async () => {
    const { bridge, emit } = await show(signIn(), {
      'signIns.list': () => ({
        signIns: [signIn()],
        storage: { backend: 'memory', reason: 'it is locked' },
        sequence: 1,
      }),
      'signIns.keepInFile': () => ({ backend: 'file' }),
    });
    expect(section().getByText(/gone when you quit/)).toBeTruthy();
    expect(section().getByText(/it is locked/)).toBeTruthy();
    await person().click(section().getByRole('button', { name: 'Keep them in a file' }));
    expect(bridge.inputs('signIns.keepInFile')).toHaveLength(1);
    await emit('signIns.changed', {
      signIns: [signIn()],
      storage: { backend: 'file' },
      sequence: 2,
    });
    expect(section().getByText(text.signIn.storage.file)).toBeTruthy();
  });
});

describe('more access', () => {
  it('is asked for with what was missing [UI-39.session]', async () => {
    const { bridge } = await show(
      signIn({ isSignedIn: true, needs: 'more-access', scope: 'admin' }),
    );
    expect(section().getByText(/it needs admin/)).toBeTruthy();
    await person().click(section().getByRole('button', { name: 'Allow more' }));
    expect(bridge.inputs('signIns.start')).toEqual([{ serverId: server.id }]);
  });
});
