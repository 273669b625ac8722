import { useCallback, useMemo, useState, type ReactNode } from 'react';
import type { ModelRef } from '../../../shared/agent/provider.ts';
import type {
  MessageAttachment,
  SessionMode,
  SessionSummary,
} from '../../../shared/ipc/routes/sessions.ts';
import { text } from '../../../shared/texts/catalogue.ts';
import { turnTexts } from '../../../shared/texts/en/turns.ts';
import { useActionRun } from '../../lib/actions/action-context.tsx';
import { useAppData } from '../../lib/app-data-context.tsx';
import { readableError } from '../../lib/error-sentence.ts';
import type { FoundMessage } from '../../lib/found-message.ts';
import { useIpc } from '../../lib/ipc-context.tsx';
import { useAction } from '../../lib/use-action.ts';
import { announce } from '../../ui/announcer.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { TopBar } from '../../ui/top-bar.tsx';
import { X } from 'lucide-react';
import { FolderNote } from './changes/branch.tsx';
import { Composer } from './composer/composer.tsx';
import { DraftOfApp, useAppDraft } from './composer/app-draft.tsx';
import { MessageQueue } from './composer/message-queue.tsx';
import { ModePicker } from './composer/mode-picker.tsx';
import { ModelPicker } from './composer/model-picker.tsx';
import { FindButton } from './find/find-button.tsx';
import { OpenLink } from './markdown/open-link.ts';
import { LoadImage } from './markdown/remote-image.tsx';
import { PromptArea } from './prompt/prompt-area.tsx';
import { ChatProvider, useChat, useChatRegistry, useChatStore } from './store/chat-context.tsx';
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
          <Conversation sessionId={sessionId} summary={summary} found={found} />
        </OpenInBench>
      </TurnEditing>
    </ChatProvider>
  );
}

const column = 'mx-auto w-full max-w-[calc(var(--reading)+48px)] flex-none px-6';

function Conversation({
  sessionId,
  summary,
  found,
}: Pick<ChatPageProps, 'sessionId' | 'summary' | 'found'>) {
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
        <SessionComposer sessionId={sessionId} summary={summary} waiting={waitingIds.length > 0} />
      </div>
    </OpenLink>
  );
}

interface SessionComposerProps extends Pick<ChatPageProps, 'sessionId' | 'summary'> {
  readonly waiting: boolean;
}

function SessionComposer({ sessionId, summary, waiting }: SessionComposerProps) {
  const ipc = useIpc();
  const registry = useChatRegistry();
  const running = useChat((chat) => chat.transcript.turn === 'running');
  const defaultModel = useAppData((data) => data.settings.defaultModel);
  const [sendError, setSendError] = useState<string | undefined>(undefined);
  const stop = useAction(() => ipc.call('sessions.interrupt', { sessionId }));
  const choose = useAction((model: ModelRef) =>
    ipc.call('sessions.setModel', { sessionId, model }),
  );
  const setMode = useAction((mode: SessionMode) => ipc.call('turns.setMode', { sessionId, mode }));
  const sentBefore = useSentBefore();
  const { run: runStop } = stop;
  useActionRun('turn.stop', running ? () => void runStop() : undefined);
  const send = async (message: string, attachments: readonly MessageAttachment[]) => {
    setSendError(undefined);
    appDraft.dismiss();
    try {
      await registry.send(sessionId, message, attachments);
      return true;
    } catch (error) {
      const { sentence, details } = readableError(error);
      setSendError(`${sentence}\n${details}`);
      announce(text.chat.sendFailed, 'assertive');
      return false;
    }
  };
  const appDraft = useAppDraft(sessionId);
  const readOnly = summary?.readOnly !== undefined;
  const failure = stop.error ?? choose.error ?? setMode.error;
  return (
    <section aria-label={text.chat.composerRegion} data-region="composer">
      {sendError !== undefined && (
        <DismissableError
          sentence={text.chat.sendFailed}
          details={sendError}
          onDismiss={() => setSendError(undefined)}
        />
      )}
      {failure !== undefined && (
        <DismissableError
          sentence={
            stop.error !== undefined
              ? text.chat.stopFailed
              : choose.error !== undefined
                ? text.chat.chooseModelFailed
                : turnTexts.modeFailed
          }
          details={`${failure.sentence}\n${failure.details}`}
          onDismiss={() => {
            stop.clearError();
            choose.clearError();
            setMode.clearError();
          }}
        />
      )}
      <MessageQueue />
      <DraftOfApp draft={appDraft} />
      <Composer
        key={sessionId}
        draftKey={sessionId}
        autoFocus
        insert={appDraft.insert}
        disabled={readOnly}
        placeholder={placeholder(readOnly, running, waiting)}
        onSend={send}
        onStop={running ? () => void runStop() : undefined}
        stopping={stop.busy}
        history={sentBefore}
        pickers={
          <>
            <ModelPicker
              model={summary?.model ?? defaultModel}
              onChoose={(model) => void choose.run(model)}
              disabled={readOnly || choose.busy}
            />
            <ModePicker
              mode={summary?.mode ?? 'default'}
              onChoose={(mode) => void setMode.run(mode)}
              disabled={readOnly || setMode.busy}
            />
          </>
        }
      />
    </section>
  );
}

/** What the person wrote in this session, newest first. */
function useSentBefore(): () => readonly string[] {
  const { state } = useChatStore();
  return useCallback(() => {
    const { order, items } = state.getState().transcript;
    const sent = order.flatMap((id) => {
      const item = items[id];
      return item?.kind === 'user' && item.text !== '' ? [item.text] : [];
    });
    return sent.toReversed();
  }, [state]);
}

function placeholder(readOnly: boolean, running: boolean, waiting: boolean): string {
  if (readOnly) return text.chat.placeholderReadOnly;
  if (waiting) return text.chat.placeholderWaiting;
  return running ? text.chat.placeholderRunning : text.chat.placeholder;
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

interface DismissableErrorProps {
  readonly sentence: string;
  readonly details: string;
  readonly onDismiss: () => void;
}

function DismissableError({ sentence, details, onDismiss }: DismissableErrorProps) {
  return (
    <ErrorBox
      role="alert"
      className="mb-2"
      sentence={sentence}
      details={details}
      actions={<IconButton icon={X} size="small" label={text.ui.dismiss} onClick={onDismiss} />}
    />
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
