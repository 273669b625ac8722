import { Folder, FolderCheck, X } from 'lucide-react';
import type { FolderChoice } from '../../../../shared/ipc/routes/folders.ts';
import { folderTexts as words } from '../../../../shared/texts/en/folders.ts';
import { useIpc } from '../../../lib/ipc-context.tsx';
import { useAction } from '../../../lib/use-action.ts';
import { Icon } from '../../../ui/icon.tsx';

export interface FolderPickerProps {
  readonly folder: FolderChoice | undefined;
  readonly onChoose: (folder: FolderChoice | undefined) => void;
}

/** The folder that a new session works in. Main asks for it, and for its trust. */
export function FolderPicker({ folder, onChoose }: FolderPickerProps) {
  const ipc = useIpc();
  const choose = useAction(async () => {
    const chosen = await ipc.call('folders.choose');
    if (chosen !== null) onChoose(chosen);
  });
  const name = folder?.folder.split(/[\\/]/).findLast((part) => part !== '') ?? words.choose;
  return (
    <>
      <button
        type="button"
        title={folder?.folder ?? words.choose}
        className="inline-flex h-(--control) min-w-0 items-center gap-1.5 rounded-control px-2 text-small font-medium text-muted hover:bg-hover hover:text-text"
        onClick={() => void choose.run()}
      >
        <Icon of={folder?.trusted === true ? FolderCheck : Folder} size={14} />
        {folder && <span className="sr-only">{words.label}</span>}
        <span className="truncate">{name}</span>
        {folder?.trusted === false && <span className="text-subtle">{words.untrusted}</span>}
        {folder?.trusted === true && <span className="sr-only">{words.trusted}</span>}
      </button>
      {folder && (
        <button
          type="button"
          aria-label={words.clear}
          title={words.clear}
          className="inline-flex h-(--control) items-center rounded-control px-1 text-muted hover:bg-hover hover:text-text"
          onClick={() => onChoose(undefined)}
        >
          <Icon of={X} size={14} />
        </button>
      )}
      {choose.error && (
        <span role="alert" className="min-w-0 truncate text-small text-danger-text">
          {choose.error.sentence}
        </span>
      )}
    </>
  );
}
