import { useState, type ReactNode } from 'react';
import type { ReadingEntry } from '../../../../shared/mcp/server-reading.ts';
import { serverSetup as serverSetupTexts } from '../../../../shared/texts/en/server-setup.ts';
import { firstRunTexts } from '../../../../shared/texts/en/first-run.ts';
import type { ReadableError } from '../../../lib/error-sentence.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { ExactText } from '../../../ui/exact-text.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { isAddable } from '../add/entry-card.tsx';
import { definitionLine } from '../setup/entry-lines.tsx';
import { sourceTitle } from './source-title.ts';
import { useImport, type ImportView } from './use-import.ts';

const words = firstRunTexts.servers;

/** Rows before the rest is asked for. */
const FIRST_ROWS = 4;

/** What the frame around the list needs of it. */
export interface FoundServersView {
  readonly body: ReactNode;
  /** Servers that can be brought along. */
  readonly found: number;
  readonly chosen: number;
  readonly isReading: boolean;
  readonly busy: boolean;
  readonly error: ReadableError | undefined;
  readonly submit: () => void;
}

export interface FoundServersProps {
  readonly onImported: () => void;
  readonly children: (view: FoundServersView) => ReactNode;
}

/** Servers of other apps on this computer, to be brought along turned off. Nothing of them is started. */
export function FoundServers({ onImported, children }: FoundServersProps) {
  const view = useImport({ kind: 'user' }, onImported);
  const found = view.sources.flatMap((source) =>
    (source.reading?.entries ?? [])
      .filter(isAddable)
      .map((entry) => ({ entry, from: sourceTitle(source) })),
  );
  const unreadable = view.sources.reduce(
    (sum, { reading, troubles }) =>
      sum +
      troubles.length +
      (reading?.entries ?? []).filter(({ definition }) => definition === undefined).length,
    0,
  );
  const isReading = view.load.busy;
  return children({
    body: isReading ? (
      <Loading label={words.looking}>
        <div className="flex flex-col gap-4 p-3">
          <Skeleton className="w-60" />
          <Skeleton className="w-full" />
          <Skeleton className="w-80" />
        </div>
      </Loading>
    ) : (
      <Found view={view} found={found} unreadable={unreadable} />
    ),
    found: found.length,
    chosen: view.count,
    isReading,
    busy: view.submit.busy,
    error: view.submit.error,
    submit: () => void view.submit.run(),
  });
}

interface FoundEntry {
  readonly entry: ReadingEntry;
  readonly from: string;
}

function Found({
  view,
  found,
  unreadable,
}: {
  readonly view: ImportView;
  readonly found: readonly FoundEntry[];
  readonly unreadable: number;
}) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? found : found.slice(0, FIRST_ROWS);
  const { error } = view.load;
  if (error !== undefined) {
    return (
      <ErrorBox
        role="alert"
        sentence={`${serverSetupTexts.import.failed}. ${error.sentence}`}
        details={error.details}
        actions={
          <LinkButton size="small" onClick={() => void view.load.run()}>
            {words.again}
          </LinkButton>
        }
      />
    );
  }
  return (
    <>
      {view.outcome !== undefined && (
        <p role="status" className="mb-2 text-muted">
          {view.outcome}
        </p>
      )}
      {found.length > 0 && (
        <ul
          aria-label={words.list}
          className="thin-scroll max-h-[46vh] overflow-y-auto rounded-card border border-line bg-raised [&>li+li]:border-t [&>li+li]:border-line"
        >
          {shown.map(({ entry, from }) => (
            <li key={entry.entryId} className="flex items-start gap-3 px-3.5 py-2.5">
              <span className="pt-0.5">
                <Checkbox
                  label={serverSetupTexts.add.choose(entry.name)}
                  checked={view.isChosen(entry)}
                  onCheckedChange={(chosen) => view.setChosen([entry], chosen)}
                />
              </span>
              <div className="min-w-0 flex-1">
                <span className="font-medium">{entry.name}</span>{' '}
                <span className="text-small text-subtle">{from}</span>
                <ExactText
                  value={definitionLine(entry)}
                  className="block font-mono text-code [overflow-wrap:anywhere] text-muted"
                />
              </div>
            </li>
          ))}
          {shown.length < found.length && (
            <li className="flex items-center justify-between px-3.5 py-2.5">
              {words.more(found.length - shown.length)}
              <LinkButton onClick={() => setWhole(true)}>{words.showAll}</LinkButton>
            </li>
          )}
        </ul>
      )}
      {unreadable > 0 && (
        <p className="mt-2 text-small text-muted">{words.unreadable(unreadable)}</p>
      )}
    </>
  );
}
