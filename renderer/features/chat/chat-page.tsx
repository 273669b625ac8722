import { useCallback, useMemo, type ReactNode } from 'react';
import type { SessionSummary } from '../../../shared/ipc/routes/sessions.ts';
import { text } from '../../../shared/texts/catalogue.ts';
import { useAppData } from '../../lib/app-data-context.tsx';
import type { FoundMessage } from '../../lib/found-message.ts';
import { useIpc } from '../../lib/ipc-context.tsx';
import { useAction } from '../../lib/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { TopBar } from '../../ui/top-bar.tsx';
import { FolderNote } from './changes/branch.tsx';
import { SessionComposer } from './composer/session-composer.tsx';
import { DismissableError } from './dismissable-error.tsx';
import { FindButton } from './find/find-button.tsx';
import { OpenLink } from './markdown/open-link.ts';
import { LoadImage } from './markdown/remote-image.tsx';
import { PromptArea } from './prompt/prompt-area.tsx';
import { ChatProvider, useChat, useChatRegistry } from './store/chat-context.tsx';
import { useReread } from './store/use-reread.ts';
import { TurnEditing } from './turns/turn-editing.tsx';
import { OpenInBench, type BenchCall } from './tools/run-in-bench.tsx';
import { Transcript } from './transcript/transcript.tsx';
import { useTurnAnnouncements } from './transcript/use-turn-announcements.ts';

export interface ChatPageProps {
  readonly sessionId: string;
  readonly summary: SessionSummary | undefined;
  readonly title: string;
  /** A message that was found in the list of sessions. */
  readonly found?: FoundMessage | undefined;
  /** Buttons of the window in the top bar. */
  readonly actions: ReactNode;
  /** Goes to another session, such as a fork. */
  readonly onOpenSession: (sessionId: string) => void;
  readonly onNewSession: () => void;
  readonly onOpenServer: (serverId: string) => void;
  /** Opens the bench with a call of this session filled in. */
  readonly onOpenInBench?: (call: BenchCall) => void;
}

/** An open session. Give it a key of the session's id. */
export function ChatPage(props: ChatPageProps) {
  const { sessionId, summary, title, actions, found, onOpenSession } = props;
  const registry = useChatRegistry();
  const chat = useMemo(() => registry.open(sessionId), [registry, sessionId]);
  return (
    <ChatProvider chat={chat} sessionId={sessionId}>
      <TopBar
        title={title}
        actions={
          <>
            <FindButton />
            {actions}
          </>
        }
        {...(summary?.folder ? { note: <FolderNote session={summary} /> } : {})}
      />
      <TurnEditing
        sessionId={sessionId}
        folder={summary?.folder ?? null}
        readOnly={summary?.readOnly !== undefined}
        onOpenSession={onOpenSession}
      >
        <OpenInBench value={props.onOpenInBench}>
          <Conversation
            sessionId={sessionId}
            summary={summary}
            found={found}
            onNewSession={props.onNewSession}
            onOpenServer={props.onOpenServer}
          />
        </OpenInBench>
      </TurnEditing>
    </ChatProvider>
  );
}

const column = 'mx-auto w-full max-w-[calc(var(--reading)+48px)] flex-none px-6';

type ConversationProps = Pick<
  ChatPageProps,
  'sessionId' | 'summary' | 'found' | 'onNewSession' | 'onOpenServer'
>;

function Conversation(props: ConversationProps) {
  const { sessionId, summary, found, onNewSession, onOpenServer } = props;
  const ipc = useIpc();
  const phase = useChat((chat) => chat.phase);
  const allPrompts = useAppData((data) => data.prompts);
  const waitingIds = useMemo(
    () =>
      allPrompts
        .filter((prompt) => prompt.sessionId === sessionId)
        .map((prompt) => prompt.toolUseId),
    [allPrompts, sessionId],
  );
  const link = useAction((url: string) => ipc.call('app.openLink', { url }));
  const loadImage = useCallback(
    (url: string) => ipc.call('images.load', { sessionId, url }),
    [ipc, sessionId],
  );
  const { run: openLink } = link;
  const open = useCallback((url: string) => void openLink(url), [openLink]);
  useTurnAnnouncements();
  const shownAsHeld = useChat((chat) => chat.isHeld);
  useReread(sessionId, summary?.readOnly !== undefined, shownAsHeld);
  return (
    <OpenLink value={open}>
      {summary?.readOnly !== undefined && (
        <div className={`${column} pt-3`}>
          <ErrorBox
            tone="info"
            role="status"
            sentence={text.chat.readOnly(summary.readOnly.holder)}
          />
        </div>
      )}
      {phase === 'ready' && (
        <LoadImage value={loadImage}>
          <Transcript
            waitingIds={waitingIds}
            found={found}
            busy={summary?.state === 'running' || summary?.state === 'waiting'}
          />
        </LoadImage>
      )}
      {phase === 'loading' && <TranscriptSkeleton />}
      {phase === 'failed' && <OpenFailed sessionId={sessionId} />}
      <div className={`${column} pt-1 pb-3.5`}>
        {link.error !== undefined && (
          <DismissableError
            sentence={text.chat.linkFailed}
            details={link.error.details}
            onDismiss={link.clearError}
          />
        )}
        <PromptArea sessionId={sessionId} />
        <SessionComposer
          sessionId={sessionId}
          summary={summary}
          waiting={waitingIds.length > 0}
          onNewSession={onNewSession}
          onOpenServer={onOpenServer}
        />
      </div>
    </OpenLink>
  );
}

function OpenFailed({ sessionId }: { readonly sessionId: string }) {
  const registry = useChatRegistry();
  const error = useChat((chat) => chat.error);
  const again = useAction(() => registry.reload(sessionId));
  return (
    <div className={`${column} flex-1 pt-6`}>
      <ErrorBox
        role="alert"
        sentence={`${text.chat.openFailed} ${error?.sentence ?? ''}`}
        details={error?.details}
        actions={
          <Button size="small" busy={again.busy} onClick={() => void again.run()}>
            {text.chat.tryAgain}
          </Button>
        }
      />
    </div>
  );
}

function TranscriptSkeleton() {
  return (
    <div className={`${column} flex-1 pt-6`}>
      <Loading label={text.chat.loading}>
        <div className="flex flex-col gap-4">
          <span className="h-9 w-80 self-end rounded-bubble bg-quiet" />
          <div className="flex flex-col gap-2.5">
            <Skeleton className="w-full" />
            <Skeleton className="w-4/5" />
            <Skeleton className="w-3/5" />
          </div>
        </div>
      </Loading>
    </div>
  );
}
