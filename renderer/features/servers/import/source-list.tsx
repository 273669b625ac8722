import clsx from 'clsx';
import { Folder } from 'lucide-react';
import type { ImportSource } from '../../../../shared/ipc/routes/server-setup.ts';
import { serverSetup as serverSetupTexts } from '../../../../shared/texts/en/server-setup.ts';
import { Icon } from '../../../ui/icon.tsx';
import { folderName } from '../setup/scope-choice.tsx';
import { sourceTitle } from './source-title.ts';
import type { ImportView } from './use-import.ts';

const words = serverSetupTexts.import;

function sourceNote(source: ImportSource): string {
  const names = source.files.map(folderName);
  const [first, second] = names;
  if (first === undefined) return source.troubles.length > 0 ? '' : words.notFound;
  if (source.app === 'folder') return words.inFolder(first);
  const projects = new Set(source.reading?.entries.flatMap(({ folder }) => folder ?? [])).size;
  if (source.app === 'claude-code' && projects > 0) return words.projects(projects);
  return second === undefined ? first : words.several(first, second);
}

/** The apps and folders at the left, and a file of one's own. */
export function SourceList({ view }: { readonly view: ImportView }) {
  return (
    <nav
      aria-label={words.sources}
      className="flex w-54 flex-none flex-col gap-1 overflow-y-auto border-r border-line bg-chrome p-2"
    >
      {view.sources.map((source, index) => (
        <button
          key={`${source.app} ${source.label} ${String(index)}`}
          type="button"
          aria-current={view.selected === index || undefined}
          onClick={() => view.select(index)}
          className={clsx(
            'flex min-h-10 items-center gap-2 rounded-control px-2 py-1 text-left hover:bg-hover',
            view.selected === index && 'bg-selected font-medium',
          )}
        >
          <span className="min-w-0 flex-1">
            <span className="line-clamp-2">{sourceTitle(source)}</span>
            <span className="block truncate text-small font-normal text-subtle">
              {sourceNote(source)}
            </span>
          </span>
          <span className="rounded-full bg-quiet px-1.5 text-micro text-muted">
            {source.reading?.entries.length ?? 0}
          </span>
        </button>
      ))}
      <span className="flex-1" />
      <button
        type="button"
        disabled={view.choose.busy}
        onClick={() => void view.choose.run()}
        className="flex min-h-8 items-center gap-2 rounded-control px-2 text-left text-muted hover:bg-hover hover:text-text"
      >
        <Icon of={Folder} size={14} />
        {words.chooseFile}
      </button>
    </nav>
  );
}
