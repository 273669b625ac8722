import { Diff } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ToolReview } from '../../../shared/ipc/routes/permissions.ts';
import type { ServerState } from '../../../shared/mcp/server-state.ts';
import { permissions as permissionTexts } from '../../../shared/texts/en/permissions.ts';
import { readableError, type ReadableError } from '../../lib/error-sentence.ts';
import { formatWhen } from '../../lib/format.ts';
import { useIpc } from '../../lib/ipc-context.tsx';
import { useAction } from '../../lib/use-action.ts';
import { useNow } from '../../lib/use-now.ts';
import { Button } from '../../ui/button.tsx';
import { DefinitionChange } from '../../ui/definition-change.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Icon } from '../../ui/icon.tsx';

const words = permissionTexts.review;

export interface ReviewToolDialogProps {
  readonly server: ServerState;
  /** Bare name. */
  readonly tool: string;
  readonly onClose: () => void;
}

/** What a tool was when it was approved and what it is now. Nothing is approved by closing. */
export function ReviewToolDialog({ server, tool, onClose }: ReviewToolDialogProps) {
  const ipc = useIpc();
  const serverId = server.id;
  const [review, setReview] = useState<ToolReview | undefined>(undefined);
  const [failure, setFailure] = useState<ReadableError | undefined>(undefined);
  const now = useNow();
  // A list that changes under the dialog is read again: what is approved is what is shown.
  const listed = server.tools.find((one) => one.name === tool);
  useEffect(() => {
    let isCurrent = true;
    ipc.call('permissions.review', { serverId, tool }).then(
      (value) => {
        if (isCurrent) setReview(value);
      },
      (error: unknown) => {
        if (isCurrent) setFailure(readableError(error));
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [ipc, serverId, tool, listed]);
  const approve = useAction((definitionHash: string) =>
    ipc.call('permissions.approve', { serverId, tool, definitionHash }),
  );
  const hash = review?.definitionHash;
  const error = approve.error ?? failure;
  return (
    <Dialog
      open
      width="wide"
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      origin={
        <span className="grid size-9 flex-none place-items-center rounded-control bg-info-soft text-info-text">
          <Icon of={Diff} />
        </span>
      }
      title={words.title(listed?.title ?? tool, server.name)}
      description={
        review === undefined ? words.loading : words.description(formatWhen(review.approvedAt, now))
      }
      foot={
        <>
          <span className="min-w-0 flex-1 text-small text-subtle">
            {review !== undefined &&
              (review.grants > 0 ? words.withGrants(review.grants) : words.withoutGrants)}
          </span>
          <Button autoFocus onClick={onClose}>
            {words.keepAsking}
          </Button>
          <Button
            tone="primary"
            busy={approve.busy}
            disabled={hash === undefined}
            onClick={() => {
              if (hash === undefined) return;
              void approve.run(hash).then((isDone) => {
                if (isDone) onClose();
              });
            }}
          >
            {words.approve}
          </Button>
        </>
      }
    >
      {error !== undefined && (
        <ErrorBox role="alert" sentence={error.sentence} details={error.details} />
      )}
      {review !== undefined &&
        (review.after === undefined ? (
          <p className="text-muted">{words.notListed}</p>
        ) : (
          <DefinitionChange before={review.before} after={review.after} />
        ))}
    </Dialog>
  );
}
