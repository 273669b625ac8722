import { Suspense, useCallback } from 'react';
import { text } from '../../shared/texts/catalogue.ts';
import { PromptArea } from '../features/chat/index.ts';
import { QuestionView } from '../features/elicitation/index.ts';
import { InboxPage, type InboxItem } from '../features/inbox/index.ts';
import { sessionTitle } from '../features/sessions/index.ts';
import { useAppData } from '../lib/app-data-context.tsx';
import { Button } from '../ui/button.tsx';
import type { Route } from './route.ts';

/** The inbox, with what answers each kind of item. */
export function Inbox({ onGo }: { readonly onGo: (route: Route) => void }) {
  const sessions = useAppData((data) => data.sessions);
  const sessionName = useCallback(
    (sessionId: string) => sessionTitle(sessions.find(({ id }) => id === sessionId)),
    [sessions],
  );
  const openServer = (serverId: string) => onGo({ page: 'servers', serverId });
  const renderAnswer = (item: InboxItem) => {
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
          <Button tone="primary" onClick={() => openServer(item.server.id)}>
            {text.inbox.openServer}
          </Button>
        );
    }
  };
  return (
    <InboxPage
      renderAnswer={(item) => <Suspense fallback={null}>{renderAnswer(item)}</Suspense>}
      sessionName={sessionName}
      onOpenSession={(sessionId) => onGo({ page: 'session', sessionId })}
    />
  );
}
