import { useEffect, useState } from 'react';
import type { RerunPlace } from '../../../../shared/ipc/routes/turns.ts';
import { turnTexts as words } from '../../../../shared/texts/en/turns.ts';
import { useKeyMatch, useShortcut } from '../../../lib/actions/action-context.tsx';
import type { ReadableError } from '../../../lib/error-sentence.ts';
import { isComposing } from '../../../lib/is-composing.ts';
import { useIpc } from '../../../lib/ipc-context.tsx';
import { useAction } from '../../../lib/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';

export interface RerunDialogProps {
  readonly sessionId: string;
  readonly messageUuid: string;
  /** Its words, to be changed; undefined: it is asked as it is. */
  readonly before: string | undefined;
  readonly isBusy: boolean;
  readonly onClose: () => void;
  /** Told of the session in which it runs now. */
  readonly onRun: (sessionId: string) => Promise<void> | void;
}

/** Asks a message again, here or as a fork, and says before how many messages go. */
export function RerunDialog(props: RerunDialogProps) {
  const { sessionId, messageUuid, before, isBusy, onClose, onRun } = props;
  const ipc = useIpc();
  const matches = useKeyMatch();
  const keys = useShortcut('answer.submit');
  const [value, setValue] = useState(before ?? '');
  const [place, setPlace] = useState<RerunPlace>(isBusy ? 'fork' : 'here');
  const { count, error: uncounted } = useCountBehind(sessionId, messageUuid);
  const trimmed = value.trim();
  const run = useAction(async () => {
    const session = await ipc.call('turns.rerun', {
      sessionId,
      messageUuid,
      place,
      ...(before === undefined || trimmed === before ? {} : { text: trimmed }),
    });
    onClose();
    await onRun(session.id);
  });
  const canRun =
    (before === undefined || trimmed !== '') && (place === 'fork' || count !== undefined);
  return (
    <Dialog
      open
      keepOnPressOutside={before !== undefined}
      onOpenChange={onClose}
      title={before === undefined ? words.againTitle : words.editTitle}
      foot={
        <>
          <span className="flex-1" />
          <Button autoFocus={before === undefined} onClick={onClose}>
            {words.cancel}
          </Button>
          <Button
            tone="primary"
            {...(keys && { keys })}
            busy={run.busy}
            disabled={!canRun}
            onClick={() => void run.run()}
          >
            {words.run}
          </Button>
        </>
      }
    >
      {before !== undefined && (
        <textarea
          autoFocus
          dir="auto"
          aria-label={words.editField}
          rows={Math.min(Math.max(value.split('\n').length, 3), 12)}
          value={value}
          onChange={(event) => setValue(event.target.value)}
          onKeyDown={(event) => {
            if (!matches(event, 'answer.submit')) return;
            if (isComposing(event.nativeEvent) || event.repeat || !canRun) return;
            event.preventDefault();
            void run.run();
          }}
          className="thin-scroll w-full resize-none rounded-control border border-line-control bg-field px-3 py-2 text-read outline-none focus:outline-2 focus:-outline-offset-1 focus:outline-focus"
        />
      )}
      <SegmentedControl
        label={words.place}
        value={place}
        onValueChange={setPlace}
        className="self-start"
        options={[
          { value: 'here', label: words.here, disabled: isBusy },
          { value: 'fork', label: words.asFork },
        ]}
      />
      <p role="status" className="text-muted">
        {place === 'fork'
          ? words.forkNote
          : count === undefined
            ? uncounted === undefined
              ? words.counting
              : ''
            : words.hereNote(count)}{' '}
        {words.filesStay}
      </p>
      {place === 'here' && uncounted !== undefined && (
        <ErrorBox role="alert" sentence={uncounted.sentence} details={uncounted.details} />
      )}
      {run.error !== undefined && (
        <ErrorBox
          role="alert"
          sentence={`${words.rerunFailed} ${run.error.sentence}`}
          details={run.error.details}
        />
      )}
    </Dialog>
  );
}

/** Undefined until it is known. */
function useCountBehind(
  sessionId: string,
  messageUuid: string,
): { readonly count: number | undefined; readonly error: ReadableError | undefined } {
  const ipc = useIpc();
  const [count, setCount] = useState<number | undefined>(undefined);
  const read = useAction(async () => {
    setCount((await ipc.call('turns.countBehind', { sessionId, messageUuid })).count);
  });
  const { run, error } = read;
  useEffect(() => void run(), [run]);
  return { count, error };
}
