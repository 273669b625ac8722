import { text } from '../../../../shared/texts/catalogue.ts';
import type { ServerState } from '../../../../shared/mcp/server-state.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { formFromServer } from './server-form.ts';
import { useServerForm, type ServerFormView } from './use-server-form.tsx';

const words = text.servers.form;

export interface ServerDialogProps {
  readonly server: ServerState;
  /** Keys of other servers. */
  readonly takenKeys: ReadonlySet<string>;
  readonly platform: string;
  readonly onClose: () => void;
  /** The person agreed in main's question, and the server is being started. */
  readonly onStarted: (serverId: string) => void;
}

/** Changes a server by form. */
export function ServerDialog({
  server,
  takenKeys,
  platform,
  onClose,
  onStarted,
}: ServerDialogProps) {
  const view = useServerForm({
    server,
    initial: formFromServer(server),
    takenKeys,
    platform,
    onStarted,
  });
  const close = () => {
    if (!view.busy) onClose();
  };
  return (
    <Dialog
      open
      keepOnPressOutside
      width="wide"
      onOpenChange={(open) => {
        if (!open) close();
      }}
      title={words.editTitle(server.name)}
      description={words.description}
      foot={
        <>
          <span className="min-w-0 flex-1 text-small text-subtle" role="status">
            {view.status}
          </span>
          <FormAnswers view={view} onCancel={close} />
        </>
      }
    >
      {view.body}
    </Dialog>
  );
}

/** Cancel and Review. */
export function FormAnswers({
  view,
  onCancel,
}: {
  readonly view: ServerFormView;
  readonly onCancel: () => void;
}) {
  return (
    <div className="flex flex-none items-center gap-2">
      <Button tone="quiet" disabled={view.busy} onClick={onCancel}>
        {words.cancel}
      </Button>
      <Button
        tone="primary"
        busy={view.busy}
        disabled={!view.ready}
        {...(view.ready ? { keys: ['Mod' as const, 'Enter' as const] } : {})}
        onClick={view.submit}
      >
        {view.reviewLabel}
      </Button>
    </div>
  );
}
