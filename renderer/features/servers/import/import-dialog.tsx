import { FolderSearch, LockKeyhole } from 'lucide-react';
import { useState } from 'react';
import type { ImportSource } from '../../../../shared/ipc/routes/server-setup.ts';
import type { ServerScope } from '../../../../shared/mcp/server-config.ts';
import type { ReadingEntry } from '../../../../shared/mcp/server-reading.ts';
import { serverSetup as serverSetupTexts } from '../../../../shared/texts/en/server-setup.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { isAddable } from '../add/entry-card.tsx';
import { EntryHead, NoteLine } from '../setup/entry-lines.tsx';
import { folderName, ScopeChoice } from '../setup/scope-choice.tsx';
import { UpdateLines } from '../setup/update-lines.tsx';
import { SourceList } from './source-list.tsx';
import { sourceTitle } from './source-title.ts';
import { useImport, type ImportView } from './use-import.ts';

const words = serverSetupTexts.import;

export interface ImportDialogProps {
  readonly onClose: () => void;
  readonly onAdded: (serverId: string) => void;
}

/** What other apps have: what is new, what differs, what cannot be used. Everything that is imported stays off. */
export function ImportDialog({ onClose, onAdded }: ImportDialogProps) {
  const [scope, setScope] = useState<ServerScope>({ kind: 'user' });
  const view = useImport(scope, onAdded);
  const close = () => {
    if (!view.submit.busy) onClose();
  };
  const source = view.sources[view.selected];
  const failed = [view.load, view.choose, view.submit].find((action) => action.error !== undefined);
  return (
    <Dialog
      open
      keepOnPressOutside
      width="import"
      onOpenChange={(open) => {
        if (!open) close();
      }}
      title={words.title}
      description={words.description}
      closeLabel={serverSetupTexts.add.close}
      foot={
        <>
          <ScopeChoice scope={scope} onScope={setScope} />
          <span
            className="min-w-0 flex-[1_1_12rem] text-right text-small text-subtle empty:flex-1"
            role="status"
          >
            {view.submit.busy ? serverSetupTexts.add.waiting : ''}
          </span>
          <Button tone="quiet" disabled={view.submit.busy} onClick={close}>
            {serverSetupTexts.add.cancel}
          </Button>
          <Button
            tone="primary"
            busy={view.submit.busy}
            disabled={view.count === 0}
            onClick={() => void view.submit.run()}
          >
            {words.submit(view.count)}
          </Button>
        </>
      }
    >
      <div className="-mx-5 -mb-4 flex h-[420px] min-h-0 border-t border-line">
        <SourceList view={view} />
        <div className="thin-scroll min-w-0 flex-1 overflow-y-auto px-4 py-3">
          {failed?.error !== undefined && (
            <ErrorBox
              role="alert"
              className="mb-2"
              sentence={failed.error.sentence}
              details={failed.error.details}
              actions={<LinkButton onClick={() => void view.load.run()}>{words.again}</LinkButton>}
            />
          )}
          {view.outcome !== undefined && <Notice className="mb-2">{view.outcome}</Notice>}
          {view.load.busy ? (
            <p className="flex items-center gap-2 text-muted">
              <Spinner />
              {words.reading}
            </p>
          ) : source === undefined || view.isEmpty ? (
            <div className="grid h-full place-items-center">
              <EmptyState icon={FolderSearch} title={words.noneTitle}>
                {words.none}
              </EmptyState>
            </div>
          ) : (
            <Source source={source} view={view} />
          )}
        </div>
      </div>
    </Dialog>
  );
}

function Source({ source, view }: { readonly source: ImportSource; readonly view: ImportView }) {
  const entries = source.reading?.entries ?? [];
  const addable = entries.filter(isAddable);
  const chosen = addable.filter(view.isChosen);
  const secrets = chosen.reduce((sum, entry) => sum + entry.secrets, 0);
  return (
    <section aria-label={sourceTitle(source)}>
      <div className="mb-2 flex flex-wrap items-baseline gap-x-2">
        <span className="font-medium">{sourceTitle(source)}</span>
        <span className="text-small text-subtle">{words.read(entries.length, chosen.length)}</span>
        <span className="flex-1" />
        {addable.length > 0 && (
          <LinkButton size="small" onClick={() => view.setChosen(addable, chosen.length === 0)}>
            {chosen.length > 0 ? words.chooseNone : words.chooseAll}
          </LinkButton>
        )}
      </div>
      {source.troubles.map((trouble) => (
        <Notice key={trouble} tone="warning" className="mb-2">
          {trouble}
        </Notice>
      ))}
      {source.reading?.notes.map((note, index) => (
        <div key={index} className="mb-2">
          <NoteLine note={note} />
        </div>
      ))}
      {entries.length === 0 ? (
        source.troubles.length === 0 && <p className="text-muted">{words.notFound}</p>
      ) : (
        <>
          <ul className="rounded-card border border-line bg-raised [&>li+li]:border-t [&>li+li]:border-line">
            {entries.map((entry) => (
              <ImportRow key={entry.entryId} entry={entry} view={view} />
            ))}
          </ul>
          <p className="mt-2.5 flex items-start gap-1.5 text-small text-muted">
            <Icon of={LockKeyhole} size={12} className="mt-0.5" />
            {words.secrets(secrets)}
          </p>
        </>
      )}
    </section>
  );
}

function ImportRow({ entry, view }: { readonly entry: ReadingEntry; readonly view: ImportView }) {
  return (
    <li className="flex items-start gap-3.5 px-3 py-2">
      <span className="w-4 pt-0.5">
        {entry.definition !== undefined && (
          <Checkbox
            label={serverSetupTexts.add.choose(entry.name)}
            checked={view.isChosen(entry)}
            disabled={!isAddable(entry)}
            onCheckedChange={(chosen) => view.setChosen([entry], chosen)}
          />
        )}
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <EntryHead entry={entry} />
        {entry.comparison.kind === 'update' && <UpdateLines comparison={entry.comparison} />}
        {entry.definition !== undefined &&
          entry.notes.map((note, index) => <NoteLine key={index} note={note} />)}
      </div>
      <div className="max-w-[200px] flex-none text-right text-small">
        <Verdict entry={entry} />
        {entry.folder !== undefined && (
          <div className="text-subtle">{words.onlyIn(folderName(entry.folder))}</div>
        )}
      </div>
    </li>
  );
}

function Verdict({ entry }: { readonly entry: ReadingEntry }) {
  const { comparison, definition, notes } = entry;
  if (definition === undefined) {
    const why = notes.find((note) => note.severity === 'error');
    return (
      <>
        <div className="text-danger-text">{words.skipped}</div>
        {why !== undefined && (
          <div className="text-subtle">
            {why.position === undefined
              ? why.sentence
              : words.line(why.position.line, why.sentence)}
          </div>
        )}
      </>
    );
  }
  switch (comparison.kind) {
    case 'new':
      return <div className="text-success-text">{words.new}</div>;
    case 'same':
      return (
        <>
          <div className="text-muted">{words.same}</div>
          <div className="text-subtle">{words.nothing}</div>
        </>
      );
    case 'renamed':
      return (
        <>
          <div className="text-info-text">{serverSetupTexts.add.newName(comparison.name)}</div>
          <div className="text-subtle">{comparison.difference}</div>
        </>
      );
    case 'update':
      return <div className="text-info-text">{words.update}</div>;
  }
}
