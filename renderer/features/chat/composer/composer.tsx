import { ArrowUp, Plus, Square } from 'lucide-react';
import {
  lazy,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import type { ComposerPlace } from '../../../../shared/ipc/routes/composer.ts';
import type { MessageAttachment } from '../../../../shared/ipc/routes/sessions.ts';
import { text } from '../../../../shared/texts/catalogue.ts';
import { turnTexts } from '../../../../shared/texts/en/turns.ts';
import { useKeyMatch, useShortcut } from '../../../lib/actions/action-context.tsx';
import { isComposing } from '../../../lib/is-composing.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ariaShortcut } from '../../../ui/kbd.tsx';
import { AttachedFiles } from './attached-files.tsx';
import { readDraft, useDraft, writeDraft } from './drafts.ts';
import type { AppCommand } from './suggestions/suggestion.ts';
import type { Suggestions } from './suggestions/use-suggestions.ts';
import { useInsertions } from './suggestions/use-insertions.ts';
import { useAttachments } from './use-attachments.ts';
import { useHistory } from './use-history.ts';

export interface ComposerProps {
  /** Names the draft: a session's id. Give the same as the React key. */
  readonly draftKey: string;
  readonly placeholder: string;
  /** Sends; when it answers false, text and files come back. */
  readonly onSend: (text: string, attachments: readonly MessageAttachment[]) => Promise<boolean>;
  /** What the person sent before, newest first; ArrowUp in an empty field brings it back. */
  readonly history?: () => readonly string[];
  /** Given while a turn runs. */
  readonly onStop?: (() => void) | undefined;
  readonly stopping?: boolean;
  readonly disabled?: boolean;
  readonly autoFocus?: boolean;
  /** Pickers at the left of the bar. */
  readonly pickers?: ReactNode;
  readonly minRows?: number;
  /** Where the message goes: what `@` and `/` offer; absent: nothing. */
  readonly place?: ComposerPlace | undefined;
  /** The app's own commands behind `/`. */
  readonly commands?: readonly AppCommand[];
  /** Before the buttons at the right. */
  readonly meter?: ReactNode;
  /** A text to put in, once for each new value. */
  readonly insert?: { readonly text: string; readonly leavesFocus?: boolean } | undefined;
}

const MOST_HEIGHT = 240;
const noCommands: readonly AppCommand[] = [];

const SuggestionList = lazy(() =>
  import('./suggestions/suggestion-list.tsx').then((view) => ({ default: view.SuggestionList })),
);
const ValuesDialog = lazy(() =>
  import('./suggestions/values-dialog.tsx').then((view) => ({ default: view.ValuesDialog })),
);

/** Undefined while something is selected: then nothing is being typed. */
function caretOf({ selectionStart, selectionEnd }: HTMLTextAreaElement): number | null {
  return selectionStart === selectionEnd ? selectionStart : null;
}

/** The field is a combobox as long as its list is open. */
function comboboxProps({ isOpen, listId, items, active }: Suggestions) {
  if (!isOpen) return {};
  return {
    role: 'combobox',
    'aria-expanded': true,
    'aria-autocomplete': 'list',
    'aria-haspopup': 'listbox',
    'aria-controls': listId,
    ...(items.length > 0 ? { 'aria-activedescendant': `${listId}-${String(active)}` } : {}),
  } as const;
}

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
  history,
  place,
  commands = noCommands,
  meter,
}: ComposerProps) {
  // The draft itself: what is refused comes back also when the page was left and opened again meanwhile.
  const value = useDraft(draftKey);
  const field = useRef<HTMLTextAreaElement>(null);
  const attached = useAttachments(draftKey);
  const [isOver, setOver] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const change = (next: string) => writeDraft(draftKey, next);
  const offers = useInsertions({ place, commands, value, change, field, attached });
  const { suggestions } = offers;
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
    writeDraft(draftKey, insert.text);
    if (insert.leavesFocus !== true) field.current?.focus();
  }, [insert, draftKey]);

  const steps = useHistory(history);
  const matches = useKeyMatch();
  const sendKeys = useShortcut('message.send');
  const stopKeys = useShortcut('turn.stop');
  const canSend = (value.trim() !== '' || attached.attachments.length > 0) && !disabled;
  const send = async () => {
    if (!canSend) return;
    change('');
    steps.reset();
    const files = attached.take();
    suggestions.close();
    const sent = await onSend(value.trim(), files);
    if (sent) {
      attached.sent();
      return;
    }
    // What was written meanwhile stays, behind what comes back.
    change([value, readDraft(draftKey)].filter((part) => part !== '').join('\n'));
    attached.putBack(files);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isComposing(event.nativeEvent)) return;
    if (suggestions.onKeyDown(event)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const step = steps.of(event, value);
    if (step !== undefined) {
      event.preventDefault();
      change(step);
      return;
    }
    // By the keys of every question, too, whatever the message has.
    if (!matches(event, 'message.send') && !matches(event, 'answer.submit')) return;
    event.preventDefault();
    void send();
  };
  const add = (files: Iterable<File>) => {
    const list = [...files];
    if (list.length === 0 || disabled) return false;
    void attached.add(list);
    return true;
  };
  const onPaste = (event: ClipboardEvent) => {
    // A copied table brings its picture, too: words come first.
    const isText = event.clipboardData.types.includes('text/plain');
    if (!isText && add(event.clipboardData.files)) event.preventDefault();
  };
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files') && !disabled;
  const onDragOver = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    setOver(true);
  };
  const onDrop = (event: DragEvent) => {
    setOver(false);
    if (!hasFiles(event)) return;
    event.preventDefault();
    add(event.dataTransfer.files);
    field.current?.focus();
  };
  return (
    <div
      onDragOver={onDragOver}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      data-drop={isOver || undefined}
      className="relative rounded-dialog border border-line-strong bg-field shadow-raised focus-within:border-focus focus-within:shadow-[inset_0_0_0_.5px_var(--focus-ring),0_0_0_3px_var(--accent-soft)] data-drop:border-focus"
    >
      {isOver && (
        <p className="pointer-events-none absolute inset-0 z-1 grid place-items-center rounded-dialog bg-field font-medium text-muted">
          {turnTexts.dropHere}
        </p>
      )}
      <Suspense fallback={null}>
        {suggestions.isOpen && <SuggestionList of={suggestions} />}
        {offers.wanted !== undefined && (
          <ValuesDialog
            of={offers.wanted}
            onClose={offers.closeWanted}
            onPrompt={offers.insertPrompt}
            onResource={offers.attachResource}
          />
        )}
      </Suspense>
      <AttachedFiles of={attached} />
      <textarea
        ref={field}
        aria-label={text.chat.composer}
        placeholder={placeholder}
        value={value}
        rows={minRows}
        disabled={disabled}
        onChange={({ target }) => {
          change(target.value);
          suggestions.update(target.value, caretOf(target));
        }}
        onSelect={({ currentTarget }) =>
          suggestions.update(currentTarget.value, caretOf(currentTarget))
        }
        onBlur={suggestions.close}
        {...comboboxProps(suggestions)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        dir="auto"
        className="thin-scroll block w-full resize-none bg-transparent px-3 pt-[9px] pb-1 text-read outline-none placeholder:text-subtle disabled:text-disabled"
      />
      <div className="flex min-w-0 items-center gap-0.5 px-1.5 pb-1.5">
        <IconButton
          icon={Plus}
          label={turnTexts.attach}
          tooltipSide="top"
          disabled={disabled}
          onClick={() => picker.current?.click()}
        />
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          aria-label={turnTexts.attach}
          onChange={({ target }) => {
            add(target.files ?? []);
            // The same file can be picked again.
            target.value = '';
            field.current?.focus();
          }}
        />
        {pickers}
        <span className="flex-1" />
        {meter}
        {onStop !== undefined && (
          <Button
            icon={<Icon of={Square} size={12} />}
            busy={stopping}
            title={text.chat.stop}
            aria-keyshortcuts={stopKeys && ariaShortcut(stopKeys)}
            onClick={onStop}
          >
            {text.chat.stop}
          </Button>
        )}
        {(onStop === undefined || canSend) && (
          <IconButton
            icon={ArrowUp}
            label={text.chat.send}
            {...(sendKeys && { keys: sendKeys })}
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
