import type { ServerScope } from '../../../../shared/mcp/server-config.ts';
import type { ServerState } from '../../../../shared/mcp/server-state.ts';
import { text } from '../../../../shared/texts/catalogue.ts';
import { useAppData } from '../../../lib/app-data-context.tsx';
import { CardRow } from '../../../ui/card.tsx';
import { Select } from '../../../ui/select.tsx';
import { folderName } from '../setup/scope-choice.tsx';
import type { Configure } from './use-configure.ts';

const words = text.servers.settings;
/** A value that no path is. */
const ALL = ':all';
/** Folders that are offered. */
const MOST_FOLDERS = 12;

export interface ScopeRowProps {
  readonly server: ServerState;
  readonly configure: Configure;
}

/** Which sessions a server is offered to: all, or those of a folder that sessions work in. */
export function ScopeRow({ server, configure }: ScopeRowProps) {
  const { scope } = server.settings;
  const sessions = useAppData((data) => data.sessions);
  const known = [...sessions]
    .sort((left, right) => right.updatedAt - left.updatedAt)
    .flatMap(({ folder }) => (folder === null ? [] : [folder]));
  const own = scope.kind === 'folder' ? [scope.folder] : [];
  const folders = [...new Set([...own, ...known])].slice(0, MOST_FOLDERS);
  const note = scope.kind === 'user' ? words.scopeNote.user : words.scopeNote.folder(scope.folder);
  return (
    <CardRow title={words.scope} note={folders.length === 0 ? words.noFolders : note}>
      <Select
        label={words.scope}
        className="!w-44"
        disabled={configure.busy || folders.length === 0}
        value={scope.kind === 'user' ? ALL : scope.folder}
        onValueChange={(folder) => {
          const next: ServerScope = folder === ALL ? { kind: 'user' } : { kind: 'folder', folder };
          void configure.run({ scope: next });
        }}
        options={[
          { value: ALL, label: words.allSessions },
          ...folders.map((folder) => ({
            value: folder,
            label: words.folderOnly(folderName(folder)),
            note: folder,
          })),
        ]}
      />
    </CardRow>
  );
}
