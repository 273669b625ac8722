import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react';
import type { FoundInSession } from '../../../../shared/ipc/routes/sessions.ts';
import { text } from '../../../../shared/texts/catalogue.ts';
import { useActionRun } from '../../../lib/actions/action-context.tsx';
import { isComposing } from '../../../lib/is-composing.ts';
import { useAction } from '../../../lib/use-action.ts';
import { announce } from '../../../ui/announcer.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useChat, useChatStore } from '../store/chat-context.tsx';
import type { ChatPager } from '../store/chat-pager.ts';
import { useHighlight } from './use-highlight.ts';

export interface FindBarProps {
  readonly pager: ChatPager;
  /** Brings an item into view as soon as it is loaded. */
  readonly onShow: (itemId: string) => void;
}

/** Finds words in the whole session, also in what is not loaded. */
export function FindBar(props: FindBarProps) {
  const chat = useChatStore();
  const isFinding = useChat((state) => state.isFinding);
  useActionRun('session.find', () => chat.state.setState({ isFinding: true }));
  return isFinding ? <OpenBar {...props} /> : null;
}

/** Typing rests for so long before the session is searched. */
const PAUSE_MS = 200;

function OpenBar({ pager, onShow }: FindBarProps) {
  const chat = useChatStore();
  const input = useRef<HTMLInputElement>(null);
  const [words, setWords] = useState('');
  const [found, setFound] = useState<FoundInSession & { readonly words: string }>();
  const [position, setPosition] = useState(0);
  useHighlight(words);
  useEffect(() => input.current?.select(), []);
  const show = (hits: FoundInSession['hits'], index: number) => {
    const hit = hits[index];
    if (hit === undefined) return;
    setPosition(index);
    announce(text.chat.findCount(index + 1, hits.length, false));
    onShow(hit.itemId);
    pager.showPlace(hit);
  };
  const search = useAction(async (wanted: string) => {
    const answer = await pager.find(wanted);
    setFound({ ...answer, words: wanted });
    // The newest is what a person most often looks for.
    show(answer.hits, answer.hits.length - 1);
  });
  const { run } = search;
  const begin = useEffectEvent((wanted: string) => void run(wanted));
  useEffect(() => {
    if (words.trim() === '') return;
    const timer = setTimeout(() => begin(words), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [words]);
  const hits = found !== undefined && words.trim() !== '' ? found.hits : [];
  const step = (by: number) => {
    if (hits.length > 0) show(hits, (position + by + hits.length) % hits.length);
  };
  const close = () => chat.state.setState({ isFinding: false });
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Escape') close();
    else if (event.key === 'Enter') step(event.shiftKey ? 1 : -1);
    else return;
    event.preventDefault();
  };
  return (
    <search
      aria-label={text.chat.find}
      className="flex flex-none items-center gap-1 border-b border-line bg-chrome px-3 py-1.5"
    >
      <input
        ref={input}
        type="search"
        value={words}
        autoFocus
        onChange={(event) => setWords(event.target.value)}
        onKeyDown={onKeyDown}
        aria-label={text.chat.find}
        placeholder={text.chat.findPlaceholder}
        className="h-7 min-w-0 flex-1 rounded-control border border-line-control bg-field px-2 placeholder:text-subtle [&::-webkit-search-cancel-button]:hidden"
      />
      <output className="flex-none px-1.5 text-small text-muted" data-found>
        {search.error !== undefined
          ? text.chat.findFailed
          : found !== undefined && found.words === words
            ? hits.length === 0
              ? text.chat.findNone
              : text.chat.findCount(position + 1, hits.length, found.isCut)
            : ''}
      </output>
      <IconButton
        icon={ArrowUp}
        size="small"
        label={text.chat.findPrevious}
        keys={['Enter']}
        onClick={() => step(-1)}
      />
      <IconButton
        icon={ArrowDown}
        size="small"
        label={text.chat.findNext}
        keys={['Shift', 'Enter']}
        onClick={() => step(1)}
      />
      <IconButton
        icon={X}
        size="small"
        label={text.chat.findClose}
        keys={['Esc']}
        onClick={close}
      />
    </search>
  );
}
