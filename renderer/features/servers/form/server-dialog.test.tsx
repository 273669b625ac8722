import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { ReviewOutcome } from '../../../../shared/ipc/routes/servers.ts';
import type { ServerState } from '../../../../shared/mcp/server-state.ts';
import { text } from '../../../../shared/texts/catalogue.ts';
import { serverSetup as serverSetupTexts } from '../../../../shared/texts/en/server-setup.ts';
import {
  fill,
  person,
  renderWindow,
  serverState,
  toolInfo,
  wireError,
  type Script,
} from '../../../testing/scripted-bridge.tsx';
import { ServersPage } from '../index.ts';

const words = text.servers.form;
const found = { path: '/opt/bin/npx', searched: ['/opt/bin'] };
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });

async function openForm(script: Script = {}, servers: readonly ServerState[] = []) {
  const user = person();
  const shown = await renderWindow(<ServersPage />, {
    'servers.list': () => ({ servers: [...servers], sequence: 1 }),
    'servers.findCommand': () => found,
    ...script,
  });
  await user.click(button('Add server'));
  await user.click(screen.getByRole('tab', { name: 'Form' }));
  return { ...shown, user };
}

/** A question of main that the test answers. */
function question() {
  let answer: (outcome: ReviewOutcome) => void = () => undefined;
  const asked = new Promise<ReviewOutcome>((resolve) => {
    answer = resolve;
  });
  return { asked, answer: (outcome: ReviewOutcome) => answer(outcome) };
}

