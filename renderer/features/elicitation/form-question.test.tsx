import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OpenQuestion } from '../../../shared/ipc/routes/elicitations.ts';
import { text } from '../../../shared/texts/catalogue.ts';
import { renderWindow, wireError, type Script } from '../../testing/scripted-bridge.tsx';
import { GRACE_MS } from './answer-frame.tsx';
import { SessionQuestions } from './session-questions.tsx';
import { formQuestion, sessionId, urlQuestion } from './testing/questions.ts';

const route = 'elicitations.answer';
const words = text.elicitation;

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
});
afterEach(() => vi.useRealTimers());

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

async function show(questions: readonly OpenQuestion[], script: Script = {}) {
  const window = await renderWindow(
    <>
      <textarea aria-label="Message" />
      <SessionQuestions sessionId={sessionId} onOpenServer={vi.fn()} />
    </>,
    {
      [route]: () => undefined,
      'elicitations.list': () => ({ questions: [...questions] }),
      ...script,
    },
  );
  await pass(GRACE_MS);
  return window;
}
const dialog = () => screen.getByRole('dialog');
const press = async (name: string) => {
  fireEvent.click(within(dialog()).getByRole('button', { name: new RegExp(`^${name}`) }));
  await pass(0);
};
const type = (label: string, value: string) =>
  fireEvent.change(within(dialog()).getByLabelText(label), { target: { value } });

