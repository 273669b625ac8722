import type { ReadingEntry, TextEdit } from '../../../../shared/mcp/server-reading.ts';
import { CircleX } from 'lucide-react';
import { serverSetup as serverSetupTexts } from '../../../../shared/texts/en/server-setup.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { EntryHead, NoteLine } from '../setup/entry-lines.tsx';
import { UpdateLines } from '../setup/update-lines.tsx';
import { PinOffer } from '../setup/pin-offer.tsx';

const words = serverSetupTexts.add;

export interface EntryCardProps {
  readonly entries: readonly ReadingEntry[];
  readonly isChosen: (entry: ReadingEntry) => boolean;
  readonly onChoose: (entry: ReadingEntry, chosen: boolean) => void;
  readonly onPin: (entry: ReadingEntry, version: string) => void;
  /** Changes the text; absent where there is no text to change. */
  readonly onFix?: ((edits: readonly TextEdit[]) => void) | undefined;
}

/** True for an entry that can be added. */
export function isAddable(entry: ReadingEntry): boolean {
  return entry.definition !== undefined && entry.comparison.kind !== 'same';
}

/** What was understood, entry by entry. */
export function EntryCard({ entries, isChosen, onChoose, onPin, onFix }: EntryCardProps) {
  return (
    <ul className="rounded-card border border-line bg-raised [&>li+li]:border-t [&>li+li]:border-line">
      {entries.map((entry) => (
        <li key={entry.entryId} className="flex items-start gap-3.5 px-3 py-[9px]">
          <span className="pt-0.5">
            {entry.definition === undefined ? (
              <Icon of={CircleX} className="text-danger-text" />
            ) : (
              <Checkbox
                label={words.choose(entry.name)}
                checked={isChosen(entry)}
                disabled={!isAddable(entry)}
                onCheckedChange={(chosen) => onChoose(entry, chosen)}
              />
            )}
          </span>
          <div className="flex min-w-0 flex-1 flex-col gap-1">
            <EntryHead entry={entry} />
            <Comparison entry={entry} />
            {entry.unpinned !== undefined && (
              <PinOffer unpinned={entry.unpinned} onPin={(version) => onPin(entry, version)} />
            )}
            {entry.notes.map((note, index) => (
              <NoteLine
                key={index}
                note={note}
                onFix={onFix === undefined ? undefined : (fix) => onFix(fix.edits)}
              />
            ))}
          </div>
        </li>
      ))}
    </ul>
  );
}

function Comparison({ entry }: { readonly entry: ReadingEntry }) {
  const { comparison } = entry;
  if (comparison.kind === 'new') return null;
  if (comparison.kind === 'update') return <UpdateLines comparison={comparison} />;
  return (
    <p className="text-small text-muted">
      {comparison.kind === 'same'
        ? words.same
        : `${words.newName(comparison.name)}. ${comparison.difference}.`}
    </p>
  );
}