describe('adding a server', () => {
  it('previews the key, looks the command up and names what is missing [UI-31]', async () => {
    const { user, bridge } = await openForm({}, [serverState({ name: 'Docs Search' })]);
    expect(button(/^Review command/).disabled).toBe(true);
    expect(screen.getByText(words.problems['name-missing'])).toBeTruthy();
    await fill(user, field('Name'), 'Docs search');
    expect(screen.getByText(words.keyNote('docs-search-2'))).toBeTruthy();
    await fill(user, field('Command'), 'npx');
    expect(await screen.findByText('/opt/bin/npx')).toBeTruthy();
    expect(bridge.inputs('servers.findCommand').at(-1)).toEqual({ command: 'npx' });
    expect(button(/^Review command/).disabled).toBe(false);
  });

  it('says that a command is not in PATH and lets it be reviewed all the same [UI-31]', async () => {
    const { user } = await openForm({
      'servers.findCommand': () => ({ path: null, searched: ['/bin'] }),
    });
    await fill(user, field('Name'), 'x');
    await fill(user, field('Command'), 'nope');
    expect(await screen.findByText(words.notFound)).toBeTruthy();
    expect(button(/^Review command/).disabled).toBe(false);
  });

  it('keeps everything typed when the person cancels main’s question [SE-30, UI-31]', async () => {
    const { asked, answer } = question();
    const { user, bridge } = await openForm({ 'servers.add': () => asked });
    await fill(user, field('Name'), 'docs');
    await fill(user, field('Command'), 'npx');
    await user.click(button('Argument'));
    await user.keyboard('-y{Enter}docs-mcp');
    await user.click(button('Variable'));
    await user.keyboard('TOKEN');
    await fill(user, screen.getByLabelText('Value of TOKEN'), 's3cret');
    await user.click(button(/^Review command/));
    expect(bridge.inputs('servers.add')).toEqual([
      {
        name: 'docs',
        startTimeoutMs: 60_000,
        definition: {
          type: 'stdio',
          command: 'npx',
          args: ['-y', 'docs-mcp'],
          env: { TOKEN: 's3cret' },
        },
        scope: { kind: 'user' },
      },
    ]);
    expect(screen.getAllByText(words.waiting).length).toBeGreaterThan(0);
    await user.keyboard('{Escape}');
    expect(screen.getByRole('dialog')).toBeTruthy();
    answer({ outcome: 'cancelled' });
    expect(await screen.findByText(words.cancelled)).toBeTruthy();
    expect([field('Name').value, field('Argument 2').value]).toEqual(['docs', 'docs-mcp']);
  });

  it('closes when it was started and follows the server until it is connected [UI-31]', async () => {
    const server = serverState({ name: 'docs', status: 'connecting', connectingSince: Date.now() });
    const { user, emit } = await openForm({
      'servers.add': () => ({ outcome: 'started', serverId: server.id }),
    });
    await fill(user, field('Name'), 'docs');
    await fill(user, field('Command'), 'npx');
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await emit('servers.changed', { servers: [server], sequence: 2 });
    const detail = screen.getByRole('region', { name: 'docs' });
    expect(detail.textContent).toContain('Connecting');
    await emit('servers.changed', {
      servers: [
        {
          ...server,
          status: 'connected',
          tools: [toolInfo({ name: 'find', annotations: { readOnly: true } })],
        },
      ],
      sequence: 3,
    });
    expect(within(detail).getByRole('table', { name: 'Tools of docs' }).textContent).toContain(
      'find',
    );
  });

  it('shows why main refused and keeps the form [UI-5]', async () => {
    const { user } = await openForm({
      'servers.add': () => {
        throw wireError('consent.busy', 'Another question is open.');
      },
    });
    await fill(user, field('Name'), 'docs');
    await fill(user, field('Command'), 'npx');
    await user.click(button(/^Review command/));
    expect((await screen.findByRole('alert')).textContent).toContain(text.errors['consent.busy']);
    expect(field('Name').value).toBe('docs');
  });

  it('keeps what was typed when the dialog is closed and opened again', async () => {
    const { user } = await openForm();
    await fill(user, field('Name'), 'docs');
    await user.keyboard('{Escape}');
    await user.click(button('Add server'));
    expect(field('Name').value).toBe('docs');
  });

  it('offers to split a pasted command line of several lines, without a shell [UI-31]', async () => {
    const { user } = await openForm({
      'servers.findCommand': () => ({ path: null, searched: [] }),
    });
    await user.click(field('Command'));
    await user.paste(`KEY='a b' docker run \\\n  -i "my image"`);
    const offer = screen.getByRole('group', { name: 'Split' });
    expect(
      within(offer)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['KEY as a variable', 'docker', '1run', '2-i', '3my image']);
    await user.click(within(offer).getByRole('button', { name: 'Split' }));
    expect(field('Command').value).toBe('docker');
    expect(field('Argument 3').value).toBe('my image');
    expect(field('Name of variable 1').value).toBe('KEY');
    expect(screen.getByLabelText<HTMLInputElement>('Value of KEY').value).toBe('a b');
  });

  it('says why a line with a pipe cannot be split [UI-31]', async () => {
    const { user } = await openForm({
      'servers.findCommand': () => ({ path: null, searched: [] }),
    });
    await fill(user, field('Command'), 'cat x | server');
    expect(screen.getByText(words.splitProblem['shell-operator'])).toBeTruthy();
  });

  it('edits arguments by keyboard: add, move, remove, and paste of several lines [UI-31]', async () => {
    const { user } = await openForm();
    await user.click(button('Argument'));
    await user.paste('one\ntwo\nthree\n');
    const values = () =>
      screen
        .getAllByRole<HTMLInputElement>('textbox', { name: /^Argument \d/ })
        .map((input) => input.value);
    expect(values()).toEqual(['one', 'two', 'three']);
    field('Argument 3').focus();
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
    expect(values()).toEqual(['one', 'three', 'two']);
    expect(document.activeElement).toBe(field('Argument 2'));
    await user.keyboard('{Enter}');
    expect(values()).toEqual(['one', 'three', '', 'two']);
    expect(document.activeElement).toBe(field('Argument 3'));
    await user.keyboard('{Backspace}');
    expect(values()).toEqual(['one', 'three', 'two']);
    await user.click(button('Remove argument 1'));
    expect(values()).toEqual(['three', 'two']);
  });

  it('names each variable without a value in its line, and what the keychain holds [UI-32.inline, UI-31]', async () => {
    const { user, bridge } = await openForm({
      'serverSetup.variables': (({ references }: { references: string[] }) => ({
        variables: references.map((reference) => ({
          ...(reference.startsWith('${secret:')
            ? { kind: 'secret', name: reference.slice(9, -1) }
            : { kind: 'env', name: reference.slice(2, -1) }),
          places: [],
          isSet: reference === '${HOME}' || reference === '${secret:token}',
        })),
      })) as never,
    });
    await fill(user, field('Name'), 'docs');
    await fill(user, field('Command'), '${HOME}/bin/docs');
    await user.click(button('Argument'));
    await user.paste('${REGION}');
    await user.click(button('Variable'));
    await user.keyboard('TOKEN');
    await fill(user, screen.getByLabelText('Value of TOKEN'), '${secret:token}');
    await user.click(button('Variable'));
    await user.keyboard('OTHER');
    await fill(user, screen.getByLabelText('Value of OTHER'), 'Bearer ${secret:new}');
    await fill(user, field(words.folder), '${cfg:x}');
    const unset = serverSetupTexts.variables.unset('REGION');
    expect(await screen.findByText(serverSetupTexts.variables.asked)).toBeTruthy();
    expect(screen.getAllByText(unset).length).toBeGreaterThan(0);
    expect(unset).toBe('REGION is not set. Give a value, or a default as in ${REGION:-eu}.');
    expect(field('Argument 1').getAttribute('aria-invalid')).toBe('true');
    const error = field('Argument 1').getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(error)?.textContent).toBe(unset);
    expect(screen.getByText(serverSetupTexts.variables.unknown('${cfg:x}'))).toBeTruthy();
    expect(screen.getByText(serverSetupTexts.variables.stored)).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Value of TOKEN').type).toBe('text');
    expect(button(/^Review command/).disabled).toBe(true);
    expect(bridge.inputs('serverSetup.variables').at(-1)).toEqual({
      references: ['${HOME}', '${REGION}', '${secret:token}', '${secret:new}'],
      scope: { kind: 'user' },
    });
    await user.clear(field('Argument 1'));
    await fill(user, field('Argument 1'), '${REGION:-eu}');
    await user.clear(field(words.folder));
    expect(button(/^Review command/).disabled).toBe(false);
    expect(screen.queryByText(unset)).toBeNull();
  });

  it('suggests the keychain for what looks like a secret, and takes the person’s word for each value [UI-32.choice]', async () => {
    const { user, bridge } = await openForm({ 'servers.add': () => ({ outcome: 'cancelled' }) });
    await fill(user, field('Name'), 'docs');
    await fill(user, field('Command'), 'npx');
    for (const [name, value] of [
      ['TOKEN', 'tok-1234'],
      ['REGION', 'eu-west'],
      ['OTHER', '${HOME}'],
    ] as const) {
      await user.click(button('Variable'));
      await user.paste(name);
      await fill(user, screen.getByLabelText(`Value of ${name}`), value);
    }
    const keychain = serverSetupTexts.keychain;
    expect(button(keychain.kept('TOKEN')).getAttribute('aria-pressed')).toBe('true');
    expect(screen.queryByRole('button', { name: keychain.notKept('OTHER') })).toBeNull();
    await user.click(button(keychain.kept('TOKEN')));
    await user.click(button(keychain.notKept('REGION')));
    await user.click(button(/^Review command/));
    expect(bridge.inputs('servers.add')).toMatchObject([
      { keychain: { env: { TOKEN: false, REGION: true } } },
    ]);
  });

  it('pins an unpinned package to the version that was looked up [SE-35.latest]', async () => {
    const { user, bridge } = await openForm({
      'serverSetup.latestVersion': () => ({ version: '2.3.1', host: 'registry.example' }),
    });
    await fill(user, field('Command'), 'npx');
    await user.click(button('Argument'));
    await user.keyboard('-y{Enter}docs-mcp');
    await user.click(button(serverSetupTexts.add.latest));
    await user.click(await screen.findByRole('button', { name: 'Pin to 2.3.1' }));
    expect(field('Argument 2').value).toBe('docs-mcp@2.3.1');
    expect(bridge.inputs('serverSetup.latestVersion')).toEqual([
      { ecosystem: 'npm', name: 'docs-mcp' },
    ]);
    expect(screen.queryByText(serverSetupTexts.reading.unpinned)).toBeNull();
  });

  it('is edited as JSON and as a form, one truth for both [UI-33.form]', async () => {
    const { user, bridge } = await openForm({ 'servers.add': () => ({ outcome: 'cancelled' }) });
    await fill(user, field('Name'), 'docs');
    await fill(user, field('Command'), 'npx');
    await user.click(button(serverSetupTexts.raw.open));
    const area = field(serverSetupTexts.json.label);
    expect(JSON.parse(area.value)).toMatchObject({ name: 'docs', command: 'npx' });
    await user.clear(area);
    await fill(user, area, '{"name":"docs",');
    expect(button(/^Review command/).disabled).toBe(true);
    expect(button(serverSetupTexts.json.back).disabled).toBe(true);
    await user.clear(area);
    await fill(user, area, '{"name":"docs","command":"uvx","args":["a==1.0"],"note":1}');
    await user.click(button(serverSetupTexts.json.back));
    expect([field('Command').value, field('Argument 1').value]).toEqual(['uvx', 'a==1.0']);
    await user.click(button(serverSetupTexts.raw.open));
    expect(JSON.parse(field(serverSetupTexts.json.label).value)).toMatchObject({ note: 1 });
    await user.click(button(/^Review command/));
    expect(bridge.inputs('servers.add')).toMatchObject([
      { definition: { command: 'uvx', args: ['a==1.0'] } },
    ]);
  });

  it('does not say that a command is missing whose place a secret tells [UI-32.inline]', async () => {
    const { user } = await openForm({
      'servers.findCommand': () => ({ path: null, searched: ['/bin'] }),
    });
    await fill(user, field('Command'), '${secret:tools}/docs');
    expect(await screen.findByText(serverSetupTexts.variables.lookedUpLater)).toBeTruthy();
  });

  it('masks values until the eye is pressed [SE-51]', async () => {
    const { user } = await openForm();
    await user.click(button('Variable'));
    const value = screen.getByLabelText<HTMLInputElement>('Value of the variable');
    expect(value.type).toBe('password');
    await user.click(button('Show the value'));
    expect(value.type).toBe('text');
  });

  it('names a duplicate variable under its list [UI-31]', async () => {
    const { user } = await openForm();
    await user.click(button('Variable'));
    await user.keyboard('A');
    await user.click(button('Variable'));
    await user.keyboard('A');
    const second = field('Name of variable 2');
    expect(second.getAttribute('aria-invalid')).toBe('true');
    const error = document.getElementById(second.getAttribute('aria-describedby') ?? '');
    expect(error?.textContent).toBe(words.problems['env-duplicate']);
  });

  it('reviews an address with its headers [UI-31]', async () => {
    const { user, bridge } = await openForm({ 'servers.add': () => ({ outcome: 'cancelled' }) });
    await fill(user, field('Name'), 'far');
    await user.click(screen.getByRole('radio', { name: 'HTTP' }));
    await fill(user, field('Address'), 'http://far.example/mcp');
    expect(screen.getByText(words.urlPlain)).toBeTruthy();
    await user.click(button('Header'));
    await user.keyboard('Authorization');
    await fill(user, screen.getByLabelText('Value of Authorization'), 'Bearer x');
    await user.click(button(/^Review address/));
    expect(bridge.inputs('servers.add')).toEqual([
      {
        name: 'far',
        startTimeoutMs: 60_000,
        definition: {
          type: 'http',
          url: 'http://far.example/mcp',
          headers: { Authorization: 'Bearer x' },
        },
        scope: { kind: 'user' },
      },
    ]);
  });
});

