import { Folder } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import type { ModelRef } from '../../../../shared/agent/provider.ts';
import type {
  MessageAttachment,
  SessionMode,
  SessionSummary,
} from '../../../../shared/ipc/routes/sessions.ts';
import { text } from '../../../../shared/texts/catalogue.ts';
import { composerTexts } from '../../../../shared/texts/en/composer.ts';
import { folderTexts } from '../../../../shared/texts/en/folders.ts';
import { turnTexts } from '../../../../shared/texts/en/turns.ts';
import { useActionRun } from '../../../lib/actions/action-context.tsx';
import { useAppData } from '../../../lib/app-data-context.tsx';
import { readableError } from '../../../lib/error-sentence.ts';
import { useIpc } from '../../../lib/ipc-context.tsx';
import { useAction } from '../../../lib/use-action.ts';
import { announce } from '../../../ui/announcer.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { DismissableError } from '../dismissable-error.tsx';
import { ContextButton } from '../meters/context-button.tsx';
import { useChat, useChatRegistry, useChatStore } from '../store/chat-context.tsx';
import { useSessionCommands } from './app-commands.ts';
import { DraftOfApp, useAppDraft } from './app-draft.tsx';
import { Composer } from './composer.tsx';
import { folderName } from './folder-picker.tsx';
import { MessageQueue } from './message-queue.tsx';
import { ModePicker } from './mode-picker.tsx';
import { ModelPicker } from './model-picker.tsx';
import { isGone } from './models.ts';

export interface SessionComposerProps {
  readonly sessionId: string;
  readonly summary: SessionSummary | undefined;
  /** The turn waits for an answer of the person. */
  readonly waiting: boolean;
  readonly onNewSession: () => void;
  readonly onOpenServer: (serverId: string) => void;
}

/** The composer of an open session, with its queue and what is chosen for the next turns. */
export function SessionComposer(props: SessionComposerProps) {
  const { sessionId, summary, waiting, onNewSession, onOpenServer } = props;
  const ipc = useIpc();
  const registry = useChatRegistry();
  const running = useChat((chat) => chat.transcript.turn === 'running');
  const defaultModel = useAppData((data) => data.settings.defaultModel);
  const model = summary?.model ?? defaultModel;
  const [sendError, setSendError] = useState<string | undefined>(undefined);
  const stop = useAction(() => ipc.call('sessions.interrupt', { sessionId }));
  const choose = useAction((model: ModelRef) =>
    ipc.call('sessions.setModel', { sessionId, model }),
  );
  const setMode = useAction((mode: SessionMode) => ipc.call('turns.setMode', { sessionId, mode }));
  const sentBefore = useSentBefore();
  const save = useAction(() =>
    ipc.call('sessionList.export', { sessionId, format: 'markdown', redact: true }),
  );
  const [isContextOpen, setContextOpen] = useState(false);
  const place = useMemo(() => ({ sessionId }), [sessionId]);
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
  const commands = useSessionCommands({
    onModel: (model) => void choose.run(model),
    onMode: (mode) => void setMode.run(mode),
    onNew: onNewSession,
    onContext: () => setContextOpen(true),
    onExport: () => void save.run(),
    onStop: running ? () => void runStop() : undefined,
  });
  const failure = stop.error ?? choose.error ?? setMode.error ?? save.error;
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
                : setMode.error !== undefined
                  ? turnTexts.modeFailed
                  : composerTexts.exportFailed
          }
          details={`${failure.sentence}\n${failure.details}`}
          onDismiss={() => {
            stop.clearError();
            choose.clearError();
            setMode.clearError();
            save.clearError();
          }}
        />
      )}
      <GoneModel
        model={model}
        disabled={readOnly || choose.busy}
        onChoose={(next) => void choose.run(next)}
      />
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
        place={readOnly ? undefined : place}
        commands={commands}
        meter={
          <ContextButton
            sessionId={sessionId}
            open={isContextOpen}
            onOpenChange={setContextOpen}
            onOpenServer={onOpenServer}
          />
        }
        pickers={
          <>
            <ModelPicker
              model={model}
              onChoose={(model) => void choose.run(model)}
              disabled={readOnly || choose.busy}
            />
            <ModePicker
              mode={summary?.mode ?? 'default'}
              onChoose={(mode) => void setMode.run(mode)}
              disabled={readOnly || setMode.busy}
            />
            <FolderLabel folder={summary?.folder ?? null} />
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

/** Says that the model of the session is not there any more; another one is taken by choice alone. */
function GoneModel(props: {
  readonly model: ModelRef;
  readonly disabled: boolean;
  readonly onChoose: (model: ModelRef) => void;
}) {
  const { model, disabled, onChoose } = props;
  const gone = useAppData(
    ({ status, providers }) => status === 'ready' && isGone(model, providers),
  );
  if (!gone) return null;
  return (
    <Notice
      tone="warning"
      className="mb-2"
      actions={<ModelPicker model={model} onChoose={onChoose} disabled={disabled} />}
    >
      {composerTexts.modelGone(model.id)}
    </Notice>
  );
}

/** Where the session works; that stays as it is. */
function FolderLabel({ folder }: { readonly folder: string | null }) {
  if (folder === null) return null;
  return (
    <span
      title={folder}
      className="inline-flex h-(--control) min-w-0 items-center gap-1.5 px-2 text-small font-medium text-muted"
    >
      <Icon of={Folder} size={14} />
      <span className="sr-only">{folderTexts.label}</span>
      <span className="truncate">{folderName(folder)}</span>
    </span>
  );
}
