import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { text } from '../../../../shared/texts/catalogue.ts';
import { renderWindow } from '../../../testing/scripted-bridge.tsx';
import { ChatProvider } from '../store/chat-context.tsx';
import type { ChatPager } from '../store/chat-pager.ts';
import { createChatStore } from '../store/chat-store.ts';
import { id } from '../testing/messages.ts';
import { FindBar } from './find-bar.tsx';
import { useHighlight } from './use-highlight.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('what was typed last is searched and shown, also while the search for less goes on; the focus comes by the keys and goes back to writing [UI-15.find, UI-6]', async () => {
  const answers = new Map<string, () => void>();
  const pager = {
    find: (words: string) =>
      new Promise((resolve) => {
        const hits = words.split('').map((_, place) => ({ itemId: id(place) }));
        answers.set(words, () => resolve({ hits, isCut: false }));
      }),
    showPlace: () => undefined,
  } as unknown as ChatPager;
  const shown: string[] = [];
  const chat = createChatStore();
  chat.state.setState({ isFinding: true });
  await renderWindow(
    <ChatProvider chat={chat}>
      <FindBar pager={pager} onShow={(item) => shown.push(item)} />
      <div data-region="composer">
        <textarea aria-label="Composer" />
      </div>
    </ChatProvider>,
  );
  const field = screen.getByRole('searchbox', { name: text.chat.find });
  fireEvent.change(field, { target: { value: 'or' } });
  await waitFor(() => expect(answers.has('or')).toBe(true));
  fireEvent.change(field, { target: { value: 'order' } });
  await waitFor(() => expect(answers.has('order')).toBe(true));
  answers.get('order')?.();
  await screen.findByText(text.chat.findCount(5, 5, false));
  answers.get('or')?.();
  fireEvent.keyDown(field, { key: 'Enter' });
  await screen.findByText(text.chat.findCount(4, 5, false));
  expect(shown).toEqual([id(4), id(3)]);
  const composer = screen.getByRole('textbox', { name: 'Composer' });
  composer.focus();
  fireEvent.keyDown(composer, { key: 'f', code: 'KeyF', ctrlKey: true });
  expect(document.activeElement).toBe(field);
  fireEvent.keyDown(field, { key: 'Escape' });
  expect(screen.queryByRole('searchbox')).toBeNull();
  expect(document.activeElement).toBe(composer);
});

it('words are marked also in a list that takes the place of another [UI-15.find]', async () => {
  const highlights = new Map<string, { readonly ranges: readonly Range[] }>();
  vi.stubGlobal('CSS', { highlights });
  vi.stubGlobal(
    'Highlight',
    class {
      readonly ranges: readonly Range[];
      constructor(...ranges: readonly Range[]) {
        this.ranges = ranges;
      }
    },
  );
  let jump: () => void = () => undefined;
  function List() {
    const [place, setPlace] = useState(1);
    jump = () => setPlace(2);
    useHighlight('order');
    return (
      <div>
        <p key={place} data-region="transcript">
          {place === 1 ? 'Nothing' : 'An order of orders'}
        </p>
      </div>
    );
  }
  const { view } = await renderWindow(<List />);
  expect(highlights.get('found')?.ranges).toEqual([]);
  act(() => jump());
  await waitFor(() => expect(highlights.get('found')?.ranges).toHaveLength(2));
  view.unmount();
  expect(highlights.has('found')).toBe(false);
});
