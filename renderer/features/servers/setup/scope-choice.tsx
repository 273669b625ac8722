import type { ServerScope } from '../../../../shared/mcp/server-config.ts';
import { serverSetup as serverSetupTexts } from '../../../../shared/texts/en/server-setup.ts';
import { useAppData } from '../../../lib/app-data-context.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';

const words = serverSetupTexts.scope;

/** The folder of the session that was used last, which a server may be kept for. */
export function useScopeFolder(): string | undefined {
  return useAppData(
    (data) =>
      [...data.sessions]
        .sort((left, right) => right.updatedAt - left.updatedAt)
        .find(({ folder }) => folder !== null)?.folder ?? undefined,
  );
}

/** The last part of a path, as a person calls a folder. */
export function folderName(path: string): string {
  return path.split(/[\\/]/).findLast((part) => part !== '') ?? path;
}

export interface ScopeChoiceProps {
  readonly scope: ServerScope;
  readonly onScope: (scope: ServerScope) => void;
}

/** All sessions, or those of one folder. Nothing to choose while no session has a folder. */
export function ScopeChoice({ scope, onScope }: ScopeChoiceProps) {
  const folder = useScopeFolder();
  if (folder === undefined) return null;
  return (
    <span className="flex min-w-0 items-center gap-2 text-small text-muted">
      <span aria-hidden="true">{words.label}</span>
      <SegmentedControl<'user' | 'folder'>
        label={words.label}
        value={scope.kind}
        onValueChange={(kind) => onScope(kind === 'user' ? { kind } : { kind, folder })}
        options={[
          { value: 'user', label: words.user },
          { value: 'folder', label: words.folder(folderName(folder)) },
        ]}
      />
    </span>
  );
}
