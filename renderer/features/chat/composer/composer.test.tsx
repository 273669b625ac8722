import {
  act,
  cleanup,
  createEvent,
  fireEvent,
  render,
  screen,
  within,
} from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { IpcProvider } from '../../../lib/ipc-context.tsx';
import { createIpc } from '../../../lib/ipc.ts';
import { scriptBridge, wireError, type Script } from '../../../testing/scripted-bridge.tsx';
import { Composer, type ComposerProps } from './composer.tsx';
import { readDraft, writeDraft } from './drafts.ts';

beforeEach(() => writeDraft('a', ''));

function show(
  onSend: ComposerProps['onSend'] = async () => true,
  more: Partial<ComposerProps> = {},
  bridge = scriptBridge(nothingKept),
) {
  render(
    <IpcProvider ipc={createIpc(bridge)}>
      <Composer draftKey="a" placeholder="Reply" onSend={onSend} {...more} />
    </IpcProvider>,
  );
  return screen.getByLabelText<HTMLTextAreaElement>('Message');
}
const nothingKept: Script = {
  'composer.draftFiles': () => ({ attachments: [] }),
  'composer.keepDraftFiles': () => undefined,
};
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
/** True when the key was left to the field. */
const key = (field: HTMLElement, init: Parameters<typeof createEvent.keyDown>[1]) => {
  const event = createEvent.keyDown(field, init);
  fireEvent(field, event);
  return !event.defaultPrevented;
};
const settle = async () => {
  for (let turns = 0; turns < 5; turns += 1) await Promise.resolve();
};

