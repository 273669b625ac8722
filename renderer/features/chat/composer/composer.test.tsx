import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Composer } from './composer.tsx';
import { readDraft, writeDraft } from './drafts.ts';

beforeEach(() => writeDraft('a', ''));
afterEach(cleanup);

function show(
  onSend: (text: string) => Promise<boolean> = async () => true,
  more: { onStop?: () => void } = {},
) {
  render(<Composer draftKey="a" placeholder="Reply" onSend={onSend} {...more} />);
  return screen.getByLabelText<HTMLTextAreaElement>('Message');
}
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
/** True when the key was left to the field. */
const key = (field: HTMLElement, init: KeyboardEventInit) => {
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
});
