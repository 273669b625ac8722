import { useRef, type KeyboardEvent } from 'react';
import { useKeyMatch } from '../../../lib/actions/action-context.tsx';
import { isComposing } from '../../../lib/is-composing.ts';
import type { ReadingNote, TextPosition } from '../../../../shared/mcp/server-reading.ts';
import { serverSetup as serverSetupTexts } from '../../../../shared/texts/en/server-setup.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { inputClass } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { NoteLine } from '../setup/entry-lines.tsx';
import { useSource, type SourceView } from './use-source.ts';

const words = serverSetupTexts.raw;

/** Where a line and column are in a text. */
function offsetOf(source: string, { line, column }: TextPosition): number {
  let start = 0;
  for (let at = 1; at < line; at += 1) {
    const end = source.indexOf('\n', start);
    if (end === -1) return source.length;
    start = end + 1;
  }
  return Math.min(source.length, start + column - 1);
}

/** The file of servers as JSON: the same definitions as in the form, with line and column of every mistake. */
export function SourceDialog({ onClose }: { readonly onClose: () => void }) {
  const view = useSource();
  const area = useRef<HTMLTextAreaElement>(null);
  const { file, save, load } = view;
  const wrong = view.notes.some(({ severity }) => severity === 'error');
  const canSave = view.isChanged && !wrong && !view.isStale;
  const error = save.error ?? load.error;
  const show = (position: TextPosition) => {
    const offset = offsetOf(view.source, position);
    area.current?.focus();
    area.current?.setSelectionRange(offset, offset);
  };
  const matches = useKeyMatch();
  const press = (event: KeyboardEvent) => {
    if (!matches(event, 'answer.submit') || !canSave) return;
    if (isComposing(event.nativeEvent)) return;
    event.preventDefault();
    void save.run();
  };
  return (
    <Dialog
      open
      keepOnPressOutside
      width="import"
      onOpenChange={(open) => {
        if (!open && !save.busy) onClose();
      }}
      title={words.title}
      description={file === undefined ? words.loading : words.description(file.path)}
      foot={
        <>
          <span className="min-w-0 flex-1 text-small text-subtle" role="status">
            {save.busy ? serverSetupTexts.add.waiting : (view.outcome ?? '')}
          </span>
          <Button tone="quiet" disabled={save.busy} onClick={onClose}>
            {words.close}
          </Button>
          <Button
            tone="primary"
            busy={save.busy}
            disabled={!canSave}
            onClick={() => void save.run()}
          >
            {words.save}
          </Button>
        </>
      }
    >
      {error !== undefined && (
        <ErrorBox role="alert" sentence={error.sentence} details={error.details} />
      )}
      {view.isStale && <Stale view={view} />}
      <textarea
        ref={area}
        aria-label={words.label}
        aria-invalid={wrong || undefined}
        autoComplete="off"
        spellCheck={false}
        wrap="off"
        rows={18}
        disabled={file === undefined || save.busy}
        value={view.source}
        onChange={(event) => view.setSource(event.target.value)}
        onKeyDown={press}
        className={`${inputClass} thin-scroll py-[7px] font-mono !text-code`}
      />
      <Mistakes notes={view.notes} onShow={show} isLoaded={file !== undefined} />
    </Dialog>
  );
}

function Stale({ view }: { readonly view: SourceView }) {
  return (
    <Notice
      tone="warning"
      actions={
        <LinkButton onClick={() => void view.load.run()} title={words.reloadNote}>
          {words.reload}
        </LinkButton>
      }
    >
      {words.changed}
    </Notice>
  );
}

function Mistakes({
  notes,
  onShow,
  isLoaded,
}: {
  readonly notes: readonly ReadingNote[];
  readonly onShow: (position: TextPosition) => void;
  readonly isLoaded: boolean;
}) {
  if (!isLoaded) return null;
  return (
    <div role="status" className="flex flex-col gap-1.5">
      {notes.length === 0 && <p className="text-small text-muted">{words.valid}</p>}
      {notes.map((note, index) => (
        <div key={index} className="flex items-start gap-2">
          {note.position !== undefined && (
            <LinkButton
              size="small"
              className="flex-none"
              onClick={() => {
                if (note.position) onShow(note.position);
              }}
            >
              {serverSetupTexts.add.position(note.position.line, note.position.column)}
            </LinkButton>
          )}
          <NoteLine note={{ severity: note.severity, sentence: note.sentence }} />
        </div>
      ))}
      <p className="text-small text-subtle">{words.masked}</p>
    </div>
  );
}
