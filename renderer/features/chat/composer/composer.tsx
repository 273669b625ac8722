import { ArrowUp, Square } from 'lucide-react';
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { text } from '../../../../shared/texts/catalogue.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { readDraft, writeDraft } from './drafts.ts';

export interface ComposerProps {
  /** Names the draft: a session's id. Give the same as the React key. */
  readonly draftKey: string;
  readonly placeholder: string;
  /** Sends; when it answers false the text comes back. */
  readonly onSend: (text: string) => Promise<boolean>;
  /** Given while a turn runs. */
  readonly onStop?: (() => void) | undefined;
  readonly stopping?: boolean;
  readonly disabled?: boolean;
  readonly autoFocus?: boolean;
  /** Pickers at the left of the bar. */
  readonly pickers?: ReactNode;
  readonly minRows?: number;
  /** A text to put in, once for each new value. */
  readonly insert?: { readonly text: string; readonly leavesFocus?: boolean } | undefined;
}

const MOST_HEIGHT = 240;

/** Several lines; Enter sends, never while an input method composes; Shift+Enter makes a line. */
export function Composer({
  draftKey,
  placeholder,
  onSend,
  onStop,
  stopping = false,
  disabled = false,
  autoFocus = false,
  pickers,
  minRows = 1,
  insert,
}: ComposerProps) {
  const [value, setValue] = useState(() => readDraft(draftKey));
  const field = useRef<HTMLTextAreaElement>(null);
  const change = (next: string) => {
    setValue(next);
    writeDraft(draftKey, next);
  };
  useLayoutEffect(() => {
    const element = field.current;
    if (element === null) return;
    element.style.height = 'auto';
    element.style.height = `${String(Math.min(element.scrollHeight, MOST_HEIGHT))}px`;
  }, [value]);
  useEffect(() => {
    if (autoFocus) field.current?.focus();
  }, [autoFocus]);
  useEffect(() => {
    if (insert === undefined) return;
    setValue(insert.text);
    writeDraft(draftKey, insert.text);
    if (insert.leavesFocus !== true) field.current?.focus();
  }, [insert, draftKey]);

  const canSend = value.trim() !== '' && !disabled;
  const send = async () => {
    if (!canSend) return;
    change('');
    const sent = await onSend(value.trim());
    // What was written meanwhile stays, behind what comes back.
    if (!sent) change([value, readDraft(draftKey)].filter((part) => part !== '').join('\n'));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    if (event.shiftKey || event.altKey) return;
    event.preventDefault();
    void send();
  };
  return (
    <div className="rounded-dialog border border-line-strong bg-field shadow-raised focus-within:border-focus focus-within:shadow-[inset_0_0_0_.5px_var(--focus-ring),0_0_0_3px_var(--accent-soft)]">
      <textarea
        ref={field}
        aria-label={text.chat.composer}
        placeholder={placeholder}
        value={value}
        rows={minRows}
        disabled={disabled}
        onChange={(event) => change(event.target.value)}
        onKeyDown={onKeyDown}
        className="thin-scroll block w-full resize-none bg-transparent px-3 pt-[9px] pb-1 text-read outline-none placeholder:text-subtle disabled:text-disabled"
      />
      <div className="flex min-w-0 items-center gap-0.5 px-1.5 pb-1.5">
        {pickers}
        <span className="flex-1" />
        {onStop !== undefined && (
          <Button
            icon={<Icon of={Square} size={12} />}
            busy={stopping}
            title={text.chat.stop}
            aria-keyshortcuts="Control+."
            onClick={onStop}
          >
            {text.chat.stop}
          </Button>
        )}
        {(onStop === undefined || canSend) && (
          <IconButton
            icon={ArrowUp}
            label={text.chat.send}
            keys={['Enter']}
            tooltipSide="top"
            disabled={!canSend}
            onClick={() => void send()}
            className="ml-1 w-8 enabled:bg-accent enabled:text-on-accent enabled:shadow-raised enabled:hover:bg-accent-hover enabled:hover:text-on-accent disabled:shadow-[inset_0_0_0_1px_var(--border)]"
          />
        )}
      </div>
    </div>
  );
}
