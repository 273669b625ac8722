import clsx from 'clsx';
import { Search } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { isComposing } from '../lib/is-composing.ts';
import { Icon } from './icon.tsx';
import { Kbd } from './kbd.tsx';

export interface CommandOption {
  readonly id: string;
  readonly content: ReactNode;
}

export interface CommandGroup {
  readonly label: string;
  readonly options: readonly CommandOption[];
}

export interface CommandDialogProps {
  readonly title: string;
  readonly placeholder: string;
  readonly listLabel: string;
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly groups: readonly CommandGroup[];
  readonly activeId: string | undefined;
  readonly onActive: (id: string) => void;
  /** `stays`: with Command on macOS, Ctrl elsewhere. */
  readonly onChoose: (id: string, stays: boolean) => void;
  readonly onClose: () => void;
  /** Stands in place of the list. */
  readonly empty?: ReactNode;
  readonly below?: ReactNode;
  readonly foot: ReactNode;
}

/** A field over the page whose list is moved through while one types. The focus goes back to where it was. */
export function CommandDialog(props: CommandDialogProps) {
  const { title, query, groups, activeId, onActive, onChoose, onClose, empty } = props;
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const ids = groups.flatMap((group) => group.options.map(({ id }) => id));
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    const at = activeId === undefined ? -1 : ids.indexOf(activeId);
    const to = moved(event.key, at, ids.length);
    if (to !== undefined) {
      event.preventDefault();
      const id = ids[to];
      if (id !== undefined) onActive(id);
    } else if (event.key === 'Enter' && activeId !== undefined) {
      event.preventDefault();
      onChoose(activeId, event.ctrlKey || event.metaKey);
    }
  };
  const optionId = (id: string) => `${listId}-${String(ids.indexOf(id))}`;
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-(--layer-dialog) bg-scrim">
          <Radix.Content
            aria-describedby={undefined}
            onEscapeKeyDown={(event) => {
              if (isComposing(event)) event.preventDefault();
            }}
            className="appear mx-auto mt-[min(14vh,120px)] flex max-h-[min(520px,calc(100vh-160px))] w-[620px] max-w-[calc(100vw-48px)] flex-col overflow-hidden rounded-dialog bg-overlay shadow-dialog outline-none"
          >
            <Radix.Title className="sr-only">{title}</Radix.Title>
            <label className="flex h-12 flex-none items-center gap-2.5 border-b border-line px-4">
              <Icon of={Search} className="text-muted" />
              <input
                autoFocus
                role="combobox"
                aria-label={title}
                aria-expanded={ids.length > 0}
                aria-controls={listId}
                aria-activedescendant={activeId === undefined ? undefined : optionId(activeId)}
                aria-autocomplete="list"
                autoComplete="off"
                spellCheck={false}
                dir="auto"
                maxLength={500}
                placeholder={props.placeholder}
                value={query}
                onChange={(event) => props.onQuery(event.target.value)}
                onKeyDown={onKeyDown}
                className="h-full min-w-0 flex-1 bg-transparent text-dialog font-normal outline-none placeholder:text-subtle"
              />
              <Kbd keys={['Esc']} />
            </label>
            <div
              ref={list}
              id={listId}
              role="listbox"
              aria-label={props.listLabel}
              className="thin-scroll min-h-0 flex-1 scroll-py-1.5 overflow-y-auto p-1.5 empty:hidden"
            >
              {groups.map((group) => (
                <div key={group.label} role="group" aria-label={group.label}>
                  <div
                    aria-hidden="true"
                    className="px-2 pt-1.5 pb-1 text-small font-medium text-subtle"
                  >
                    {group.label}
                  </div>
                  {group.options.map(({ id, content }) => (
                    <div
                      key={id}
                      id={optionId(id)}
                      role="option"
                      aria-selected={id === activeId}
                      onPointerMove={() => {
                        if (id !== activeId) onActive(id);
                      }}
                      onClick={(event) => onChoose(id, event.ctrlKey || event.metaKey)}
                      className={clsx(
                        'flex min-h-[34px] cursor-default items-center gap-2.5 rounded-control px-2 py-1',
                        id === activeId && 'bg-pressed',
                      )}
                    >
                      {content}
                    </div>
                  ))}
                </div>
              ))}
            </div>
            {empty}
            {props.below}
            <div className="flex flex-none flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-3.5 py-2 text-small text-subtle">
              {props.foot}
            </div>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Rows that a page key passes. */
const PAGE = 8;

/** Where a key moves to: around the ends by the arrows, not by the page keys. Home and End stay with the text. */
function moved(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined;
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % count;
    case 'ArrowUp':
      return (at - 1 + count) % count;
    case 'PageDown':
      return Math.min(at + PAGE, count - 1);
    case 'PageUp':
      return Math.max(at - PAGE, 0);
    default:
      return undefined;
  }
}
