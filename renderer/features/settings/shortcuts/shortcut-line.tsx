import { Pencil, RotateCcw, X } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { specOf, type ActionId } from '../../../../shared/actions/action-list.ts';
import {
  keysOf,
  leavesTextAlone,
  mayBeGlobal,
  shortcutOf,
  withoutDigit,
  type Shortcut,
} from '../../../../shared/actions/shortcut.ts';
import { text } from '../../../../shared/texts/catalogue.ts';
import { capsOf } from '../../../lib/actions/action-context.tsx';
import { useAppData } from '../../../lib/app-data-context.tsx';
import { isComposing } from '../../../lib/is-composing.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { isMac, Kbd } from '../../../ui/kbd.tsx';
import type { ShortcutRow } from './shortcut-rows.ts';

const words = text.shell.shortcuts;

export interface ShortcutLineProps {
  readonly row: ShortcutRow;
  readonly isRecording: boolean;
  readonly onRecord: () => void;
  readonly onCancel: () => void;
  /** Null: no keys; undefined: those of the beginning. */
  readonly onKeys: (keys: Shortcut | null | undefined) => void;
}

/** One action with its keys; while it records, the next keys become its own. */
export function ShortcutLine({ row, isRecording, onRecord, onCancel, onKeys }: ShortcutLineProps) {
  const quickPromptIsOff = useAppData((data) => data.settings.system?.quickPrompt !== true);
  const pencil = useRef<HTMLButtonElement>(null);
  const wasRecording = useRef(false);
  useEffect(() => {
    if (wasRecording.current && !isRecording) pencil.current?.focus();
    wasRecording.current = isRecording;
  }, [isRecording]);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  useEffect(() => setProblem(undefined), [isRecording]);
  const isOff = specOf(row.id).isGlobal === true && quickPromptIsOff;
  return (
    <tr
      data-action={row.id}
      className={`h-[38px] border-b border-line ${isRecording ? 'bg-selected' : ''}`}
    >
      <td className="px-3 py-1">
        <span className="flex items-center gap-2">
          <span className="min-w-0 flex-1">{row.name}</span>
          {isOff && !isRecording && (
            <span className="text-small text-subtle">{words.globalOff}</span>
          )}
          {row.conflicts.map((id) => (
            <span key={id} className="text-small text-warning-text">
              {words.also(text.actions.names[id])}
            </span>
          ))}
          {row.isChanged && !isRecording && <Badge tone="outline">{words.isChanged}</Badge>}
          {isRecording && (
            <span
              id={`keys-${row.id}`}
              role={problem === undefined ? undefined : 'alert'}
              className={`max-w-72 text-right text-small ${problem === undefined ? 'text-subtle' : 'text-danger-text'}`}
            >
              {problem ?? hintOf(row)}
            </span>
          )}
        </span>
      </td>
      <td className="py-1">
        {isRecording ? (
          <Recorder row={row} onCancel={onCancel} onKeys={onKeys} onProblem={setProblem} />
        ) : (
          <span className="flex items-center gap-1">
            <button
              type="button"
              tabIndex={-1}
              onClick={onRecord}
              className={`flex min-h-6 items-center rounded-control px-1 hover:bg-hover ${row.conflicts.length > 0 ? 'shadow-[inset_0_0_0_1px_var(--warning-border)]' : ''}`}
            >
              <span className="sr-only">{words.change(row.name)}</span>
              {row.keys === undefined ? (
                <span className="text-small text-subtle">{words.none}</span>
              ) : (
                <>
                  <Kbd keys={capsOf(row.keys, row.id)} />
                  <span className="sr-only">{capsOf(row.keys, row.id).join(' ')}</span>
                </>
              )}
            </button>
            <span className="flex-1" />
            {row.isChanged && (
              <IconButton
                icon={RotateCcw}
                size="small"
                label={words.resetOf(row.name)}
                onClick={() => onKeys(undefined)}
              />
            )}
            <IconButton
              ref={pencil}
              icon={Pencil}
              size="small"
              label={words.change(row.name)}
              onClick={onRecord}
            />
          </span>
        )}
      </td>
    </tr>
  );
}

interface RecorderProps extends Pick<ShortcutLineProps, 'row' | 'onCancel' | 'onKeys'> {
  readonly onProblem: (problem: string) => void;
}

/** Keys that write something are for places that know when they hold; of the message field those that write no sign. */
function mayBe(id: ActionId, keys: Shortcut): boolean {
  if (leavesTextAlone(keys)) return true;
  return specOf(id).isLocal === true && (keysOf(keys).at(-1) ?? '').length > 1;
}

function hintOf({ id }: ShortcutRow): string {
  if (specOf(id).isNumbered === true) return words.numbered;
  return id === 'answer.deny' ? '' : words.keeps;
}

/** Takes the next keys for an action. Escape keeps the old ones, unless the action may have it. */
function Recorder({ row, onCancel, onKeys, onProblem }: RecorderProps) {
  const takesEscape = row.id === 'answer.deny';
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    // Tab goes on, so that nobody is caught here; with Ctrl it is keys.
    if (event.key === 'Tab' && !event.ctrlKey && !event.metaKey && !event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const pressed = shortcutOf(event, isMac);
    if (pressed === undefined) return;
    if (pressed === 'Escape' && !takesEscape) {
      onCancel();
      return;
    }
    const keys = specOf(row.id).isNumbered === true ? withoutDigit(pressed)?.shortcut : pressed;
    if (keys === undefined) onProblem(words.needsDigit);
    else if (specOf(row.id).isGlobal === true && !mayBeGlobal(keys)) onProblem(words.needsTwo);
    else if (row.group !== 'list' && row.group !== 'answer' && !mayBe(row.id, keys))
      onProblem(words.needsModifier);
    else onKeys(keys);
  };
  return (
    <span className="flex items-center gap-1">
      <span className="min-w-0 flex-1">
        <input
          autoFocus
          readOnly
          aria-label={words.pressFor(row.name)}
          aria-describedby={`keys-${row.id}`}
          placeholder={words.press}
          onKeyDown={onKeyDown}
          onBlur={(event) => {
            // The buttons beside it are part of it.
            if (!event.currentTarget.closest('tr')?.contains(event.relatedTarget)) onCancel();
          }}
          className="h-7 w-full rounded-control border border-line-control bg-field px-2 outline-none placeholder:text-subtle focus:outline-2 focus:-outline-offset-1 focus:outline-focus"
        />
      </span>
      <Button
        size="small"
        tone="quiet"
        aria-label={words.clearOf(row.name)}
        onClick={() => onKeys(null)}
      >
        {words.clear}
      </Button>
      <IconButton icon={X} size="small" label={words.cancel} onClick={onCancel} />
    </span>
  );
}
