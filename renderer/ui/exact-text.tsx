import clsx from 'clsx';
import { useState } from 'react';
import { splitHiddenCharacters } from '../../shared/lib/hidden-characters.ts';
import { text as words } from '../../shared/texts/catalogue.ts';
import { LinkButton } from './button.tsx';

/** Length from which a text is shown in part, with a button for the rest. */
const LONG = 20_000;

/** Text as it is: wrapped, never shortened without a button, hidden characters as codes. Inline. */
export function ExactText({
  value,
  className,
}: {
  readonly value: string;
  readonly className?: string;
}) {
  const [all, setAll] = useState(false);
  const shown = all || value.length <= LONG ? value : value.slice(0, LONG);
  return (
    <span className={clsx('[overflow-wrap:anywhere] whitespace-pre-wrap', className)}>
      {splitHiddenCharacters(shown).map((part, index) =>
        part.hidden ? <HiddenCharacter key={index} code={part.text} /> : part.text,
      )}
      {shown.length < value.length && (
        <>
          {' '}
          <span className="text-subtle">
            {words.ui.moreCharacters(value.length - shown.length)}
          </span>{' '}
          <LinkButton size="small" onClick={() => setAll(true)}>
            {words.ui.showAll}
          </LinkButton>
        </>
      )}
    </span>
  );
}

function HiddenCharacter({ code }: { readonly code: string }) {
  return (
    <span
      title={words.ui.hiddenCharacter(code)}
      className="inline-block rounded-[3px] bg-danger-soft px-1 font-mono text-micro whitespace-nowrap text-danger-text shadow-[inset_0_0_0_1px_var(--danger-border)]"
    >
      {code}
    </span>
  );
}
