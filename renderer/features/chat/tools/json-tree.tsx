import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { bench as benchTexts } from '../../../../shared/texts/en/bench.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { ExactText } from '../../../ui/exact-text.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { exactJson } from './exact-json.ts';

/** Children that are shown at first. */
const STEP = 100;

/** JSON as a tree whose parts open and close; only what is open is made. */
export function JsonTree({ value, label }: { readonly value: unknown; readonly label: string }) {
  return (
    <div
      role="group"
      aria-label={label}
      tabIndex={0}
      className="thin-scroll max-h-80 overflow-auto rounded-control border border-line bg-inset px-2.5 py-2 font-mono text-code"
    >
      <Node value={value} startsOpen />
    </div>
  );
}

interface NodeProps {
  readonly name?: string;
  readonly value: unknown;
  readonly startsOpen?: boolean;
}

function Node({ name, value, startsOpen = false }: NodeProps) {
  const [isOpen, setOpen] = useState(startsOpen);
  const [shown, setShown] = useState(STEP);
  const label = name !== undefined && (
    <span className="text-code-name">
      <ExactText value={name} />
      {': '}
    </span>
  );
  if (typeof value !== 'object' || value === null) {
    return (
      <div className="pl-4.5">
        {label}
        <span className={colourOf(value)}>
          <ExactText value={exactJson(value)} />
        </span>
      </div>
    );
  }
  const entries: [string, unknown][] = Object.entries(value);
  return (
    <div>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="flex items-center gap-1 rounded-small hover:bg-hover"
      >
        <Icon of={isOpen ? ChevronDown : ChevronRight} size={12} className="text-subtle" />
        <span>
          {label}
          <span className="text-subtle">
            {Array.isArray(value)
              ? benchTexts.tree.items(entries.length)
              : benchTexts.tree.keys(entries.length)}
          </span>
        </span>
      </button>
      {isOpen && (
        <div className="ml-1.5 border-l border-line pl-2">
          {entries.slice(0, shown).map(([key, child]) => (
            <Node key={key} name={key} value={child} />
          ))}
          {entries.length > shown && (
            <LinkButton size="small" onClick={() => setShown(shown * 3)}>
              {benchTexts.tree.more(entries.length - shown)}
            </LinkButton>
          )}
        </div>
      )}
    </div>
  );
}

function colourOf(value: unknown): string {
  return typeof value === 'string' ? 'text-code-string' : 'text-code-number';
}
