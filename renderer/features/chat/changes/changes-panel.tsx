import { FileDiff as FileDiffIcon } from 'lucide-react';
import { useState } from 'react';
import { changeTexts as words } from '../../../../shared/texts/en/changes.ts';
import { useAppData } from '../../../lib/app-data-context.tsx';
import { useIpc } from '../../../lib/ipc-context.tsx';
import { useAction } from '../../../lib/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { ChangedFiles } from './changed-files.tsx';
import { ReviewDialog } from './review-dialog.tsx';
import type { SessionChanges } from './use-changes.ts';

export interface ChangesPanelProps {
  readonly sessionId: string;
  readonly changes: SessionChanges;
}

/** The files that the session changed (UI-64): what changed in each, opened, shown in its folder, reverted. */
export function ChangesPanel({ sessionId, changes }: ChangesPanelProps) {
  const { files, error, version, reload } = changes;
  const session = useAppData((data) => data.sessions.find(({ id }) => id === sessionId));
  const [shown, setShown] = useState<string>();
  const [reverted, setReverted] = useState<{ name: string; undoId: string | undefined }>();
  const folder = session?.folder ?? null;
  const file = files?.find(({ path }) => path === shown);
  return (
    <div className="flex min-h-0 flex-1 flex-col px-3.5 py-3">
      {error !== undefined && (
        <ErrorBox
          role="alert"
          sentence={`${words.listFailed} ${error.sentence}`}
          details={error.details}
          actions={
            <Button size="small" onClick={reload}>
              {words.tryAgain}
            </Button>
          }
        />
      )}
      {files === undefined && error === undefined && (
        <Loading>
          <Skeleton className="w-40" />
        </Loading>
      )}
      {files?.length === 0 && (
        <EmptyState icon={FileDiffIcon} title={words.none}>
          {folder === null ? words.noFolder : words.noneNote}
        </EmptyState>
      )}
      {files !== undefined && files.length > 0 && (
        <>
          <ChangedFiles
            sessionId={sessionId}
            folder={folder}
            files={files}
            version={version}
            onOpen={setShown}
          />
          <p className="mt-2 text-small text-subtle">{words.commandsNote}</p>
        </>
      )}
      {reverted !== undefined && (
        <Reverted
          key={reverted.undoId}
          sessionId={sessionId}
          {...reverted}
          onEnd={() => setReverted(undefined)}
        />
      )}
      {files !== undefined && file !== undefined && (
        <ReviewDialog
          sessionId={sessionId}
          folder={folder}
          files={files}
          file={file}
          version={version}
          isBusy={session?.state === 'running' || session?.state === 'waiting'}
          onShow={setShown}
          onClose={() => setShown(undefined)}
          onReverted={(name, { undoId }) => {
            setReverted({ name, undoId });
            setShown(undefined);
            reload();
          }}
        />
      )}
    </div>
  );
}

interface RevertedProps {
  readonly sessionId: string;
  readonly name: string;
  readonly undoId: string | undefined;
  readonly onEnd: () => void;
}

/** What was done, with the way back. */
function Reverted({ sessionId, name, undoId, onEnd }: RevertedProps) {
  const ipc = useIpc();
  const undo = useAction(async () => {
    if (undoId !== undefined) await ipc.call('changes.undo', { sessionId, undoId });
    onEnd();
  });
  return (
    <div className="mt-3">
      <div
        role="status"
        className="flex items-center gap-2 rounded-card bg-overlay py-1.5 pr-1.5 pl-3 shadow-popover"
      >
        <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{words.reverted(name)}</span>
        {undoId !== undefined && (
          <Button size="small" busy={undo.busy} onClick={() => void undo.run()}>
            {words.undo}
          </Button>
        )}
        <Button size="small" tone="quiet" onClick={onEnd}>
          {words.dismiss}
        </Button>
      </div>
      {undo.error !== undefined && (
        <ErrorBox role="alert" sentence={undo.error.sentence} details={undo.error.details} />
      )}
    </div>
  );
}
