import { useEffect, useState } from 'react';
import { instructions as instructionTexts } from '../../../shared/texts/en/instructions.ts';
import { useIpc } from '../../lib/ipc-context.tsx';
import { useAction } from '../../lib/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { TextArea } from '../../ui/field.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';

const words = instructionTexts;
/** As main takes them, in characters. */
const MOST = 20_000;
const number = new Intl.NumberFormat('en');

export interface InstructionsDialogProps {
  readonly sessionId: string;
  readonly onClose: () => void;
}

/** What the model is told in one session besides the conversation. */
export function InstructionsDialog({ sessionId, onClose }: InstructionsDialogProps) {
  const ipc = useIpc();
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const load = useAction(async () => {
    setTyped((await ipc.call('instructions.ofSession', { sessionId })).text);
  });
  const { run } = load;
  useEffect(() => void run(), [run]);
  const save = useAction(async () => {
    await ipc.call('instructions.setOfSession', { sessionId, text: typed ?? '' });
    onClose();
  });
  const isTooLong = (typed?.length ?? 0) > MOST;
  return (
    <Dialog
      open
      keepOnPressOutside
      width="wide"
      onOpenChange={(open) => {
        if (!open && !save.busy) onClose();
      }}
      title={words.session.title}
      description={words.session.description}
      foot={
        <>
          <span className="min-w-0 flex-1 text-small text-subtle">
            {typed !== undefined && words.counted(number.format(typed.length), number.format(MOST))}
          </span>
          <Button disabled={save.busy} onClick={onClose}>
            {words.session.cancel}
          </Button>
          <Button
            tone="primary"
            busy={save.busy}
            disabled={typed === undefined || isTooLong}
            onClick={() => void save.run()}
          >
            {words.session.save}
          </Button>
        </>
      }
    >
      {load.error !== undefined && (
        <ErrorBox
          role="alert"
          sentence={words.session.loadFailed(load.error.sentence)}
          details={load.error.details}
        />
      )}
      {save.error !== undefined && (
        <ErrorBox
          role="alert"
          sentence={words.session.failed(save.error.sentence)}
          details={save.error.details}
        />
      )}
      {load.busy && (
        <Loading label={words.session.loading}>
          <Skeleton className="h-28 w-full" />
        </Loading>
      )}
      {typed !== undefined && (
        <TextArea
          label={words.session.label}
          rows={9}
          autoFocus
          spellCheck
          disabled={save.busy}
          placeholder={words.session.placeholder}
          value={typed}
          onValueChange={setTyped}
          error={isTooLong ? words.tooLong(number.format(MOST)) : undefined}
        />
      )}
    </Dialog>
  );
}