describe('the form of a server', () => {
  it('names the server and shows its words as plain text, hidden characters too [UI-40, SE-21]', async () => {
    await show([
      formQuestion(
        {
          na: {
            type: 'string',
            title: 'Na\u200bme',
            description: '<b>bold</b> [link](https://evil.example)',
          },
        },
        { message: 'Look: https://evil.example \u202egpj' },
      ),
    ]);
    expect(dialog().textContent).toContain('linear asks for details');
    expect(dialog().textContent).toContain('https://evil.example U+202Egpj');
    expect(dialog().textContent).toContain('NaU+200Bme');
    expect(dialog().textContent).toContain('<b>bold</b> [link](https://evil.example)');
    expect(within(dialog()).queryAllByRole('link')).toEqual([]);
    expect(dialog().textContent).not.toMatch(/\{\{|\$\{|undefined/);
  });

  it('sends what was filled in with the id of the question, by Mod+Enter [UI-40]', async () => {
    const question = formQuestion({
      name: { type: 'string' },
      pick: { oneOf: [{ const: 's', title: 'Stable' }], default: 's' },
      on: { type: 'boolean', default: true },
    });
    const { bridge } = await show([question]);
    expect(dialog().textContent).toContain(words.serverDefault);
    type('name', 'Harbor');
    fireEvent.click(screen.getByRole('switch', { name: 'on' }));
    fireEvent.keyDown(screen.getByLabelText('name'), { key: 'Enter', ctrlKey: true });
    await pass(0);
    expect(bridge.inputs(route)).toEqual([
      {
        questionId: question.questionId,
        answer: { action: 'accept', content: { name: 'Harbor', pick: 's', on: false } },
      },
    ]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('never sends by Enter alone, nor while an input method composes [UI-10.send, UI-40.keys]', async () => {
    const { bridge } = await show([formQuestion({ name: { type: 'string' } })]);
    const field = screen.getByLabelText('name');
    fireEvent.keyDown(field, { key: 'Enter' });
    fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true, isComposing: true });
    fireEvent.keyDown(field, { key: 'Process', keyCode: 229, ctrlKey: true });
    fireEvent.keyDown(field, { key: 'Enter', keyCode: 229, ctrlKey: true });
    fireEvent.keyDown(field, { key: 'Escape', isComposing: true });
    await pass(0);
    expect(bridge.inputs(route)).toEqual([]);
    expect(dialog()).toBeTruthy();
  });

  it('says at the field what to do, and sends nothing until it fits [UI-40.checked]', async () => {
    const { bridge } = await show([
      formQuestion({ mail: { type: 'string', format: 'email' } }, { required: ['mail'] }),
    ]);
    type('mail', 'mira@harbor');
    expect(dialog().textContent).not.toContain(words.problems.plain['no-email']);
    fireEvent.blur(screen.getByLabelText('mail'));
    expect(dialog().textContent).toContain(words.problems.plain['no-email']);
    await press('Send to linear');
    expect(bridge.inputs(route)).toEqual([]);
    expect(document.activeElement).toBe(screen.getByLabelText('mail'));
    type('mail', 'mira@harbor.dev');
    await press('Send to linear');
    expect(bridge.inputs(route)).toHaveLength(1);
  });

  it('keeps no, cancel and nothing apart: Decline has the focus, Escape cancels, the first moments count for nothing [UI-40.answers]', async () => {
    const questions = [formQuestion({}), formQuestion({}), formQuestion({})];
    const { bridge } = await show(questions);
    expect(document.activeElement?.textContent).toBe('Decline');
    await press('Decline');
    await press('Decline');
    expect(bridge.inputs(route)).toHaveLength(1);
    await pass(GRACE_MS);
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
    await pass(0);
    expect(bridge.inputs(route)).toMatchObject([
      { questionId: questions[0]?.questionId, answer: { action: 'decline' } },
      { questionId: questions[1]?.questionId, answer: { action: 'cancel' } },
    ]);
  });

  it('masks what looks like a secret, says where it goes and stores it nowhere [UI-40.secret]', async () => {
    const question = formQuestion({ token: { type: 'string' }, name: { type: 'string' } });
    const { view } = await show([question]);
    expect(screen.getByLabelText<HTMLInputElement>('token').type).toBe('password');
    expect(dialog().textContent).toContain(words.secret('linear'));
    type('token', 'c4n4ry');
    type('name', 'Harbor');
    const stored = JSON.stringify(Object.entries(sessionStorage));
    expect(stored).toContain('Harbor');
    expect(stored).not.toContain('c4n4ry');
    expect(JSON.stringify(Object.entries(localStorage))).not.toContain('c4n4ry');
    view.unmount();
    await show([question]);
    expect(screen.getByLabelText<HTMLInputElement>('name').value).toBe('Harbor');
  });

  it('draws every kind of field, flags what it does not know, and marks what is optional [UI-40.fields, MC-30]', async () => {
    await show([
      formQuestion(
        {
          a: { type: 'string', minLength: 3, maxLength: 60 },
          b: { type: 'string', format: 'uuid' },
          c: {},
          d: { type: 'array', items: { enum: ['x', 'y'] }, minItems: 1 },
          e: { type: 'string', format: 'date' },
          f: { type: 'string', format: 'date-time' },
          g: { type: 'integer', minimum: 1, maximum: 10 },
          h: { type: 'boolean' },
          i: { enum: ['x'], enumNames: ['The X'] },
        },
        { required: ['a', 'd'] },
      ),
    ]);
    const shown = dialog().textContent;
    for (const words_ of [
      '3 to 60 characters',
      words.unknownFormat('uuid'),
      words.noType,
      'at least 1',
      '1 to 10',
      words.leaveOut,
    ])
      expect(shown).toContain(words_);
    expect(screen.getByLabelText<HTMLInputElement>('e').type).toBe('date');
    expect(screen.getByLabelText<HTMLInputElement>('f: date').type).toBe('date');
    expect(screen.getByLabelText<HTMLInputElement>('f: time').type).toBe('time');
    expect(screen.getByRole('combobox', { name: 'f: time zone' })).toBeTruthy();
    expect(screen.getAllByRole('checkbox').map((box) => box.getAttribute('aria-label'))).toEqual([
      'x',
      'y',
    ]);
    expect(screen.getByRole('combobox', { name: /^i/ })).toBeTruthy();
  });

  it('stays with what was typed when main refuses the answer [UI-5, UI-40.answers]', async () => {
    await show([formQuestion({ name: { type: 'string' } })], {
      [route]: () => {
        throw wireError('session.no-gesture', 'No key press.');
      },
    });
    type('name', 'Harbor');
    await press('Send to linear');
    expect(within(dialog()).getByRole('alert').textContent).toContain('Answer again');
    expect(screen.getByLabelText<HTMLInputElement>('name').value).toBe('Harbor');
  });

  it('closes when the question was over before [UI-40.withdrawn]', async () => {
    const window = await show([formQuestion({})], {
      [route]: () => {
        throw wireError('session.no-prompt', 'Not open.');
      },
    });
    await press('Send to linear');
    expect(screen.queryByRole('dialog')).toBeNull();
    await window.emit('elicitations.changed', { questions: [formQuestion({})] });
    expect(dialog()).toBeTruthy();
    await window.emit('elicitations.changed', { questions: [] });
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('questions over a session', () => {
  it('are shown one at a time with their place, and only over their own session [UI-40.queue, UI-6]', async () => {
    const other = formQuestion({}, { sessionIds: ['00000000-0000-4000-8000-0000000000a2'] });
    const window = await show([other]);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('status')).toBeNull();
    const [first, second] = [formQuestion({ one: {} }), formQuestion({ two: {} })];
    await window.emit('elicitations.changed', { questions: [other, first] });
    await window.emit('elicitations.changed', { questions: [other, first, second] });
    expect(dialog().textContent).toContain('1 of 2');
    expect(dialog().textContent).toContain(words.clockPaused);
    expect(screen.getByLabelText('one')).toBeTruthy();
  });

  it('never take the focus from somebody who writes: a line says that one waits [UI-6]', async () => {
    const window = await show([]);
    const field = screen.getByLabelText<HTMLTextAreaElement>('Message');
    field.focus();
    field.value = 'half a sen';
    await window.emit('elicitations.changed', { questions: [formQuestion({})] });
    expect(document.activeElement).toBe(field);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('status').textContent).toContain('linear asks for details');
    fireEvent.click(screen.getByRole('button', { name: words.answer }));
    expect(dialog()).toBeTruthy();
  });
});

describe('an address of a server', () => {
  const openRoute = 'elicitations.openUrl';

  it('is shown whole, with nothing to follow, and goes to main’s question [UI-41]', async () => {
    const question = urlQuestion({ url: `https://auth.example/${'a'.repeat(2_000)}` });
    const { bridge } = await show([question], { [openRoute]: () => ({ outcome: 'dismissed' }) });
    expect(dialog().textContent).toContain(question.url);
    expect(within(dialog()).queryAllByRole('link')).toEqual([]);
    await press(words.review);
    expect(bridge.inputs(openRoute)).toEqual([{ questionId: question.questionId }]);
    expect(bridge.inputs(route)).toEqual([]);
    expect(dialog()).toBeTruthy();
  });

  it('that is refused says why and can only be declined [UI-41, SE-10.elicitation]', async () => {
    await show([urlQuestion({ url: 'https://me@auth.example/', refusal: 'user-info' })]);
    expect(dialog().textContent).toContain(words.refusals['user-info']);
    expect(within(dialog()).queryByRole('button', { name: /^Review/ })).toBeNull();
  });

  it('once opened offers “I am done” at once, and closes when the server says so [UI-41.done]', async () => {
    const question = urlQuestion({ phase: 'opened' });
    const window = await show([question]);
    await press(words.done);
    expect(window.bridge.inputs(route)).toEqual([
      { questionId: question.questionId, answer: { action: 'done' } },
    ]);
    await window.emit('elicitations.changed', {
      questions: [urlQuestion({ phase: 'opened', isRetried: false })],
    });
    expect(dialog().textContent).toContain(words.openedAlone('linear'));
    expect(within(dialog()).queryByRole('button', { name: 'Decline' })).toBeNull();
    await window.emit('elicitations.changed', { questions: [] });
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('a prompt of a server', () => {
  it('is shown whole, names the model, and goes out as the person left it [UI-43]', async () => {
    const { questionId, serverId, serverName, sessionIds, createdAt } = formQuestion({});
    const { bridge } = await show([
      {
        kind: 'sampling',
        questionId,
        serverId,
        serverName,
        sessionIds,
        createdAt,
        model: 'model-9',
        providerId: 'p',
        systemPrompt: 'Be brief.',
        messages: [
          { role: 'user', text: 'Hel\u200blo', pictures: ['image/png'] },
          { role: 'assistant', text: 'Yes', pictures: [] },
        ],
        maxTokens: 200,
      },
    ]);
    for (const part of ['model-9', '200 tokens', 'image/png', 'U+200B'])
      expect(dialog().textContent).toContain(part);
    type(words.messageFrom.user, 'Hello');
    await press(words.allow);
    expect(bridge.inputs(route)).toEqual([
      {
        questionId,
        answer: { action: 'allow', systemPrompt: 'Be brief.', texts: ['Hello', 'Yes'] },
      },
    ]);
  });
});
