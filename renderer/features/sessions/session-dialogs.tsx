import { useState } from 'react';
import type { ExportFormat } from '../../../shared/ipc/routes/session-list.ts';
import type { SessionSummary } from '../../../shared/ipc/routes/sessions.ts';
import { text } from '../../../shared/texts/catalogue.ts';
import { useIpc } from '../../lib/ipc-context.tsx';
import { useAction } from '../../lib/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { sessionTitle } from './session-title.ts';

export interface SessionDialogProps {
  readonly session: SessionSummary;
  readonly onClose: () => void;
}

export interface DeleteDialogProps extends SessionDialogProps {
  readonly onDeleted: (session: SessionSummary) => void;
}

/** Asks before a session goes to the trash. */
export function DeleteDialog({ session, onClose, onDeleted }: DeleteDialogProps) {
  const ipc = useIpc();
  const remove = useAction(() => ipc.call('sessionList.delete', { sessionIds: [session.id] }));
  const isRunning = session.state === 'running' || session.state === 'waiting';
  const confirm = async () => {
    if (!(await remove.run())) return;
    onDeleted(session);
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={text.sessions.deleteTitle(sessionTitle(session))}
      foot={
        <>
          <span className="flex-1" />
          <Button autoFocus onClick={onClose}>
            {text.sessions.cancel}
          </Button>
          <Button tone="danger" busy={remove.busy} onClick={() => void confirm()}>
            {text.sessions.deleteConfirm}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <p>{text.sessions.deleteBody}</p>
        {isRunning && <p className="font-medium">{text.sessions.deleteRunning}</p>}
        {remove.error !== undefined && (
          <ErrorBox role="alert" sentence={remove.error.sentence} details={remove.error.details} />
        )}
      </div>
    </Dialog>
  );
}

const formats: readonly ExportFormat[] = ['markdown', 'json', 'html'];

/** Chooses how a session is exported; where to is main's question. */
export function ExportDialog({ session, onClose }: SessionDialogProps) {
  const ipc = useIpc();
  const [format, setFormat] = useState<ExportFormat>('markdown');
  const [redact, setRedact] = useState(true);
  const save = useAction(async () => {
    const { saved } = await ipc.call('sessionList.export', {
      sessionId: session.id,
      format,
      redact,
    });
    if (saved) onClose();
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={text.sessions.exportTitle(sessionTitle(session))}
      foot={
        <>
          <span className="flex-1" />
          <Button onClick={onClose}>{text.sessions.cancel}</Button>
          <Button tone="primary" autoFocus busy={save.busy} onClick={() => void save.run()}>
            {text.sessions.exportConfirm}
          </Button>
        </>
      }
    >
      <div className="flex flex-col items-start gap-3">
        <SegmentedControl
          label={text.sessions.format}
          value={format}
          onValueChange={setFormat}
          options={formats.map((value) => ({ value, label: text.sessions.formats[value] }))}
        />
        <p className="text-small text-muted">{text.sessions.formatHelp[format]}</p>
        <Checkbox checked={redact} onCheckedChange={setRedact} label={text.sessions.redact} />
        {save.error !== undefined && (
          <ErrorBox role="alert" sentence={save.error.sentence} details={save.error.details} />
        )}
      </div>
    </Dialog>
  );
}
