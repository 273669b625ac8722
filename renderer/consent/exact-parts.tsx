import type { ConsentArgument } from '../../shared/ipc/consent.ts';
import { splitHiddenCharacters, type TextPart } from '../../shared/lib/hidden-characters.ts';
import { text } from '../../shared/texts/catalogue.ts';

/** A text in main's parts, or one that is split here: wrapped, whole, hidden characters as codes. */
export function ExactParts({ of }: { readonly of: ConsentArgument | string }) {
  const parts: readonly TextPart[] = typeof of === 'string' ? splitHiddenCharacters(of) : of.parts;
  return (
    <span className="[overflow-wrap:anywhere] whitespace-pre-wrap">
      {parts.map((part, index) =>
        part.hidden ? (
          <span
            key={index}
            title={text.ui.hiddenCharacter(part.text)}
            className="inline-block rounded-[3px] bg-danger-soft px-1 font-mono text-micro whitespace-nowrap text-danger-text shadow-[inset_0_0_0_1px_var(--danger-border)]"
          >
            {part.text}
          </span>
        ) : (
          part.text
        ),
      )}
    </span>
  );
}