describe('editing a server', () => {
  it('checks stored values for their variables, without knowing them [UI-32.stored]', async () => {
    const user = person();
    const server = serverState({
      name: 'docs',
      definition: { type: 'stdio', command: 'npx', args: [], envNames: ['A', 'B'] },
    });
    const row = (name: string) => [{ field: 'env' as const, name }];
    await renderWindow(<ServersPage />, {
      'servers.list': () => ({ servers: [server], sequence: 1 }),
      'servers.findCommand': () => found,
      'serverSetup.variables': () => ({
        variables: [
          { kind: 'env', name: 'NONE', places: [], rows: row('A'), isSet: false },
          { kind: 'secret', name: 'b', places: [], rows: row('B'), isSet: true },
        ],
      }),
    });
    await user.click(button('More actions'));
    await user.click(await screen.findByRole('menuitem', { name: 'Edit server' }));
    const unset = serverSetupTexts.variables.unset('NONE');
    expect((await screen.findAllByText(unset)).length).toBeGreaterThan(0);
    expect(screen.getByText(serverSetupTexts.variables.stored)).toBeTruthy();
    expect(button(/^Review command/).disabled).toBe(true);
    await user.click(button('Replace the value of A'));
    expect(screen.queryByText(unset)).toBeNull();
  });

  it('never knows stored values, keeps them, and replaces one on demand [UI-31, SE-51]', async () => {
    const user = person();
    const server = serverState({
      name: 'docs',
      definition: { type: 'stdio', command: 'npx', args: ['-y'], envNames: ['KEEP', 'CHANGE'] },
    });
    const { bridge } = await renderWindow(<ServersPage />, {
      'servers.list': () => ({ servers: [server], sequence: 1 }),
      'servers.findCommand': () => found,
      'servers.update': () => ({ outcome: 'started', serverId: server.id }),
    });
    await user.click(button('More actions'));
    await user.click(await screen.findByRole('menuitem', { name: 'Edit server' }));
    expect(screen.getAllByText(words.stored)).toHaveLength(2);
    expect(screen.queryByLabelText('Value of KEEP')).toBeNull();
    await user.click(button('Replace the value of CHANGE'));
    await fill(user, screen.getByLabelText('Value of CHANGE'), 'new');
    await user.click(button(/^Review command/));
    expect(bridge.inputs('servers.update')).toEqual([
      {
        serverId: server.id,
        draft: {
          name: 'docs',
          startTimeoutMs: 60_000,
          definition: { type: 'stdio', command: 'npx', args: ['-y'], env: { CHANGE: 'new' } },
        },
        keepEnv: ['KEEP'],
        keepHeaders: [],
      },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
