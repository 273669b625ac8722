import { X } from 'lucide-react';
import { useEffect, useId, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { isComposing } from '../../../lib/is-composing.ts';
import { text } from '../../../../shared/texts/catalogue.ts';
import { announce } from '../../../ui/announcer.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { problemSentence, type FormProblem } from './form-problems.ts';
import { JoinedList, joinedInputClass } from './joined-list.tsx';
import { KeychainMark } from './variable-mark.tsx';
import type { VariableMark } from './variable-problems.ts';
import type { ArgumentRow, ServerForm, ServerFormAction } from './server-form.ts';

const words = text.servers.form;

export interface ArgumentListProps {
  readonly form: ServerForm;
  readonly dispatch: (action: ServerFormAction) => void;
  readonly problems: readonly FormProblem[];
  readonly markOf: (text: string) => VariableMark | undefined;
  /** Row that takes the focus when it appears. */
  readonly focusRow: number | null;
}

/** One argument in each line, passed as it is. Enter adds, Alt with an arrow moves, Backspace in an empty line removes. */
export function ArgumentList({ form, dispatch, problems, markOf, focusRow }: ArgumentListProps) {
  const base = useId();
  const list = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState<number | null>(null);
  const focus = wanted ?? focusRow;
  useEffect(() => {
    if (focus === null) return;
    list.current?.querySelector<HTMLInputElement>(`[data-argument="${String(focus)}"]`)?.focus();
  }, [focus]);
  const insert = (after: number | null, texts: readonly string[]) => {
    dispatch({ type: 'argument-insert', after, texts });
    setWanted(form.nextId + texts.length - 1);
  };
  const remove = (row: ArgumentRow, index: number) => {
    const neighbour = form.args[index - 1] ?? form.args[index + 1];
    dispatch({ type: 'argument-remove', id: row.id });
    setWanted(neighbour?.id ?? null);
  };
  const press = (event: KeyboardEvent, row: ArgumentRow, index: number) => {
    if (isComposing(event.nativeEvent) || event.metaKey || event.ctrlKey) return;
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (event.key === 'Enter') {
      event.preventDefault();
      insert(row.id, ['']);
    } else if (event.key === 'Backspace' && row.text === '') {
      event.preventDefault();
      remove(row, index);
    } else if (by !== 0 && event.altKey) {
      event.preventDefault();
      if (form.args[index + by] === undefined) return;
      dispatch({ type: 'argument-move', id: row.id, by });
      announce(words.argumentMoved(index + 1, index + 1 + by));
    } else if (by !== 0) {
      const neighbour = form.args[index + by];
      if (neighbour === undefined) return;
      event.preventDefault();
      list.current
        ?.querySelector<HTMLInputElement>(`[data-argument="${String(neighbour.id)}"]`)
        ?.focus();
    }
  };
  // Several lines become several arguments, into an empty line only: elsewhere the person edits one.
  const paste = (event: ClipboardEvent, row: ArgumentRow) => {
    const lines = event.clipboardData.getData('text/plain').split(/\r?\n/);
    const [first, ...rest] = lines.at(-1) === '' ? lines.slice(0, -1) : lines;
    if (first === undefined || rest.length === 0 || row.text !== '') return;
    event.preventDefault();
    dispatch({ type: 'argument-text', id: row.id, text: first });
    insert(row.id, rest);
  };
  const errors = problems.map((problem) => ({
    id: `${base}-${String(problem.row ?? 'all')}`,
    sentence: problemSentence(problem),
  }));
  return (
    <JoinedList
      label={words.arguments}
      note={words.argumentsNote}
      help={words.argumentHelp}
      errors={errors}
      empty={form.args.length === 0}
    >
      <div ref={list} className="[&>div+div]:border-t [&>div+div]:border-line">
        {form.args.map((row, index) => {
          const invalid = problems.some((problem) => problem.row === row.id);
          return (
            <div key={row.id} className="flex items-center pr-0.5">
              <span className="w-7 flex-none pr-1 text-right text-small text-subtle">
                {index + 1}
              </span>
              <input
                type="text"
                data-argument={row.id}
                aria-label={words.argument(index + 1)}
                aria-invalid={invalid || undefined}
                aria-describedby={invalid ? `${base}-${String(row.id)}` : undefined}
                autoComplete="off"
                spellCheck={false}
                value={row.text}
                onChange={(event) =>
                  dispatch({ type: 'argument-text', id: row.id, text: event.target.value })
                }
                onKeyDown={(event) => press(event, row, index)}
                onPaste={(event) => paste(event, row)}
                className={joinedInputClass}
              />
              <KeychainMark mark={markOf(row.text)} />
              <IconButton
                icon={X}
                size="small"
                label={words.removeArgument(index + 1)}
                onClick={() => remove(row, index)}
              />
            </div>
          );
        })}
      </div>
    </JoinedList>
  );
}
