import { ChevronLeft, ChevronRight, ExternalLink, FolderOpen, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { ChangedFile, RewindPlan } from '../../../../shared/ipc/routes/changes.ts';
import { changeTexts as words } from '../../../../shared/texts/en/changes.ts';
import { useIpc } from '../../../lib/ipc-context.tsx';
import { useAction } from '../../../lib/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { ExactText } from '../../../ui/exact-text.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { FileDiff } from './file-diff.tsx';
import { namesOf } from './use-changes.ts';

export interface ReviewDialogProps {
  readonly sessionId: string;
  readonly folder: string | null;
  readonly files: readonly ChangedFile[];
  readonly file: ChangedFile;
  readonly version: number;
  /** A turn runs. */
  readonly isBusy: boolean;
  readonly onShow: (path: string) => void;
  readonly onClose: () => void;
  /** A file is as it was before the session. */
  readonly onReverted: (name: string, plan: RewindPlan) => void;
}

/** What changed in one file after the other, and what can be done with it. */
export function ReviewDialog(props: ReviewDialogProps) {
  const { sessionId, folder, files, file, version, isBusy, onShow, onClose } = props;
  const { name, inside } = namesOf(file.path, folder);
  const at = files.findIndex(({ path }) => path === file.path);
  const step = (by: number) => {
    const next = files[(at + by + files.length) % files.length];
    if (next !== undefined) onShow(next.path);
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="import"
      title={<ExactText value={name} />}
      {...(inside === '' ? {} : { description: <ExactText value={inside} /> })}
      aside={
        <span className="flex items-center gap-1">
          {words.position(at + 1, files.length)}
          {files.length > 1 && (
            <>
              <IconButton
                icon={ChevronLeft}
                size="small"
                label={words.previous}
                onClick={() => step(-1)}
              />
              <IconButton
                icon={ChevronRight}
                size="small"
                label={words.next}
                onClick={() => step(1)}
              />
            </>
          )}
        </span>
      }
      foot={<FileActions key={file.path} {...props} name={name} />}
    >
      {file.isForeign && <Notice tone="warning">{words.foreignNote}</Notice>}
      {isBusy && <Notice>{words.busy}</Notice>}
      <FileDiff key={file.path} sessionId={sessionId} path={file.path} version={version} />
    </Dialog>
  );
}

function FileActions({
  sessionId,
  file,
  name,
  isBusy,
  onClose,
  onReverted,
}: ReviewDialogProps & { readonly name: string }) {
  const ipc = useIpc();
  const { path, kind, isForeign } = file;
  const [note, setNote] = useState<string>();
  const open = useAction(async () => {
    const { opened } = await ipc.call('changes.open', { sessionId, path });
    setNote(opened === 'folder' ? words.shownInFolder(name) : undefined);
  });
  const reveal = useAction(() => ipc.call('changes.reveal', { sessionId, path }));
  const revert = useAction(async () => {
    const plan = await ipc.call('changes.revert', { sessionId, path });
    const refused = plan.refused.find((one) => one.path === path);
    if (refused === undefined) onReverted(name, plan);
    else setNote(`${words.revertFailed(name)} ${refused.reason}`);
  });
  const failure = open.error ?? reveal.error;
  return (
    <div className="flex w-full flex-col gap-2">
      {failure !== undefined && (
        <ErrorBox
          role="alert"
          sentence={`${words.openFailed} ${failure.sentence}`}
          details={failure.details}
        />
      )}
      {revert.error !== undefined && (
        <ErrorBox
          role="alert"
          sentence={`${words.revertFailed(name)} ${revert.error.sentence}`}
          details={revert.error.details}
        />
      )}
      {note !== undefined && (
        <p role="status" className="text-muted">
          {note}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        {kind !== 'deleted' && (
          <>
            <Button
              icon={<Icon of={ExternalLink} size={14} />}
              busy={open.busy}
              onClick={() => void open.run()}
            >
              {words.open}
            </Button>
            <Button icon={<Icon of={FolderOpen} size={14} />} onClick={() => void reveal.run()}>
              {words.reveal}
            </Button>
          </>
        )}
        <span className="flex-1" />
        <Button
          icon={<Icon of={Undo2} size={14} />}
          busy={revert.busy}
          disabled={isBusy || isForeign}
          onClick={() => void revert.run()}
        >
          {kind === 'created' ? words.revertCreated : words.revert}
        </Button>
        <Button autoFocus onClick={onClose}>
          {words.close}
        </Button>
      </div>
    </div>
  );
}
