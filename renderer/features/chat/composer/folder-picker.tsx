import { ChevronDown, Folder, FolderCheck, FolderPlus } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { FolderChoice } from '../../../../shared/ipc/routes/folders.ts';
import { composerTexts } from '../../../../shared/texts/en/composer.ts';
import { folderTexts as words } from '../../../../shared/texts/en/folders.ts';
import { useIpc } from '../../../lib/ipc-context.tsx';
import { useAction } from '../../../lib/use-action.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Menu, MenuChoices, MenuItem, MenuSeparator } from '../../../ui/menu.tsx';

export interface FolderPickerProps {
  readonly folder: FolderChoice | undefined;
  readonly onChoose: (folder: FolderChoice | undefined) => void;
}

/** The folder that a new session works in: one that is trusted already, or another that main asks for, with its trust. */
export function FolderPicker({ folder, onChoose }: FolderPickerProps) {
  const ipc = useIpc();
  const trusted = useTrustedFolders(folder);
  const choose = useAction(async (path?: string) => {
    const chosen =
      path === undefined
        ? await ipc.call('folders.choose')
        : await ipc.call('folders.useTrusted', { folder: path });
    if (chosen !== null) onChoose(chosen);
  });
  const name = folder === undefined ? composerTexts.noFolderChosen : folderName(folder.folder);
  const known =
    folder === undefined || trusted.includes(folder.folder) ? trusted : [folder.folder, ...trusted];
  return (
    <>
      <Menu
        side="top"
        label={words.label}
        trigger={
          <button
            type="button"
            title={folder?.folder ?? words.choose}
            className="inline-flex h-(--control) min-w-0 items-center gap-1.5 rounded-control px-2 text-small font-medium text-muted hover:bg-hover hover:text-text"
          >
            <Icon of={folder?.trusted === true ? FolderCheck : Folder} size={14} />
            <span className="sr-only">{words.label}</span>
            <span className="truncate">{name}</span>
            {folder?.trusted === false && <span className="text-subtle">{words.untrusted}</span>}
            {folder?.trusted === true && <span className="sr-only">{words.trusted}</span>}
            <Icon of={ChevronDown} size={14} />
          </button>
        }
      >
        <MenuChoices
          value={folder?.folder ?? ''}
          groups={[
            {
              label: words.label,
              options: [
                { value: '', label: composerTexts.noFolderChosen },
                ...known.map((path) => ({ value: path, label: folderName(path), note: path })),
              ],
            },
          ]}
          onValueChange={(path) => {
            if (path === '') onChoose(undefined);
            else if (path !== folder?.folder) void choose.run(path);
          }}
        />
        <MenuSeparator />
        <MenuItem icon={FolderPlus} label={words.choose} onSelect={() => void choose.run()} />
      </Menu>
      {choose.error && (
        <span role="alert" className="min-w-0 truncate text-small text-danger-text">
          {choose.error.sentence}
        </span>
      )}
    </>
  );
}

/** The last part of a path. */
export function folderName(path: string): string {
  return path.split(/[\\/]/).findLast((part) => part !== '') ?? path;
}

/** Those that the person trusts, read again when another one was chosen. */
function useTrustedFolders(chosen: FolderChoice | undefined): readonly string[] {
  const ipc = useIpc();
  const [folders, setFolders] = useState<readonly string[]>([]);
  useEffect(() => {
    ipc.call('folders.trusted').then(
      (list) => setFolders(list.folders),
      // They are a help; without them one is chosen in the system's dialog.
      () => undefined,
    );
  }, [ipc, chosen]);
  return folders;
}
