import { text } from '../../../shared/texts/catalogue.ts';
import type { ServerState } from '../../../shared/mcp/server-state.ts';
import { useIpc } from '../../lib/ipc-context.tsx';
import { useAction } from '../../lib/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';

const words = text.servers.remove;

export interface RemoveServerDialogProps {
  readonly server: ServerState;
  readonly onClose: () => void;
  readonly onRemoved: () => void;
}

/** Asks before a definition is deleted. The safe answer has the focus. */
export function RemoveServerDialog({ server, onClose, onRemoved }: RemoveServerDialogProps) {
  const ipc = useIpc();
  const remove = useAction(() => ipc.call('servers.remove', { serverId: server.id }));
  const confirm = async () => {
    if (!(await remove.run())) return;
    onClose();
    onRemoved();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !remove.busy) onClose();
      }}
      title={words.title(server.name)}
      description={words.body}
      foot={
        <>
          <span className="flex-1" />
          <Button autoFocus disabled={remove.busy} onClick={onClose}>
            {words.cancel}
          </Button>
          <Button tone="danger" busy={remove.busy} onClick={() => void confirm()}>
            {words.confirm}
          </Button>
        </>
      }
    >
      <p className="text-muted">{words.keep}</p>
      {remove.error !== undefined && (
        <ErrorBox role="alert" sentence={remove.error.sentence} details={remove.error.details} />
      )}
    </Dialog>
  );
}
