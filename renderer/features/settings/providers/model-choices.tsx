import { useMemo, useState } from 'react';
import type {
  ListedModel,
  ModelListing,
  ModelState,
} from '../../../../shared/ipc/routes/providers.ts';
import { settings as settingsTexts } from '../../../../shared/texts/en/settings.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { TextField } from '../../../ui/field.tsx';

const words = settingsTexts.providers.choose;
/** More at once only slow the window down. */
const SHOWN = 200;
const FILTER_FROM = 8;

interface Choice extends ListedModel {
  readonly note?: string;
}

export interface ModelChoicesProps {
  readonly listing: ModelListing | undefined;
  readonly offered: readonly ModelState[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** What is chosen and not listed first, then the provider's list, to be checked. */
export function ModelChoices({ listing, offered, chosen, onChange }: ModelChoicesProps) {
  const [query, setQuery] = useState('');
  const [own] = useState(() => new Set(chosen));
  const choices = useMemo(() => {
    const listed = listing?.ok === true ? listing.models : [];
    const known = new Set(listed.map(({ id }) => id));
    const gone = new Set(offered.filter(({ isGone }) => isGone).map(({ id }) => id));
    const others = [...new Set([...own, ...chosen])].filter((id) => !known.has(id));
    return [
      ...others.map((id): Choice => ({ id, note: gone.has(id) ? words.gone : words.typed })),
      ...listed,
    ];
  }, [listing, offered, chosen, own]);
  const wanted = query.trim().toLowerCase();
  const found = choices.filter(
    ({ id, label = '' }) =>
      id.toLowerCase().includes(wanted) || label.toLowerCase().includes(wanted),
  );
  const toggle = (id: string, isOn: boolean) =>
    onChange(isOn ? [...chosen, id] : chosen.filter((other) => other !== id));
  return (
    <>
      {choices.length >= FILTER_FROM && (
        <TextField label={words.find} type="search" value={query} onValueChange={setQuery} />
      )}
      {listing?.ok === true && listing.models.length === 0 && (
        <p className="text-muted">{words.none}</p>
      )}
      {choices.length > 0 && found.length === 0 && <p className="text-muted">{words.noMatch}</p>}
      {found.length > 0 && (
        <ul
          aria-label={words.list}
          className="thin-scroll max-h-72 overflow-y-auto rounded-card border border-line [&>li+li]:border-t [&>li+li]:border-line"
        >
          {found.slice(0, SHOWN).map((choice) => (
            <ChoiceRow
              key={choice.id}
              choice={choice}
              isOn={chosen.includes(choice.id)}
              onToggle={(isOn) => toggle(choice.id, isOn)}
            />
          ))}
        </ul>
      )}
      {found.length > SHOWN && (
        <p className="text-small text-subtle">{words.more(found.length - SHOWN)}</p>
      )}
      {listing?.ok === true && !listing.isWhole && (
        <p className="text-small text-subtle">{words.notWhole}</p>
      )}
    </>
  );
}

function ChoiceRow({
  choice: { id, label, note },
  isOn,
  onToggle,
}: {
  readonly choice: Choice;
  readonly isOn: boolean;
  readonly onToggle: (isOn: boolean) => void;
}) {
  return (
    <li className="[content-visibility:auto] [contain-intrinsic-size:auto_32px]">
      <label className="flex min-h-8 cursor-pointer items-center gap-2.5 px-3 py-1 hover:bg-hover">
        <Checkbox label={id} checked={isOn} onCheckedChange={onToggle} />
        <span className="min-w-0 flex-1 font-mono text-code [overflow-wrap:anywhere]">{id}</span>
        {(note ?? label) !== undefined && (
          <span className="flex-none text-small text-subtle">{note ?? label}</span>
        )}
      </label>
    </li>
  );
}
