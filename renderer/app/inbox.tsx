import { Suspense, useCallback } from 'react';
import { text } from '../../shared/texts/catalogue.ts';
import { PromptArea, WordsBefore } from '../features/chat/index.ts';
import { QuestionView } from '../features/elicitation/index.ts';
import { InboxPage, type WaitingItem } from '../features/inbox/index.ts';
import { sessionTitle } from '../features/sessions/index.ts';
import { useAppData } from '../lib/app-data-context.tsx';
import { useIpc } from '../lib/ipc-context.tsx';
import { SignInAction } from '../lib/sign-in-action.tsx';
import { useAction } from '../lib/use-action.ts';
import { Button } from '../ui/button.tsx';
import type { Route } from './route.ts';

interface InboxProps {
  readonly onGo: (route: Route) => void;
  readonly itemId?: string | undefined;
}

/** The inbox, with what answers each kind of item. */
export function Inbox({ onGo, itemId }: InboxProps) {
  const ipc = useIpc();
  const sessions = useAppData((data) => data.sessions);
  const sessionName = useCallback(
    (sessionId: string) => sessionTitle(sessions.find(({ id }) => id === sessionId)),
    [sessions],
  );
  const dismiss = useAction((id: string) => ipc.call('inbox.dismiss', { id }));
  const openServer = (serverId: string) => onGo({ page: 'servers', serverId });
  const renderAnswer = (item: WaitingItem) => {
    switch (item.kind) {
      case 'approval':
        return <PromptArea sessionId={item.prompt.sessionId} promptId={item.prompt.promptId} />;
      case 'question':
        return (
          <QuestionView
            key={item.id}
            look="panel"
            question={item.question}
            position={1}
            total={1}
            onOpenServer={openServer}
          />
        );
      case 'sign-in':
        return (
          <div className="flex items-center gap-3">
            <SignInAction serverId={item.server.id} serverName={item.server.name} />
            <Button onClick={() => openServer(item.server.id)}>{text.inbox.openServer}</Button>
          </div>
        );
    }
  };
  return (
    <InboxPage
      itemId={itemId}
      onDismiss={(id) => void dismiss.run(id)}
      renderBefore={(item) =>
        item.kind === 'approval' ? (
          <Suspense fallback={null}>
            <WordsBefore
              sessionId={item.prompt.sessionId}
              toolUseId={item.prompt.toolUseId}
              label={text.inbox.said}
            />
          </Suspense>
        ) : null
      }
      renderAnswer={(item) => <Suspense fallback={null}>{renderAnswer(item)}</Suspense>}
      sessionName={sessionName}
      onOpenSession={(sessionId) => onGo({ page: 'session', sessionId })}
    />
  );
}
