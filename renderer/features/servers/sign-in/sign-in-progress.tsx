import { ExternalLink } from 'lucide-react';
import type { ServerSignIn } from '../../../../shared/mcp/sign-in.ts';
import { text } from '../../../../shared/texts/catalogue.ts';
import { formatElapsed } from '../../../lib/format.ts';
import { useIpc } from '../../../lib/ipc-context.tsx';
import { useAction } from '../../../lib/use-action.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { ExactText } from '../../../ui/exact-text.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';

const words = text.signIn;

export interface SignInProgressProps {
  readonly state: ServerSignIn;
  /** Starts it anew with the address of this computer. */
  readonly onUseLoopback: () => void;
}

/** A sign-in that is under way: where it stands, its page, how long it waits, and the ways out. */
export function SignInProgress({ state, onUseLoopback }: SignInProgressProps) {
  const ipc = useIpc();
  const { serverId, progress } = state;
  const cancel = useAction(() => ipc.call('signIns.cancel', { serverId }));
  const openAgain = useAction(() => ipc.call('signIns.openAgain', { serverId }));
  const now = useNow(1_000, progress?.step === 'waiting');
  if (progress === undefined) return null;
  const failed = cancel.error ?? openAgain.error;
  return (
    <div
      role="group"
      aria-label={words.title}
      className="flex flex-col gap-2.5 rounded-card border border-line bg-raised px-3.5 py-3"
    >
      <div className="flex items-center gap-2">
        <StatusMark status="running" label="" />
        <div className="min-w-0 flex-1" role="status">
          <span className="font-medium">
            {progress.step === 'waiting' ? words.waiting : words[progress.step]}
          </span>
          {progress.step === 'waiting' && (
            <span className="block text-small text-subtle">{words.waitingNote}</span>
          )}
        </div>
        {progress.step === 'waiting' && (
          <span className="text-small text-subtle">
            {words.timeLeft(formatElapsed(Math.max(0, progress.until - now)))}
          </span>
        )}
        <Button busy={cancel.busy} onClick={() => void cancel.run()}>
          {words.cancel}
        </Button>
      </div>
      {progress.step === 'waiting' && (
        <>
          {!progress.isShown && <Notice tone="warning">{words.notShown}</Notice>}
          <div
            role="region"
            aria-label={words.address}
            tabIndex={0}
            className="thin-scroll max-h-32 overflow-y-auto rounded-control border border-line bg-inset px-2.5 py-2 font-mono text-code"
          >
            <ExactText value={progress.authUrl} />
          </div>
          <div className="flex flex-wrap items-center gap-2">
            <CopyButton value={progress.authUrl} label={words.copyAddress} look="text" />
            <Button
              size="small"
              tone="quiet"
              icon={<Icon of={ExternalLink} size={14} />}
              busy={openAgain.busy}
              onClick={() => void openAgain.run()}
            >
              {words.openAgain}
            </Button>
            {progress.redirect === 'protocol' && (
              <>
                <span className="flex-1" />
                <span className="text-small text-subtle">{words.useLoopbackNote}</span>
                <LinkButton size="small" onClick={onUseLoopback}>
                  {words.useLoopback}
                </LinkButton>
              </>
            )}
          </div>
        </>
      )}
      {failed !== undefined && (
        <ErrorBox role="alert" sentence={failed.sentence} details={failed.details} />
      )}
    </div>
  );
}
