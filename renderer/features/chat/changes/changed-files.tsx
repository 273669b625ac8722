import { FileCode, FileMinus, FilePlus, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { ChangedFile } from '../../../../shared/ipc/routes/changes.ts';
import { changeTexts as words } from '../../../../shared/texts/en/changes.ts';
import { Button } from '../../../ui/button.tsx';
import { ExactText } from '../../../ui/exact-text.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { namesOf } from './use-changes.ts';
import { useComparison } from './use-comparison.ts';

const icons = { created: FilePlus, changed: FileCode, deleted: FileMinus };
/** Files that are drawn at first, and by each press for more: each is read and compared. */
const STEP = 50;

export interface ChangedFilesProps {
  readonly sessionId: string;
  readonly folder: string | null;
  readonly files: readonly ChangedFile[];
  readonly version: number;
  readonly onOpen: (path: string) => void;
}

/** Changed files with how much of them changed. */
export function ChangedFiles({ files, onOpen, ...place }: ChangedFilesProps) {
  const [most, setMost] = useState(STEP);
  return (
    <>
      <ul>
        {files.slice(0, most).map((file) => (
          <li key={file.path}>
            <FileRow file={file} {...place} onOpen={() => onOpen(file.path)} />
          </li>
        ))}
      </ul>
      {files.length > most && (
        <Button size="small" tone="quiet" onClick={() => setMost(most + STEP)}>
          {words.more(Math.min(STEP, files.length - most))}
        </Button>
      )}
    </>
  );
}

interface FileRowProps extends Pick<ChangedFilesProps, 'sessionId' | 'folder' | 'version'> {
  readonly file: ChangedFile;
  readonly onOpen: () => void;
}

function FileRow({ file, sessionId, folder, version, onOpen }: FileRowProps) {
  const { path, kind, isForeign } = file;
  const { name, inside } = namesOf(path, folder);
  return (
    <button
      type="button"
      title={path}
      onClick={onOpen}
      className="-mx-1.5 flex min-h-7 w-[calc(100%+12px)] min-w-0 items-center gap-2 rounded-control px-1.5 text-left hover:bg-hover"
    >
      <span role="img" aria-label={words.kinds[kind]} className="flex-none text-subtle">
        <Icon of={icons[kind]} size={14} />
      </span>
      <span className="min-w-0 flex-1 truncate">
        <ExactText value={name} className="!whitespace-pre" />
        {inside !== '' && <span className="ml-1.5 text-small text-subtle">{inside}</span>}
      </span>
      {isForeign && (
        <span role="img" aria-label={words.foreign} className="flex-none text-warning-text">
          <Icon of={TriangleAlert} size={12} />
        </span>
      )}
      <Counts sessionId={sessionId} path={path} version={version} />
    </button>
  );
}

function Counts(question: Parameters<typeof useComparison>[0]) {
  const compared = useComparison(question);
  if (compared?.kind !== 'lines') return null;
  const { added, removed } = compared;
  return (
    <>
      <span className="sr-only">{words.counts(added, removed)}</span>
      <span aria-hidden="true" className="flex flex-none gap-1.5 text-small">
        <span className="text-success-text">+{added}</span>
        <span className="text-danger-text">−{removed}</span>
      </span>
    </>
  );
}
