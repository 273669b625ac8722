import clsx from 'clsx';
import {
  Braces,
  FileText,
  MessageSquareText,
  Plug,
  ScrollText,
  SquareSlash,
  type LucideIcon,
} from 'lucide-react';
import { useEffect, useRef } from 'react';
import { composerTexts } from '../../../../../shared/texts/en/composer.ts';
import { ExactText } from '../../../../ui/exact-text.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { suggestionKey, type Suggestion } from './suggestion.ts';
import type { Suggestions } from './use-suggestions.ts';

const words = composerTexts.suggestions;

/** What is offered, above the composer. The field keeps the focus and moves in it. */
export function SuggestionList({ of }: { readonly of: Suggestions }) {
  const { items, active, listId } = of;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const shown = list.current?.querySelector('[aria-selected="true"]');
    shown?.scrollIntoView({ block: 'nearest' });
  }, [active, items]);
  return (
    <div className="appear absolute right-0 bottom-full left-0 z-(--layer-menu) mb-1.5 overflow-hidden rounded-card bg-overlay shadow-popover">
      <p role="status" className="sr-only">
        {of.isSearching ? words.searching : words.count(items.length)}
      </p>
      <div
        ref={list}
        role="listbox"
        id={listId}
        aria-label={of.label}
        className="thin-scroll max-h-72 overflow-y-auto p-1"
      >
        {items.map((item, index) => (
          <Option
            key={suggestionKey(item)}
            id={`${listId}-${String(index)}`}
            item={item}
            isActive={index === active}
            onChoose={() => of.choose(index)}
          />
        ))}
      </div>
      {items.length === 0 && (
        <p className="px-3 pb-2 text-small text-subtle">
          {of.isSearching ? words.searching : words.none}
        </p>
      )}
      {of.notes.map((note) => (
        <p key={note} className="border-t border-line px-3 py-1.5 text-small text-subtle">
          {note}
        </p>
      ))}
    </div>
  );
}

function Option(props: {
  readonly id: string;
  readonly item: Suggestion;
  readonly isActive: boolean;
  readonly onChoose: () => void;
}) {
  const { id, item, isActive, onChoose } = props;
  const { icon, name, note, meta } = looksOf(item);
  return (
    <div
      role="option"
      id={id}
      aria-selected={isActive}
      // Pressing must not take the focus from the field.
      onPointerDown={(event) => {
        event.preventDefault();
        onChoose();
      }}
      className={clsx(
        'flex min-h-(--row) min-w-0 items-center gap-2 rounded-control px-2 py-1 hover:bg-hover',
        isActive && 'bg-hover',
      )}
    >
      <Icon of={icon} size={14} className="text-muted" />
      <span className="max-w-[70%] flex-none truncate">
        <ExactText value={name} />
      </span>
      <span className="min-w-0 flex-1 truncate text-small text-subtle">
        {note !== undefined && <ExactText value={note} />}
      </span>
      {meta !== undefined && (
        <span className="max-w-40 flex-none truncate text-small text-subtle">{meta}</span>
      )}
    </div>
  );
}

interface Looks {
  readonly icon: LucideIcon;
  readonly name: string;
  readonly note: string | undefined;
  readonly meta?: string;
}

function looksOf(item: Suggestion): Looks {
  switch (item.kind) {
    case 'app':
      return { icon: SquareSlash, name: `/${item.command.name}`, note: item.command.note };
    case 'choice':
      return { icon: SquareSlash, name: item.label, note: item.note };
    case 'command':
      return { icon: SquareSlash, name: `/${item.name}`, note: item.description };
    case 'prompt': {
      const { name, title, description, serverName } = item.prompt;
      return {
        icon: MessageSquareText,
        name: title ?? name,
        note: description,
        meta: serverName,
      };
    }
    case 'file': {
      const cut = item.path.lastIndexOf('/');
      return {
        icon: FileText,
        name: item.path.slice(cut + 1),
        note: cut === -1 ? undefined : item.path.slice(0, cut),
      };
    }
    case 'server':
      return { icon: Plug, name: item.name, note: undefined, meta: words.server };
    case 'resource':
      return { icon: ScrollText, name: item.name, note: item.uri, meta: item.serverName };
    case 'template':
      return {
        icon: Braces,
        name: item.name,
        note: item.uriTemplate,
        meta: words.template(item.serverName),
      };
  }
}
