import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { text } from '../../../../shared/texts/catalogue.ts';
import { permissions as permissionTexts } from '../../../../shared/texts/en/permissions.ts';
import { renderWindow, wireError, type Script } from '../../../testing/scripted-bridge.tsx';
import { Announcer } from '../../../ui/announcer.tsx';
import { promptFor, sessionId } from '../testing/messages.ts';
import { GRACE_MS } from './permission-card.tsx';
import { PromptArea } from './prompt-area.tsx';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const route = 'sessions.answerPermission';

async function showPrompts(prompts = [promptFor(5)], script: Script = {}) {
  const window = await renderWindow(
    <>
      <div data-region="transcript" tabIndex={0} data-testid="transcript" />
      <PromptArea sessionId={sessionId} />
      <div data-region="composer">
        <textarea aria-label="Message" />
      </div>
      <Announcer />
    </>,
    { [route]: () => undefined, ...script },
  );
  await window.emit('sessions.prompts', { prompts });
  return window;
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const card = () => screen.getByRole('group', { name: /^Allow/ });
const press = async (name: string) => {
  fireEvent.click(within(card()).getByRole('button', { name: new RegExp(`^${name}`) }));
  await pass(0);
};

describe('permission prompt', () => {
  it('names tool, server, position, hints and the exact arguments [UI-13, UI-35]', async () => {
    await showPrompts([promptFor(5, { input: { path: 'a\u200bb', count: 2 } }), promptFor(6)]);
    expect(screen.getByRole('heading').textContent).toBe('Allow Write a note on Notes?');
    expect(screen.getByText('1 of 2')).toBeTruthy();
    expect(
      within(card())
        .getAllByRole('listitem')
        .map((hint) => hint.textContent),
    ).toEqual(['Destructive', 'Not read-only', 'Open world not declared']);
    expect(
      within(card())
        .getAllByRole('definition')
        .map((value) => value.textContent),
    ).toEqual(['"aU+200Bb"', '2']);
  });

  it('says no position while only one waits [UI-13]', async () => {
    await showPrompts([promptFor(5)]);
    expect(within(card()).queryByText('1 of 1')).toBeNull();
    expect(screen.queryByRole('button', { name: text.chat.next })).toBeNull();
  });

  it('answers with the id and the hash that were shown [SE-41]', async () => {
    const { bridge } = await showPrompts();
    await pass(GRACE_MS);
    fireEvent.click(screen.getByRole('radio', { name: 'This session' }));
    await press('Allow for session');
    expect(bridge.inputs(route)).toEqual([
      {
        promptId: promptFor(5).promptId,
        argumentsHash: 'hash5',
        answer: { behavior: 'allow', scope: 'session' },
      },
    ]);
    expect(screen.queryByRole('group', { name: /^Allow/ })).toBeNull();
  });

  it('ignores input until it has been there for 400 ms, and so does the next one [SE-41]', async () => {
    const { bridge } = await showPrompts([promptFor(5), promptFor(6)]);
    await pass(GRACE_MS - 1);
    await press('Deny');
    expect(bridge.inputs(route)).toEqual([]);
    await pass(1);
    await press('Deny');
    expect(bridge.inputs(route)).toHaveLength(1);
    await press('Deny');
    expect(bridge.inputs(route)).toHaveLength(1);
    await pass(GRACE_MS);
    await press('Deny');
    expect(bridge.inputs(route)).toMatchObject([
      { argumentsHash: 'hash5' },
      { argumentsHash: 'hash6' },
    ]);
  });

  it('puts the focus on Deny, but never takes it from a text field, empty or not [SE-41, UI-6.field]', async () => {
    const window = await showPrompts([]);
    const field = screen.getByLabelText<HTMLTextAreaElement>('Message');
    field.focus();
    field.value = 'half a sen';
    await window.emit('sessions.prompts', { prompts: [promptFor(5)] });
    expect(document.activeElement).toBe(field);
    await window.emit('sessions.prompts', { prompts: [] });
    field.value = '';
    await window.emit('sessions.prompts', { prompts: [promptFor(6)] });
    expect(document.activeElement).toBe(field);
    await window.emit('sessions.prompts', { prompts: [] });
    field.blur();
    await window.emit('sessions.prompts', { prompts: [promptFor(7)] });
    expect(document.activeElement?.textContent).toMatch(/^Deny/);
  });

  it('takes Escape and Mod+Enter from itself and the transcript, not from the composer [SE-41]', async () => {
    const { bridge } = await showPrompts([promptFor(5), promptFor(6)]);
    await pass(GRACE_MS);
    fireEvent.keyDown(screen.getByLabelText('Message'), { key: 'Enter', ctrlKey: true });
    fireEvent.keyDown(screen.getByLabelText('Message'), { key: 'Escape' });
    fireEvent.keyDown(screen.getByTestId('transcript'), { key: 'Escape', isComposing: true });
    expect(bridge.inputs(route)).toEqual([]);
    fireEvent.keyDown(screen.getByTestId('transcript'), { key: 'Enter', ctrlKey: true });
    await pass(GRACE_MS);
    fireEvent.keyDown(card(), { key: 'Escape' });
    await pass(0);
    expect(bridge.inputs(route)).toMatchObject([
      { argumentsHash: 'hash5', answer: { behavior: 'allow', scope: 'once' } },
      { argumentsHash: 'hash6', answer: { behavior: 'deny' } },
    ]);
  });

  it('stays with the prompt that is shown when another comes, and goes on by Next', async () => {
    const window = await showPrompts([promptFor(5)]);
    await window.emit('sessions.prompts', {
      prompts: [promptFor(4, { title: 'Earlier' }), promptFor(5)],
    });
    expect(screen.getByRole('heading').textContent).toContain('Write a note');
    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect(screen.getByRole('heading').textContent).toContain('Earlier');
  });

  it('says why an answer did not count and lets the person answer again [UI-5]', async () => {
    const { bridge } = await showPrompts([promptFor(5)], {
      [route]: () => {
        throw wireError('session.no-gesture', 'No key press was seen.');
      },
    });
    await pass(GRACE_MS);
    await press('Allow once');
    expect(screen.getByRole('alert').textContent).toContain('Answer again');
    await press('Deny');
    expect(bridge.inputs(route)).toHaveLength(2);
  });

  it('closes when the question was over before the answer came [SE-41]', async () => {
    await showPrompts([promptFor(5)], {
      [route]: () => {
        throw wireError('session.no-prompt', 'Not open.');
      },
    });
    await pass(GRACE_MS);
    await press('Allow once');
    expect(screen.queryByRole('group', { name: /^Allow/ })).toBeNull();
  });

  it('is said to screen readers at once, and gives the focus back to the composer', async () => {
    await showPrompts();
    const live = document.querySelector('[aria-live="assertive"]');
    expect(live?.textContent.trim()).toBe('Permission needed: Write a note on Notes.');
    await pass(GRACE_MS);
    await press('Deny');
    expect(document.activeElement).toBe(screen.getByLabelText('Message'));
  });

  it('shows prompts of its own session alone', async () => {
    await showPrompts([promptFor(5, { sessionId: promptFor(9).promptId })]);
    expect(screen.queryByRole('group', { name: /^Allow/ })).toBeNull();
  });

  it('repeats the chosen scope on the button and sends it [UI-34.cover]', async () => {
    const prompt = promptFor(5, { scopes: ['once', 'session', 'always'], serverId: 'x' });
    const { bridge } = await showPrompts([prompt]);
    await pass(GRACE_MS);
    const choose = async (what: string) => {
      fireEvent.keyDown(screen.getByRole('button', { name: /^Covers: / }), {
        key: 'Enter',
      });
      await pass(0);
      fireEvent.click(screen.getByRole('menuitemradio', { name: what }));
      await pass(0);
    };
    fireEvent.click(screen.getByRole('radio', { name: 'Always' }));
    expect(screen.getByRole('button', { name: /^Always allow/ })).toBeTruthy();
    await choose('Only exactly these arguments');
    expect(screen.getByRole('button', { name: /^Always allow these/ })).toBeTruthy();
    await choose('All tools of Notes in this session What declares to destroy is still asked for');
    expect(screen.getByRole('radio', { name: 'This session' }).getAttribute('aria-checked')).toBe(
      'true',
    );
    await press('Allow server for session');
    expect(bridge.inputs(route)).toMatchObject([
      { answer: { behavior: 'allow', scope: 'session', covers: 'server' } },
    ]);
  });

  it('offers "Always" only where main does [SE-40]', async () => {
    await showPrompts([promptFor(5, { scopes: ['once'] })]);
    expect(screen.getAllByRole('radio').map((one) => one.textContent)).toEqual(['Once']);
    expect(screen.queryByRole('button', { name: /^Covers: / })).toBeNull();
  });

  it('denies for ever from the menu [UI-34.always]', async () => {
    const { bridge } = await showPrompts([promptFor(5, { scopes: ['once', 'session', 'always'] })]);
    await pass(GRACE_MS);
    fireEvent.keyDown(screen.getByRole('button', { name: /^Covers: / }), {
      key: 'Enter',
    });
    await pass(0);
    fireEvent.click(screen.getByRole('menuitem', { name: 'Deny, and never ask again' }));
    await pass(0);
    expect(bridge.inputs(route)).toMatchObject([{ answer: { behavior: 'deny', scope: 'always' } }]);
  });

  it('sends edited arguments to be checked, and takes no allow before they are shown again [SE-40.edited]', async () => {
    const window = await showPrompts([promptFor(5)], {
      'permissions.editArguments': ({ input }: { input: { name?: string } }) => {
        if (input.name === undefined)
          throw wireError('permission.arguments', 'These arguments do not fit: /: name');
        return undefined;
      },
    });
    await pass(GRACE_MS);
    fireEvent.click(screen.getByRole('button', { name: 'Edit arguments' }));
    const field = screen.getByLabelText('Arguments as JSON');
    expect(JSON.parse((field as HTMLTextAreaElement).value)).toEqual({
      name: 'todo',
      text: 'milk',
    });
    fireEvent.keyDown(card(), { key: 'Enter', ctrlKey: true });
    const save = () => screen.getByRole('button', { name: 'Use these arguments' });
    fireEvent.change(field, { target: { value: '{"name":' } });
    expect((save() as HTMLButtonElement).disabled).toBe(true);
    expect(card().textContent).toContain('This is no JSON.');
    fireEvent.change(field, { target: { value: '{"text":"x"}' } });
    fireEvent.click(save());
    await pass(0);
    expect(screen.getByRole('alert').textContent).toContain('do not fit');
    fireEvent.change(field, { target: { value: '{"name":"other"}' } });
    fireEvent.click(save());
    await pass(0);
    await window.emit('sessions.prompts', {
      prompts: [promptFor(5, { input: { name: 'other' }, isEdited: true, argumentsHash: 'new' })],
    });
    expect(card().textContent).toContain('Edited by you');
    // What is asked now has its own grace.
    await press('Allow once');
    expect(window.bridge.inputs(route)).toEqual([]);
    await pass(GRACE_MS);
    await press('Allow once');
    expect(window.bridge.inputs(route)).toMatchObject([{ argumentsHash: 'new' }]);
  });

  it('edits arguments by a form of the tool’s schema, with JSON beside it [SE-40.edited]', async () => {
    const inputSchema = {
      type: 'object',
      properties: { name: { type: 'string' }, count: { type: 'integer' } },
      required: ['name'],
    };
    const { bridge } = await showPrompts([promptFor(5, { inputSchema, input: { name: 'todo' } })], {
      'permissions.editArguments': () => undefined,
    });
    await pass(GRACE_MS);
    fireEvent.click(screen.getByRole('button', { name: 'Edit arguments' }));
    const editor = () => screen.getByRole('group', { name: permissionTexts.prompt.edit });
    expect(editor().contains(document.activeElement)).toBe(true);
    const name = within(editor()).getByRole<HTMLInputElement>('textbox', { name: /^name/ });
    expect(name.value).toBe('todo');
    fireEvent.change(name, { target: { value: 'other' } });
    fireEvent.click(within(editor()).getByRole('radio', { name: 'JSON' }));
    const field = () => screen.getByLabelText<HTMLTextAreaElement>('Arguments as JSON');
    expect(JSON.parse(field().value)).toEqual({ name: 'other' });
    fireEvent.change(field(), { target: { value: '{"name":' } });
    const form = () => within(editor()).getByRole<HTMLButtonElement>('radio', { name: 'Form' });
    expect(form().disabled).toBe(true);
    fireEvent.change(field(), { target: { value: '{"name":"third","extra":1}' } });
    fireEvent.click(form());
    fireEvent.click(screen.getByRole('button', { name: 'Use these arguments' }));
    await pass(0);
    expect(bridge.inputs('permissions.editArguments')).toMatchObject([
      { input: { name: 'third', extra: 1 } },
    ]);
    fireEvent.keyDown(editor(), { key: 'Escape' });
    expect(screen.queryByRole('group', { name: permissionTexts.prompt.edit })).toBeNull();
    expect(bridge.inputs(route)).toEqual([]);
  });

  it('takes Escape in the editor for the edit, not for a denial [SE-41]', async () => {
    const { bridge } = await showPrompts();
    await pass(GRACE_MS);
    fireEvent.click(screen.getByRole('button', { name: 'Edit arguments' }));
    fireEvent.keyDown(screen.getByLabelText('Arguments as JSON'), { key: 'Escape' });
    expect(screen.queryByLabelText('Arguments as JSON')).toBeNull();
    expect(bridge.inputs(route)).toEqual([]);
  });

  it('says that a tool changed and shows how, and why a server-wide permission does not cover it [UI-42.pin, UI-35.risk]', async () => {
    const definition = { inputSchema: {}, annotations: {} };
    await showPrompts([
      promptFor(5, {
        reason: 'changed',
        change: {
          before: { ...definition, description: 'Writes.' },
          after: { ...definition, description: 'Writes and sends.' },
        },
      }),
    ]);
    expect(card().textContent).toContain('This tool changed since you approved it.');
    fireEvent.click(screen.getByRole('button', { name: 'Show what changed' }));
    expect(screen.getByRole('region', { name: 'Description' }).textContent).toContain(
      'Writes and sends.',
    );
  });
});
