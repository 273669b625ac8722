import { serverSetup as serverSetupTexts } from '../../../../shared/texts/en/server-setup.ts';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { TextArea } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { EntryCard } from './entry-card.tsx';
import { NoteLine } from '../setup/entry-lines.tsx';
import { applyEdits, type PasteView } from './use-paste.ts';

const words = serverSetupTexts.add;

/** A text of any known shape, and what was understood of it as one types. */
export function PasteTab({ view }: { readonly view: PasteView }) {
  return (
    <fieldset disabled={view.busy} className="flex min-w-0 flex-col gap-3">
      <TextArea
        label={words.paste}
        placeholder={words.pastePlaceholder}
        mono
        autoFocus
        rows={8}
        wrap="off"
        value={view.source}
        onValueChange={view.setSource}
      />
      <Understood view={view} />
    </fieldset>
  );
}

/** What was understood, whatever it came from. */
export function Understood({
  view,
  withText = true,
}: {
  readonly view: PasteView;
  readonly withText?: boolean;
}) {
  const { reading } = view;
  const fix = (edits: Parameters<typeof applyEdits>[1]) =>
    view.setSource(applyEdits(view.source, edits));
  const wrong = reading?.entries.filter((entry) => entry.definition === undefined).length ?? 0;
  return (
    <>
      {view.outcome !== undefined && <Notice>{view.outcome}</Notice>}
      {view.error !== undefined && (
        <ErrorBox role="alert" sentence={view.error.sentence} details={view.error.details} />
      )}
      {reading !== undefined && (
        <section aria-label={reading.understoodAs} className="flex flex-col gap-2">
          <div className="flex flex-wrap items-baseline gap-x-3" role="status">
            <span className="font-medium">{reading.understoodAs}</span>
            <span className="flex-1" />
            {reading.entries.length > 0 && (
              <span className="text-small text-subtle">
                {words.found(reading.entries.length, wrong)}
              </span>
            )}
          </div>
          {reading.notes.map((note, index) => (
            <div key={index} className="flex flex-col gap-1">
              {note.position !== undefined && note.severity === 'error' && (
                <span className="text-small font-medium text-danger-text">
                  {words.position(note.position.line, note.position.column)}
                </span>
              )}
              <NoteLine note={note} onFix={withText ? (one) => fix(one.edits) : undefined} />
            </div>
          ))}
          {reading.entries.length > 0 && (
            <EntryCard
              entries={reading.entries}
              isChosen={view.isChosen}
              onChoose={view.choose}
              onPin={view.pin}
              onFix={withText ? fix : undefined}
            />
          )}
        </section>
      )}
    </>
  );
}
