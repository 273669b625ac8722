import { ArrowUpRight, Hand, Inbox, KeyRound, MessageCircleQuestionMark } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import { text } from '../../../shared/texts/catalogue.ts';
import { useAppData } from '../../lib/app-data-context.tsx';
import { formatWhen } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ExactText } from '../../ui/exact-text.tsx';
import { Icon } from '../../ui/icon.tsx';
import { RovingList } from '../../ui/roving-list.tsx';
import { TopBar } from '../../ui/top-bar.tsx';
import { inboxItems, type InboxItem } from './inbox-items.ts';

const words = text.inbox;
const icons = { approval: Hand, question: MessageCircleQuestionMark, 'sign-in': KeyRound };

export interface InboxPageProps {
  /** Draws what answers an item. */
  readonly renderAnswer: (item: InboxItem) => ReactNode;
  /** Name of a session as the person knows it. */
  readonly sessionName: (sessionId: string) => string;
  readonly onOpenSession: (sessionId: string) => void;
}

/** What waits for the person in all sessions, newest first, answerable in place. */
export function InboxPage({ renderAnswer, sessionName, onOpenSession }: InboxPageProps) {
  const items = useInboxItems();
  const [chosenId, setChosenId] = useState<string | undefined>(undefined);
  const chosen = items.find((item) => item.id === chosenId) ?? items[0];
  const now = useNow(30_000);
  if (chosen === undefined) {
    return (
      <>
        <TopBar title={words.title} />
        <EmptyState icon={Inbox} title={words.empty}>
          {words.emptyWhy}
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <TopBar title={words.title} note={words.waiting(items.length)} />
      <div className="flex min-h-0 flex-1">
        <div className="thin-scroll w-[354px] flex-none overflow-y-auto border-r border-line px-2 py-2.5 max-[959px]:w-60">
          <div className="flex h-6.5 items-center justify-between px-2 text-small font-medium text-subtle">
            <span>{words.waitingForYou}</span>
            <span>{items.length}</span>
          </div>
          <RovingList label={words.list}>
            {items.map((item) => (
              <Row
                key={item.id}
                item={item}
                where={whereOf(item, sessionName)}
                when={item.at === undefined ? '' : formatWhen(item.at, now)}
                isChosen={item.id === chosen.id}
                onChoose={() => setChosenId(item.id)}
              />
            ))}
          </RovingList>
        </div>
        <Detail
          key={chosen.id}
          item={chosen}
          sessionName={sessionName}
          onOpenSession={onOpenSession}
        >
          {renderAnswer(chosen)}
        </Detail>
      </div>
    </>
  );
}

/** How many things wait, for the row of the inbox in the sidebar. */
export function useInboxCount(): number {
  return useInboxItems().length;
}

function useInboxItems(): readonly InboxItem[] {
  const prompts = useAppData((data) => data.prompts);
  const questions = useAppData((data) => data.questions);
  const servers = useAppData((data) => data.servers);
  return useMemo(() => inboxItems({ prompts, questions, servers }), [prompts, questions, servers]);
}

function whereOf(item: InboxItem, sessionName: (sessionId: string) => string): string {
  return item.sessionId === undefined
    ? item.serverName
    : words.inSession(item.serverName, sessionName(item.sessionId));
}

interface RowProps {
  readonly item: InboxItem;
  readonly where: string;
  readonly when: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function Row({ item, where, when, isChosen, onChoose }: RowProps) {
  return (
    <button
      type="button"
      aria-current={isChosen ? 'true' : undefined}
      onClick={onChoose}
      className={`flex w-full min-w-0 items-start gap-2.5 rounded-control px-[9px] py-2 text-left ${isChosen ? 'bg-selected' : 'hover:bg-hover'}`}
    >
      <Icon of={icons[item.kind]} size={14} className="mt-[3px] text-warning-text" />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">
          <ExactText value={item.title} />
        </span>
        <span className="block truncate text-small text-muted">
          <ExactText value={where} />
        </span>
      </span>
      <span className="flex-none text-small text-subtle">{when}</span>
    </button>
  );
}

interface DetailProps extends Pick<InboxPageProps, 'sessionName' | 'onOpenSession'> {
  readonly item: InboxItem;
  readonly children: ReactNode;
}

function Detail({ item, sessionName, onOpenSession, children }: DetailProps) {
  const { sessionId } = item;
  return (
    <div className="thin-scroll min-w-0 flex-1 overflow-y-auto">
      <div className="border-b border-line px-5 pt-3.5 pb-3">
        <div className="flex items-center gap-2">
          <h2 className="min-w-0 flex-1 truncate text-title">
            <ExactText value={item.title} />
          </h2>
          {sessionId !== undefined && (
            <Button
              icon={<Icon of={ArrowUpRight} size={14} />}
              onClick={() => onOpenSession(sessionId)}
            >
              {words.openSession}
            </Button>
          )}
        </div>
        <p className="mt-[3px] text-small text-muted">
          {item.kind === 'sign-in'
            ? words.signInWhy(item.serverName)
            : sessionId === undefined
              ? words.asks(item.serverName)
              : words.asksIn(item.serverName, sessionName(sessionId))}
        </p>
      </div>
      <div className="max-w-[720px] px-5 py-4">{children}</div>
    </div>
  );
}
