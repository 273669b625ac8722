import {
  Ban,
  Check,
  CircleAlert,
  Hand,
  KeyRound,
  MessageCircleQuestionMark,
  type LucideIcon,
} from 'lucide-react';
import { text } from '../../../shared/texts/catalogue.ts';
import { formatWhen } from '../../lib/format.ts';
import { ExactText } from '../../ui/exact-text.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { InboxItem } from './inbox-items.ts';

const words = text.inbox;
const icons = {
  approval: Hand,
  question: MessageCircleQuestionMark,
  'sign-in': KeyRound,
  failure: CircleAlert,
};

export interface InboxRowProps {
  readonly item: InboxItem;
  readonly sessionName: (sessionId: string) => string;
  readonly now: number;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

/** One line of the inbox: what it is over where it is. */
export function InboxRow({ item, sessionName, now, isChosen, onChoose }: InboxRowProps) {
  const [icon, tone] = lookOf(item);
  return (
    <button
      type="button"
      data-inbox={item.kind}
      aria-current={isChosen ? 'true' : undefined}
      onClick={onChoose}
      className={`flex w-full min-w-0 items-start gap-2.5 rounded-control px-[9px] py-2 text-left ${isChosen ? 'bg-selected' : 'hover:bg-hover'}`}
    >
      <Icon of={icon} size={14} className={`mt-[3px] ${tone}`} />
      <span className="min-w-0 flex-1">
        <span
          className={`block truncate ${item.kind === 'answered' ? 'text-muted' : item.kind === 'failure' ? '' : 'font-medium'}`}
        >
          <ExactText
            className="!whitespace-pre"
            value={item.kind === 'failure' ? `${item.title}: ${item.failure.sentence}` : item.title}
          />
        </span>
        <span className="block truncate text-small text-muted">
          <ExactText className="!whitespace-pre" value={whereOf(item, sessionName)} />
        </span>
      </span>
      <span className="flex-none text-small text-subtle">
        {item.at === undefined ? '' : formatWhen(item.at, now)}
      </span>
    </button>
  );
}

function lookOf(item: InboxItem): readonly [LucideIcon, string] {
  if (item.kind !== 'answered')
    return [icons[item.kind], item.kind === 'failure' ? 'text-danger-text' : 'text-warning-text'];
  const { outcome } = item.past;
  const isYes = ['once', 'session', 'always', 'answered'].includes(outcome);
  return isYes ? [Check, 'text-success-text'] : [Ban, 'text-subtle'];
}

function whereOf(item: InboxItem, sessionName: (sessionId: string) => string): string {
  const { sessionId } = item;
  if (item.kind === 'answered') return words.outcomes[item.past.outcome];
  if (item.kind === 'failure') return words.in(sessionName(item.failure.sessionId));
  return sessionId === undefined
    ? item.serverName
    : words.inSession(item.serverName, sessionName(sessionId));
}
