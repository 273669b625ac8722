import { Bookmark } from 'lucide-react';
import { useState } from 'react';
import type { JsonObject } from '../../../../shared/lib/json.ts';
import type { SavedCall } from '../../../../shared/mcp/bench.ts';
import { looksSecret } from '../../../../shared/mcp/secret-names.ts';
import { bench as benchTexts } from '../../../../shared/texts/en/bench.ts';
import { useIpc } from '../../../lib/ipc-context.tsx';
import { useAction } from '../../../lib/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Notice } from '../../../ui/notice.tsx';

const words = benchTexts.save;

export interface SaveCallDialogProps {
  readonly serverId: string;
  readonly tool: string;
  readonly suggested: string;
  readonly args: JsonObject;
  readonly onClose: () => void;
  readonly onSaved: (call: SavedCall) => void;
}

/** Gives a call a name and keeps it. */
export function SaveCallDialog(props: SaveCallDialogProps) {
  const { serverId, tool, suggested, args, onClose, onSaved } = props;
  const ipc = useIpc();
  const [name, setName] = useState(suggested);
  const [leavesOut, setLeavesOut] = useState(true);
  const secrets = Object.keys(args).filter((key) => looksSecret(key));
  const kept = leavesOut
    ? Object.fromEntries(Object.entries(args).filter(([key]) => !secrets.includes(key)))
    : args;
  const save = useAction(async () => {
    onSaved(await ipc.call('bench.saveCall', { name, serverId, tool, arguments: kept }));
  });
  const submit = () => {
    if (name.trim() !== '') void save.run();
  };
  return (
    <Dialog
      open
      keepOnPressOutside
      onOpenChange={onClose}
      title={words.title}
      description={words.description}
      origin={<Icon of={Bookmark} size={20} className="text-muted" />}
      foot={
        <>
          <span className="flex-1" />
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button tone="primary" busy={save.busy} disabled={name.trim() === ''} onClick={submit}>
            {words.save}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextField
          autoFocus
          label={words.name}
          maxLength={200}
          value={name}
          onValueChange={setName}
        />
      </form>
      {secrets.length > 0 && (
        <Notice tone="warning">
          <p>{words.secrets(secrets.join(', '))}</p>
          <label className="mt-1.5 flex items-center gap-2">
            <Checkbox label={words.leaveOut} checked={leavesOut} onCheckedChange={setLeavesOut} />
            <span aria-hidden="true">{words.leaveOut}</span>
          </label>
        </Notice>
      )}
      {save.error !== undefined && (
        <ErrorBox role="alert" sentence={save.error.sentence} details={save.error.details} />
      )}
    </Dialog>
  );
}
