import { ArrowUpRight } from 'lucide-react';
import { text } from '../../../shared/texts/catalogue.ts';
import { formatWhen } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { ExactText } from '../../ui/exact-text.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { InboxItem } from './inbox-items.ts';
import type { InboxPageProps } from './inbox-page.tsx';

const words = text.inbox;

export interface InboxDetailProps extends Omit<InboxPageProps, 'itemId'> {
  readonly item: InboxItem;
  /** Another one waits behind it. */
  readonly hasNext: boolean;
  readonly now: number;
}

/** One item with what answers it. Give it the item's id as key. */
export function InboxDetail(props: InboxDetailProps) {
  const { item, sessionName, onOpenSession } = props;
  const { sessionId } = item;
  return (
    <section aria-label={item.title} className="thin-scroll min-w-0 flex-1 overflow-y-auto">
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
        <p className="mt-[3px] text-small text-muted">{whoAsks(item, sessionName)}</p>
      </div>
      <div className="max-w-[720px] px-5 py-4">
        <Body {...props} />
      </div>
    </section>
  );
}

function Body({ item, hasNext, now, renderAnswer, renderBefore, onDismiss }: InboxDetailProps) {
  switch (item.kind) {
    case 'failure':
      return (
        <ErrorBox
          sentence={item.failure.sentence}
          actions={
            <Button size="small" onClick={() => onDismiss(item.id)}>
              {words.dismiss}
            </Button>
          }
        />
      );
    case 'answered':
      return (
        <p className="text-muted">
          {words.pastOf(
            words.outcomes[item.past.outcome],
            item.at === undefined ? '' : formatWhen(item.at, now),
          )}
        </p>
      );
    default:
      return (
        <>
          {renderBefore?.(item)}
          {renderAnswer(item)}
          {hasNext && <p className="pt-1 text-small text-subtle">{words.nextOpens}</p>}
        </>
      );
  }
}

function whoAsks(item: InboxItem, sessionName: (sessionId: string) => string): string {
  const { sessionId } = item;
  const session = sessionId === undefined ? undefined : sessionName(sessionId);
  switch (item.kind) {
    case 'sign-in':
      return words.signInWhy(item.serverName);
    case 'failure':
      return words.failedIn(sessionName(item.failure.sessionId));
    case 'answered':
      return session === undefined ? item.serverName : words.inSession(item.serverName, session);
    default:
      return session === undefined
        ? words.asks(item.serverName)
        : words.asksIn(item.serverName, session);
  }
}
