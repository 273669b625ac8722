import { ArrowDown, ArrowUp, X } from 'lucide-react';
import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import type { FoundInSession } from '../../../../shared/ipc/routes/sessions.ts';
import { text } from '../../../../shared/texts/catalogue.ts';
import { useActionRun } from '../../../lib/actions/action-context.tsx';
import { isComposing } from '../../../lib/is-composing.ts';
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
  const input = useRef<HTMLInputElement>(null);
  useActionRun('session.find', () => {
    chat.state.setState({ isFinding: true });
    // Also when the bar is there and the person is elsewhere.
    input.current?.focus();
    input.current?.select();
  });
  return isFinding ? <OpenBar {...props} input={input} /> : null;
}

/** Typing rests for so long before the session is searched. */
const PAUSE_MS = 200;

interface OpenBarProps extends FindBarProps {
  readonly input: RefObject<HTMLInputElement | null>;
}

function OpenBar({ pager, onShow, input }: OpenBarProps) {
  const chat = useChatStore();
  const [words, setWords] = useState('');
  const [found, setFound] = useState<FoundInSession & { readonly words: string }>();
  const [failed, setFailed] = useState<string>();
  const [position, setPosition] = useState(0);
  useHighlight(words);
  useEffect(() => input.current?.select(), [input]);
  const show = (hits: FoundInSession['hits'], index: number) => {
    const hit = hits[index];
    if (hit === undefined) return;
    setPosition(index);
    announce(text.chat.findCount(index + 1, hits.length, false));
    onShow(hit.itemId);
    pager.showPlace(hit);
  };
  const search = useEffectEvent((wanted: string, isStale: () => boolean) => {
    pager.find(wanted).then(
      (answer) => {
        if (isStale()) return;
        setFound({ ...answer, words: wanted });
        // The newest is what a person most often looks for.
        show(answer.hits, answer.hits.length - 1);
      },
      () => setFailed((before) => (isStale() ? before : wanted)),
    );
  });
  useEffect(() => {
    setFailed(undefined);
    if (words.trim() === '') return undefined;
    // What was typed last counts, also when the search for less is still under way.
    let isStale = false;
    const timer = setTimeout(() => search(words, () => isStale), PAUSE_MS);
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [words]);
  const hits = found?.words === words && words.trim() !== '' ? found.hits : [];
  const step = (by: number) => {
    if (hits.length > 0) show(hits, (position + by + hits.length) % hits.length);
  };
  const close = () => {
    chat.state.setState({ isFinding: false });
    // The field with the focus goes away: writing goes on.
    document.querySelector<HTMLElement>('[data-region="composer"] textarea')?.focus();
  };
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
        {failed === words
          ? text.chat.findFailed
          : found?.words === words
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
