import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { Composer, type ComposerProps } from './composer.tsx';
import { readDraft, writeDraft } from './drafts.ts';

beforeEach(() => writeDraft('a', ''));

function show(
  onSend: ComposerProps['onSend'] = async () => true,
  more: Partial<ComposerProps> = {},
) {
  render(<Composer draftKey="a" placeholder="Reply" onSend={onSend} {...more} />);
  return screen.getByLabelText<HTMLTextAreaElement>('Message');
}
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
});
