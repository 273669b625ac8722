import { Search } from 'lucide-react';
import { isComposing } from '../../lib/is-composing.ts';
import { Icon } from '../../ui/icon.tsx';

export interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  readonly className?: string;
}

/** A quiet field that filters a list as one types. */
export function SearchField({ label, value, onValueChange, className = '' }: SearchFieldProps) {
  return (
    <div className={className}>
      <div className="relative flex items-center">
        <Icon of={Search} size={14} className="pointer-events-none absolute left-2.5 text-subtle" />
        <input
          type="search"
          aria-label={label}
          placeholder={label}
          autoComplete="off"
          spellCheck={false}
          value={value}
          onChange={(event) => onValueChange(event.target.value)}
          onKeyDown={(event) => {
            if (isComposing(event.nativeEvent)) return;
            if (event.key === 'Escape' && value !== '') {
              event.stopPropagation();
              onValueChange('');
            }
          }}
          className="h-(--control) w-full rounded-control bg-quiet pr-2 pl-8 text-ui text-text placeholder:text-subtle focus:outline-2 focus:-outline-offset-1 focus:outline-focus high-contrast:border high-contrast:border-line-control"
        />
      </div>
    </div>
  );
}

/** True when every word of the query is in one of the texts. */
export function hasWords(query: string, ...texts: readonly (string | undefined)[]): boolean {
  const haystack = texts
    .filter((one) => one !== undefined)
    .join('\n')
    .toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => haystack.includes(word));
}
