import { ChevronDown, ChevronRight, FileMinus, History, Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { RewindPlan } from '../../../../shared/ipc/routes/changes.ts';
import { changeTexts as words } from '../../../../shared/texts/en/changes.ts';
import { useIpc } from '../../../lib/ipc-context.tsx';
import { useAction } from '../../../lib/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { ExactText } from '../../../ui/exact-text.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { FileDiff } from '../changes/file-diff.tsx';
import { namesOf } from '../changes/use-changes.ts';

export interface RewindDialogProps {
  readonly sessionId: string;
  readonly messageUuid: string;
  readonly folder: string | null;
  readonly isBusy: boolean;
  readonly onClose: () => void;
}

/** Shows which files go back to before a message, does it, and says what was done. */
export function RewindDialog({ onClose, isBusy, ...place }: RewindDialogProps) {
  const { sessionId, messageUuid } = place;
  const ipc = useIpc();
  const [plan, setPlan] = useState<RewindPlan>();
  const [done, setDone] = useState<{ plan: RewindPlan; isUndone: boolean }>();
  const look = useAction(async () => {
    setPlan(await ipc.call('changes.preview', { sessionId, messageUuid }));
  });
  const { run: runLook } = look;
  useEffect(() => void runLook(), [runLook]);
  const act = useAction(async () => {
    const made = await ipc.call('changes.rewind', { sessionId, messageUuid });
    setDone({ plan: made, isUndone: false });
  });
  const undo = useAction(async (undoId: string) => {
    const made = await ipc.call('changes.undo', { sessionId, undoId });
    setDone({ plan: made, isUndone: true });
  });
  const undoId = done?.isUndone === false ? done.plan.undoId : undefined;
  const failure = act.error ?? undo.error;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="wide"
      title={words.rewindTitle}
      description={words.rewindNote}
      foot={
        <>
          {undoId !== undefined && (
            <Button
              icon={<Icon of={Undo2} size={14} />}
              busy={undo.busy}
              onClick={() => void undo.run(undoId)}
            >
              {words.undo}
            </Button>
          )}
          <span className="flex-1" />
          <Button autoFocus onClick={onClose}>
            {done === undefined ? words.cancel : words.close}
          </Button>
          {done === undefined && (
            <Button
              tone="primary"
              busy={act.busy}
              disabled={isBusy || plan === undefined || plan.restored.length === 0}
              onClick={() => void act.run()}
            >
              {words.confirm}
            </Button>
          )}
        </>
      }
    >
      {isBusy && <p className="text-muted">{words.busy}</p>}
      {look.error !== undefined && (
        <ErrorBox
          role="alert"
          tone="info"
          sentence={look.error.sentence}
          details={look.error.details}
        />
      )}
      {failure !== undefined && (
        <ErrorBox
          role="alert"
          sentence={`${words.rewindFailed} ${failure.sentence}`}
          details={failure.details}
        />
      )}
      {done !== undefined ? (
        <Done {...done} folder={place.folder} />
      ) : plan !== undefined ? (
        <Preview plan={plan} {...place} />
      ) : (
        look.busy && (
          <Loading label={words.reading}>
            <Skeleton className="w-60" />
          </Loading>
        )
      )}
    </Dialog>
  );
}

type Place = Pick<RewindDialogProps, 'sessionId' | 'messageUuid' | 'folder'>;

function Preview({ plan, ...place }: Place & { readonly plan: RewindPlan }) {
  const { restored, refused, commands } = plan;
  return (
    <>
      {restored.length === 0 && refused.length === 0 && (
        <p className="text-muted">{words.nothing}</p>
      )}
      {restored.length > 0 && (
        <section>
          <h3 className="mb-1 font-medium">{words.goBack(restored.length)}</h3>
          <ul>
            {restored.map((file) => (
              <li key={file.path}>
                <GoingBack {...file} {...place} isOpen={restored.length === 1} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <Refused files={refused} folder={place.folder} />
      {commands.length > 0 && (
        <section>
          <h3 className="font-medium">{words.commands}</h3>
          <p className="mb-1.5 text-small text-muted">{words.commandsStay}</p>
          <ul className="thin-scroll max-h-40 overflow-y-auto rounded-control border border-line bg-inset px-2.5 py-1.5 font-mono text-code">
            {commands.map((command) => (
              <li key={command} className="[overflow-wrap:anywhere]">
                <ExactText value={command} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

interface GoingBackProps extends Place {
  readonly path: string;
  readonly action: 'restore' | 'delete';
  readonly isOpen: boolean;
}

function GoingBack({ path, action, isOpen, folder, sessionId, messageUuid }: GoingBackProps) {
  const [open, setOpen] = useState(isOpen);
  const { name, inside } = namesOf(path, folder);
  return (
    <details
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="border-b border-line last:border-0"
    >
      <summary className="flex list-none min-h-8 cursor-default items-center gap-2 rounded-control px-1 hover:bg-hover">
        <Icon
          of={action === 'delete' ? FileMinus : History}
          size={14}
          className={action === 'delete' ? 'text-danger-text' : 'text-muted'}
        />
        <span className="min-w-0 flex-1 truncate" title={path}>
          <ExactText value={name} className="!whitespace-pre" />
          {inside !== '' && <span className="ml-1.5 text-small text-subtle">{inside}</span>}
        </span>
        <span className="flex-none text-small text-subtle">{words.actions[action]}</span>
        <Icon of={open ? ChevronDown : ChevronRight} size={14} className="text-subtle" />
      </summary>
      {open && (
        <div className="pt-1 pb-2.5">
          <FileDiff sessionId={sessionId} path={path} since={messageUuid} isBackwards />
        </div>
      )}
    </details>
  );
}

function Refused({
  files,
  folder,
}: {
  readonly files: RewindPlan['refused'];
  readonly folder: string | null;
}) {
  if (files.length === 0) return null;
  return (
    <section>
      <h3 className="mb-1 font-medium">{words.stay(files.length)}</h3>
      <ul className="flex flex-col gap-1">
        {files.map(({ path, reason }) => {
          const { name, inside } = namesOf(path, folder);
          return (
            <li key={path} className="[overflow-wrap:anywhere]">
              <ExactText value={name} />
              {inside !== '' && <span className="ml-1.5 text-small text-subtle">{inside}</span>}
              <span className="block text-small text-warning-text">{reason}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Done({
  plan,
  isUndone,
  folder,
}: {
  readonly plan: RewindPlan;
  readonly isUndone: boolean;
  readonly folder: string | null;
}) {
  const { restored, refused } = plan;
  return (
    <>
      <p role="status">{isUndone ? words.undone(restored.length) : words.done(restored.length)}</p>
      <Refused files={refused} folder={folder} />
    </>
  );
}
