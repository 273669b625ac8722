import clsx from 'clsx';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { bench as benchTexts } from '../../shared/texts/en/bench.ts';
import { isComposing } from './is-composing.ts';
import { useIpc } from './ipc-context.tsx';
import { ExactText } from '../ui/exact-text.tsx';
import { Field, inputClass } from '../ui/field.tsx';

const words = benchTexts.prompts;
/** How long typing pauses before the server is asked, in ms. */
const PAUSE = 150;

export type CompletionRef =
  | { readonly type: 'ref/prompt'; readonly name: string }
  | { readonly type: 'ref/resource'; readonly uri: string };

export interface CompletingFieldProps {
  readonly serverId: string;
  readonly completionRef: CompletionRef;
  readonly name: string;
  readonly note: string;
  readonly description?: string | undefined;
  readonly value: string;
  /** What is chosen in the other fields. */
  readonly others: Readonly<Record<string, string>>;
  readonly onValue: (value: string) => void;
}

/** A text for which the server proposes values as one types. */
export function CompletingField(props: CompletingFieldProps) {
  const { name, note, description, value, onValue } = props;
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const proposals = useProposals(props, isOpen).filter((one) => one !== value);
  const isShown = isOpen && proposals.length > 0;
  const take = (proposal: string) => {
    onValue(proposal);
    setOpen(false);
    setAt(-1);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    const isMove = event.key === 'ArrowDown' || event.key === 'ArrowUp';
    if (isMove) {
      event.preventDefault();
      setOpen(true);
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setAt(Math.max(-1, Math.min(proposals.length - 1, at + step)));
    } else if (event.key === 'Escape' && isShown) {
      event.stopPropagation();
      setOpen(false);
    } else if (event.key === 'Enter' && isShown && !event.metaKey && !event.ctrlKey) {
      const proposal = proposals[at];
      if (proposal === undefined) return;
      event.preventDefault();
      take(proposal);
    }
  };
  return (
    <Field
      label={<ExactText value={name} className="font-mono text-code" />}
      note={note}
      {...(description === undefined ? {} : { help: <ExactText value={description} /> })}
    >
      {(control) => (
        <div className="relative" onBlur={() => setOpen(false)}>
          <input
            {...control}
            type="text"
            role="combobox"
            aria-expanded={isShown}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={isShown && at >= 0 ? `${listId}-${String(at)}` : undefined}
            autoComplete="off"
            spellCheck={false}
            value={value}
            placeholder={benchTexts.form.notSent}
            onFocus={() => setOpen(true)}
            onChange={(event) => {
              onValue(event.target.value);
              setOpen(true);
              setAt(-1);
            }}
            onKeyDown={onKeyDown}
            className={clsx(inputClass, 'h-(--control-large) font-mono !text-code')}
          />
          <span role="status" className="sr-only">
            {isShown ? words.proposals(proposals.length) : ''}
          </span>
          {isShown && (
            <div
              role="listbox"
              id={listId}
              aria-label={words.completions(name)}
              className="thin-scroll absolute top-full right-0 left-0 z-(--layer-menu) mt-1 max-h-48 overflow-y-auto rounded-card bg-overlay p-1 shadow-popover"
            >
              {proposals.map((proposal, index) => (
                <div
                  key={proposal}
                  role="option"
                  id={`${listId}-${String(index)}`}
                  aria-selected={index === at}
                  // Pressing must not take the focus from the field.
                  onPointerDown={(event) => {
                    event.preventDefault();
                    take(proposal);
                  }}
                  className={clsx(
                    'rounded-control px-2 py-1 font-mono text-code hover:bg-hover',
                    index === at && 'bg-hover',
                  )}
                >
                  <ExactText value={proposal} />
                </div>
              ))}
            </div>
          )}
        </div>
      )}
    </Field>
  );
}

function useProposals(
  { serverId, completionRef, name, value, others }: CompletingFieldProps,
  isWanted: boolean,
): readonly string[] {
  const ipc = useIpc();
  const [proposals, setProposals] = useState<readonly string[]>([]);
  const asked = useRef(0);
  const question = JSON.stringify({ serverId, ref: completionRef, name, value, others });
  useEffect(() => {
    if (!isWanted) return;
    asked.current += 1;
    const turn = asked.current;
    const timer = setTimeout(() => {
      const { ref, ...rest } = JSON.parse(question) as {
        serverId: string;
        ref: CompletionRef;
        name: string;
        value: string;
        others: Record<string, string>;
      };
      const argument = { name: rest.name, value: rest.value };
      ipc
        .call('bench.complete', { serverId: rest.serverId, ref, argument, others: rest.others })
        .then(
          ({ values }) => {
            if (asked.current === turn) setProposals([...new Set(values)]);
          },
          // Proposals are a help; without them one types.
          () => {
            if (asked.current === turn) setProposals([]);
          },
        );
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [ipc, question, isWanted]);
  return proposals;
}