describe('composer', () => {
  it('sends by Enter and empties itself [UI-10.send]', () => {
    const sent: string[] = [];
    const field = show(async (text) => sent.push(text) > 0);
    type(field, '  hello\nthere ');
    expect(key(field, { key: 'Enter' })).toBe(false);
    expect(sent).toEqual(['hello\nthere']);
    expect(field.value).toBe('');
  });

  it('leaves Enter to an input method and Shift+Enter to the field [UI-10.send]', () => {
    const sent: string[] = [];
    const field = show(async (text) => sent.push(text) > 0);
    type(field, 'にほん');
    expect(key(field, { key: 'Enter', isComposing: true })).toBe(true);
    expect(key(field, { key: 'Enter', keyCode: 229 })).toBe(true);
    expect(key(field, { key: 'Enter', shiftKey: true })).toBe(true);
    expect(sent).toEqual([]);
    key(field, { key: 'Enter' });
    expect(sent).toEqual(['にほん']);
  });

  it('sends nothing that is empty [UI-10.send]', () => {
    const sent: string[] = [];
    const field = show(async (text) => sent.push(text) > 0);
    type(field, '  \n ');
    key(field, { key: 'Enter' });
    expect(sent).toEqual([]);
    expect(screen.getByRole('button', { name: 'Send' })).toHaveProperty('disabled', true);
  });

  it('puts back what was refused, before what was written meanwhile', async () => {
    let refuse: (sent: boolean) => void = () => undefined;
    const field = show(() => new Promise((resolve) => (refuse = resolve)));
    type(field, 'first');
    key(field, { key: 'Enter' });
    type(field, 'second');
    refuse(false);
    await settle();
    expect(await screen.findByDisplayValue(/first\s+second/)).toBe(field);
  });

  it('puts text and files back also where the page was left and opened again meanwhile [UI-10.drafts]', async () => {
    let refuse: (sent: boolean) => void = () => undefined;
    const field = show(() => new Promise((resolve) => (refuse = resolve)));
    fireEvent.drop(field, {
      dataTransfer: { files: [new File(['a,b'], 'back.csv')], types: ['Files'] },
    });
    await screen.findByText('back.csv');
    type(field, 'first');
    key(field, { key: 'Enter' });
    cleanup();
    const again = show();
    type(again, 'second');
    expect(screen.queryByText('back.csv')).toBeNull();
    await act(async () => {
      refuse(false);
      await settle();
    });
    expect(again.value).toBe('first\nsecond');
    fireEvent.click(screen.getByRole('button', { name: 'Remove back.csv' }));
  });

  it('keeps a draft for each session', () => {
    type(show(), 'not yet');
    cleanup();
    expect(show().value).toBe('not yet');
    expect(readDraft('b')).toBe('');
  });

  it('offers Stop while a turn runs, and Send beside it once something is written [UI-10.send]', () => {
    let stopped = 0;
    const field = show(undefined, { onStop: () => (stopped += 1) });
    expect(screen.queryByRole('button', { name: 'Send' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
    expect(stopped).toBe(1);
    type(field, 'next');
    expect(screen.getByRole('button', { name: 'Send' })).toBeTruthy();
  });

  it("brings back what was sent by ArrowUp in an empty field, and leaves a text of one's own alone [UI-10.history]", () => {
    const field = show(undefined, { history: () => ['newest', 'two\nlines', 'oldest'] });
    expect(key(field, { key: 'ArrowUp' })).toBe(false);
    expect(field.value).toBe('newest');
    key(field, { key: 'ArrowUp' });
    expect(field.value).toBe('two\nlines');
    field.setSelectionRange(6, 6);
    expect(key(field, { key: 'ArrowUp' })).toBe(true);
    field.setSelectionRange(0, 0);
    key(field, { key: 'ArrowUp' });
    expect(field.value).toBe('oldest');
    expect(key(field, { key: 'ArrowUp' })).toBe(true);
    for (const expected of ['two\nlines', 'newest', '']) {
      field.setSelectionRange(field.value.length, field.value.length);
      key(field, { key: 'ArrowDown' });
      expect(field.value).toBe(expected);
    }
    type(field, 'mine');
    expect(key(field, { key: 'ArrowUp' })).toBe(true);
    expect(field.value).toBe('mine');
  });
});

describe('attachments', () => {
  const png = () => new File([new Uint8Array([137, 80, 78, 71])], 'dot.png', { type: 'image/png' });
  const dropped = (target: Element, ...files: readonly File[]) =>
    fireEvent.drop(target, { dataTransfer: { files, types: ['Files'] } });
  const boxOf = (field: Element) => field.closest('[class*=rounded-dialog]') ?? field;

  it('come by paste, drop and picker, can be taken off, and go with the message [UI-10.attach]', async () => {
    const sent: Parameters<ComposerProps['onSend']>[] = [];
    const field = show(async (...message) => sent.push(message) > 0);
    fireEvent.paste(field, { clipboardData: { files: [png()], types: ['Files'] } });
    await screen.findByText('dot.png');
    dropped(boxOf(field), new File(['a,b'], 'table.csv', { type: 'text/csv' }));
    await screen.findByText('table.csv');
    const picker = document.querySelector('input[type=file]');
    if (picker === null) throw new Error('There is no picker.');
    const pdf = new File(['%PDF-1.7'], 'paper.pdf', { type: 'application/pdf' });
    fireEvent.change(picker, { target: { files: [pdf] } });
    await screen.findByText('paper.pdf');
    fireEvent.click(screen.getByRole('button', { name: 'Remove table.csv' }));
    key(field, { key: 'Enter' });
    expect(sent).toEqual([
      [
        '',
        [
          { type: 'image', media_type: 'image/png', data: 'iVBORw==', name: 'dot.png' },
          {
            type: 'file',
            media_type: 'application/pdf',
            data: btoa('%PDF-1.7'),
            name: 'paper.pdf',
          },
        ],
      ],
    ]);
    expect(screen.queryByText('dot.png')).toBeNull();
  });

  it('that do not fit are named with the reason, and the others stay [UI-10.attach]', async () => {
    const field = show();
    dropped(
      boxOf(field),
      new File([new Uint8Array([0, 1, 2])], 'program.bin'),
      new File([], 'nothing.txt'),
      new File([new Uint8Array(5_000_001)], 'huge.png', { type: 'image/png' }),
      new File(['kept'], 'kept.txt', { type: 'text/plain' }),
    );
    const reasons = await screen.findByRole('alert');
    expect(reasons.textContent).toContain('program.bin was not attached because it is neither');
    expect(reasons.textContent).toContain('nothing.txt was not attached because it is empty');
    expect(reasons.textContent).toContain(
      'huge.png was not attached because it is larger than 5 MB',
    );
    expect(screen.getByText('kept.txt')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Remove kept.txt' }));
  });

  it('come back when the message was refused [UI-10.attach]', async () => {
    const field = show(async () => false);
    dropped(boxOf(field), new File(['kept'], 'kept.txt', { type: 'text/plain' }));
    await screen.findByText('kept.txt');
    key(field, { key: 'Enter' });
    fireEvent.click(await screen.findByRole('button', { name: 'Remove kept.txt' }));
  });

  it('are kept by main until the message is sent, and come back after a restart [UI-10.drafts]', async () => {
    const file = {
      type: 'file',
      media_type: 'text/plain',
      text: 'kept',
      name: 'kept.txt',
    } as const;
    const bridge = scriptBridge({
      ...nothingKept,
      'composer.draftFiles': () => ({ attachments: [file] }),
    });
    let answer = false;
    const field = show(async () => answer, { draftKey: 'restarted' }, bridge);
    await screen.findByText('kept.txt');
    expect(bridge.inputs('composer.draftFiles')).toEqual([{ key: 'restarted' }]);
    dropped(boxOf(field), new File(['more'], 'more.txt', { type: 'text/plain' }));
    await screen.findByText('more.txt');
    key(field, { key: 'Enter' });
    await screen.findByText('more.txt');
    answer = true;
    key(field, { key: 'Enter' });
    await vi.waitFor(() => {
      const sizes = bridge
        .inputs('composer.keepDraftFiles')
        .map((input) => (input as { attachments: unknown[] }).attachments.length);
      // Never without them before main has the message.
      expect(sizes).toEqual([2, 2, 0]);
    });
  });
});

describe('what @ offers', () => {
  const place = { sessionId: '00000000-0000-4000-8000-000000000001' };
  const serverId = '00000000-0000-4000-8000-000000000009';
  const text = { type: 'file', media_type: 'text/plain', text: 'x', name: 'src/list.ts' } as const;
  const script: Script = {
    ...nothingKept,
    'composer.mentions': ({ query }: { query: string }) => ({
      mentions:
        query === 'none'
          ? []
          : [
              { kind: 'file', path: 'src/list.ts' },
              { kind: 'file', path: 'gone.ts' },
              { kind: 'server', serverId, name: 'notes' },
              {
                kind: 'template',
                serverId,
                serverName: 'notes',
                uriTemplate: 'notes://{name}',
                name: 'A note',
              },
            ],
      notes: [],
    }),
    'composer.attach': ({ what }: { what: { file?: string; uri?: string } }) => {
      if (what.file === 'gone.ts')
        throw wireError('composer.refused', 'gone.ts was not attached because it is empty.');
      return {
        attachments: [what.file === undefined ? { ...text, name: String(what.uri) } : text],
        notes: [],
      };
    },
    'bench.complete': () => ({ values: ['first'], hasMore: false }),
  };
  const open = async (words: string) => {
    const bridge = scriptBridge(script);
    const sent: Parameters<ComposerProps['onSend']>[] = [];
    const field = show(async (...message) => sent.push(message) > 0, { place }, bridge);
    type(field, words);
    return { bridge, sent, field };
  };

  it('is chosen by keys, stands in the words and goes with the message; main is asked where it is written [UI-10.mention]', async () => {
    const { bridge, sent, field } = await open('Look at @li');
    const list = await screen.findByRole('listbox', { name: 'Files, servers and resources' });
    await within(list).findByText('list.ts');
    expect(bridge.inputs('composer.mentions')).toEqual([{ place, query: 'li' }]);
    const activeName = () =>
      document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent;
    expect(field.getAttribute('role')).toBe('combobox');
    expect(activeName()).toContain('list.ts');
    key(field, { key: 'ArrowDown' });
    expect(activeName()).toContain('gone.ts');
    key(field, { key: 'ArrowUp' });
    expect(key(field, { key: 'Enter', isComposing: true })).toBe(true);
    expect(key(field, { key: 'Enter' })).toBe(false);
    expect(field.value).toBe('Look at @src/list.ts ');
    expect(screen.queryByRole('listbox')).toBeNull();
    await screen.findByRole('button', { name: 'Remove src/list.ts' });
    expect(bridge.inputs('composer.attach')).toEqual([{ place, what: { file: 'src/list.ts' } }]);
    expect(sent).toEqual([]);
    key(field, { key: 'Enter' });
    expect(sent).toEqual([['Look at @src/list.ts', [text]]]);
  });

  it('is closed by Escape, with the words left alone, and says why something was not attached [UI-10.mention]', async () => {
    const { field, sent } = await open('@');
    await screen.findByText('list.ts');
    key(field, { key: 'Escape' });
    // As browsers do.
    fireEvent.select(field);
    expect(screen.queryByRole('listbox')).toBeNull();
    type(field, '@go');
    expect(screen.queryByRole('listbox')).toBeNull();
    type(field, 'see @');
    fireEvent.pointerDown(await screen.findByText('gone.ts'));
    expect(field.value).toBe('see @gone.ts ');
    expect((await screen.findByRole('alert')).textContent).toContain('because it is empty');
    type(field, 'mail a@none');
    expect(screen.queryByRole('listbox')).toBeNull();
    type(field, 'x @none');
    expect(await screen.findByText('Nothing fits')).toBeTruthy();
    key(field, { key: 'Enter' });
    expect(sent).toHaveLength(1);
  });

  it('takes nothing by Enter that was found for other words than those typed since [UI-10.mention]', async () => {
    const { field, sent } = await open('@');
    await screen.findByText('list.ts');
    type(field, '@bob');
    expect(screen.queryByText('list.ts')).toBeNull();
    key(field, { key: 'Enter' });
    expect(sent).toEqual([['@bob', []]]);
    type(field, '@');
    await screen.findByText('list.ts');
    type(field, '@slis');
    expect(screen.getByText('list.ts')).toBeTruthy();
    expect(screen.queryByText('gone.ts')).toBeNull();
    type(field, '');
  });

  it('asks for the values of a template and attaches what it then means [UI-10.mention]', async () => {
    const { bridge } = await open('@note');
    fireEvent.pointerDown(await screen.findByText('A note'));
    const field = await screen.findByRole('combobox', { name: 'name' });
    fireEvent.focus(field);
    fireEvent.change(field, { target: { value: 'fir' } });
    fireEvent.pointerDown(await screen.findByRole('option', { name: 'first' }));
    expect(bridge.inputs('bench.complete').at(-1)).toMatchObject({
      ref: { type: 'ref/resource', uri: 'notes://{name}' },
    });
    fireEvent.click(screen.getByRole('button', { name: /^Attach/, description: '' }));
    await screen.findByRole('button', { name: 'Remove notes://first' });
    fireEvent.click(screen.getByRole('button', { name: 'Remove notes://first' }));
  });
});

describe('what / offers', () => {
  const place = { sessionId: '00000000-0000-4000-8000-000000000001' };
  const prompt = (name: string, ...names: string[]) => ({
    serverId: '00000000-0000-4000-8000-000000000009',
    serverName: 'notes',
    name,
    arguments: names.map((one) => ({ name: one, required: true })),
  });
  const script: Script = {
    ...nothingKept,
    'composer.commands': () => ({
      commands: [{ name: 'compact', description: 'Sums up' }],
      prompts: [prompt('greet'), prompt('review', 'file')],
    }),
    'composer.prompt': ({ name, arguments: args }: { name: string; arguments: object }) => ({
      text: `${name} ${JSON.stringify(args)}`,
      attachments: [],
      notes: ['A sound was left out.'],
    }),
    'bench.complete': () => ({ values: [], hasMore: false }),
  };
  const open = (words: string) => {
    const ran: string[] = [];
    const sent: string[] = [];
    const bridge = scriptBridge(script);
    const commands = [
      { name: 'new', note: 'Begins a session', run: () => ran.push('new') },
      {
        name: 'mode',
        note: 'Changes the mode',
        choices: [
          { value: 'default', label: 'Ask every time' },
          { value: 'plan', label: 'Plan only' },
        ],
        run: (value: string) => ran.push(`mode ${value}`),
      },
    ];
    const field = show(async (text) => sent.push(text) > 0, { place, commands }, bridge);
    type(field, words);
    return { field, ran, sent, bridge };
  };

  it('runs commands of the app, with a choice where they have one, and sends nothing [UI-10.command]', async () => {
    const { field, ran, sent } = open('/mo');
    await screen.findByText('/mode');
    key(field, { key: 'Enter' });
    expect(field.value).toBe('/mode ');
    await screen.findByText('Plan only');
    key(field, { key: 'ArrowDown' });
    key(field, { key: 'Tab' });
    expect(ran).toEqual(['mode plan']);
    expect(field.value).toBe('');
    type(field, '/ne');
    await screen.findByText('/new');
    key(field, { key: 'Enter' });
    expect(ran).toEqual(['mode plan', 'new']);
    expect(sent).toEqual([]);
  });

  it('puts commands of the runtime into the message, to be sent with more words [UI-10.command]', async () => {
    const { field, sent } = open('/comp');
    await screen.findByText('/compact');
    key(field, { key: 'Enter' });
    expect(field.value).toBe('/compact ');
    type(field, '/compact keep names');
    expect(screen.queryByRole('listbox')).toBeNull();
    key(field, { key: 'Enter' });
    expect(sent).toEqual(['/compact keep names']);
    type(field, 'a /new');
    expect(screen.queryByRole('listbox')).toBeNull();
    type(field, '');
  });

  it('shows what a prompt becomes before it is sent, after its arguments were asked for [UI-10.command]', async () => {
    const { field, sent, bridge } = open('/greet');
    fireEvent.pointerDown(await screen.findByText('greet'));
    await vi.waitFor(() => expect(field.value).toBe('greet {}'));
    expect((await screen.findByRole('alert')).textContent).toContain('A sound was left out.');
    type(field, '/rev');
    fireEvent.pointerDown(await screen.findByText('review'));
    const dialog = await screen.findByRole('dialog', { name: 'review of notes' });
    const insert = within(dialog).getByRole('button', { name: /^Put into the message/ });
    expect(insert).toHaveProperty('disabled', true);
    fireEvent.change(within(dialog).getByRole('combobox', { name: 'file' }), {
      target: { value: 'a.ts' },
    });
    fireEvent.click(insert);
    await vi.waitFor(() => expect(field.value).toBe('review {"file":"a.ts"}'));
    expect(bridge.inputs('composer.prompt').at(-1)).toMatchObject({ place, name: 'review' });
    expect(sent).toEqual([]);
    type(field, '');
  });
});
