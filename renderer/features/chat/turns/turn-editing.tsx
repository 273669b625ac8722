import { X } from 'lucide-react';
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import { text } from '../../../../shared/texts/catalogue.ts';
import { turnTexts as words } from '../../../../shared/texts/en/turns.ts';
import { useIpc } from '../../../lib/ipc-context.tsx';
import { useAction } from '../../../lib/use-action.ts';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useChat, useChatRegistry } from '../store/chat-context.tsx';
import { RerunDialog } from './rerun-dialog.tsx';
import { TurnActionsProvider, type TurnActions } from './turn-actions.tsx';

const RewindDialog = lazy(() =>
  import('./rewind-dialog.tsx').then((dialog) => ({ default: dialog.RewindDialog })),
);

export interface TurnEditingProps {
  readonly sessionId: string;
  /** Where it works; files can be brought back there. */
  readonly folder?: string | null;
  readonly readOnly: boolean;
  readonly onOpenSession: (sessionId: string) => void;
  readonly children: ReactNode;
}

/** Gives the messages of a conversation what can be done with them, and shows the dialogs of it. */
export function TurnEditing(props: TurnEditingProps) {
  const { sessionId, folder = null, readOnly, onOpenSession, children } = props;
  const ipc = useIpc();
  const registry = useChatRegistry();
  const isBusy = useChat((chat) => chat.transcript.turn === 'running' || chat.pending.length > 0);
  const [asked, setAsked] = useState<{ uuid: string; before: string | undefined }>();
  const [rewound, setRewound] = useState<string>();
  const fork = useAction(async (upToMessageId: string) => {
    const made = await ipc.call('sessionList.fork', { sessionId, upToMessageId });
    onOpenSession(made.id);
  });
  const { run: runFork } = fork;
  const actions = useMemo<TurnActions>(
    () => ({
      edit: (uuid, before) => setAsked({ uuid, before }),
      again: (uuid) => setAsked({ uuid, before: undefined }),
      atOnce: async (messageUuid) => {
        await ipc.call('turns.rerun', { sessionId, messageUuid, place: 'here' });
        await registry.reload(sessionId);
      },
      fork: (uuid) => void runFork(uuid),
      ...(folder === null ? {} : { rewind: setRewound }),
      isBusy,
    }),
    [isBusy, runFork, ipc, registry, sessionId, folder],
  );
  return (
    <TurnActionsProvider value={readOnly ? undefined : actions}>
      {fork.error !== undefined && (
        <ErrorBox
          role="alert"
          className="mx-6 mt-3"
          sentence={`${words.forkFailed} ${fork.error.sentence}`}
          details={fork.error.details}
          actions={
            <IconButton icon={X} size="small" label={text.ui.dismiss} onClick={fork.clearError} />
          }
        />
      )}
      {children}
      {asked !== undefined && (
        <RerunDialog
          sessionId={sessionId}
          messageUuid={asked.uuid}
          before={asked.before}
          isBusy={isBusy}
          onClose={() => setAsked(undefined)}
          onRun={async (id) => {
            if (id === sessionId) await registry.reload(id);
            else onOpenSession(id);
          }}
        />
      )}
      {rewound !== undefined && (
        <Suspense fallback={null}>
          <RewindDialog
            sessionId={sessionId}
            messageUuid={rewound}
            folder={folder}
            isBusy={isBusy}
            onClose={() => setRewound(undefined)}
          />
        </Suspense>
      )}
    </TurnActionsProvider>
  );
}
