import { Inbox } from 'lucide-react';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { text } from '../../../shared/texts/catalogue.ts';
import { useShortcut } from '../../lib/actions/action-context.tsx';
import { useAppData } from '../../lib/app-data-context.tsx';
import { useNow } from '../../lib/use-now.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { RovingList } from '../../ui/roving-list.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { TopBar } from '../../ui/top-bar.tsx';
import { InboxDetail } from './inbox-detail.tsx';
import { inboxItems, pastItems, type InboxItem, type WaitingItem } from './inbox-items.ts';
import { InboxRow } from './inbox-row.tsx';

const words = text.inbox;
const filters = ['all', 'approval', 'question', 'sign-in', 'failure'] as const;
type Filter = (typeof filters)[number];

export interface InboxPageProps {
  /** Draws what answers an item. */
  readonly renderAnswer: (item: WaitingItem) => ReactNode;
  /** What led to it. */
  readonly renderBefore?: (item: WaitingItem) => ReactNode;
  /** Name of a session as the person knows it. */
  readonly sessionName: (sessionId: string) => string;
  readonly onOpenSession: (sessionId: string) => void;
  readonly onDismiss: (id: string) => void;
  /** The item to show first. */
  readonly itemId?: string | undefined;
}

/** What waits for the person in all sessions, newest first, answerable in place; what failed; what was answered (UI-3). */
export function InboxPage({ itemId, ...props }: InboxPageProps) {
  const waiting = useInboxItems();
  const past = useAppData((data) => data.past);
  const { failures, answered } = useMemo(() => pastItems(past), [past]);
  const [filter, setFilter] = useState<Filter>('all');
  const [chosenKey, setChosenKey] = useState<string | undefined>(undefined);
  const wanted = [...waiting, ...failures].find(({ id }) => id === itemId);
  const wantedKey = wanted === undefined ? undefined : keyOf(wanted);
  const [opened, setOpened] = useState<string | undefined>(undefined);
  if (wantedKey !== undefined && wantedKey !== opened) {
    setOpened(wantedKey);
    setFilter('all');
    setChosenKey(wantedKey);
  }
  const isShown = ({ kind }: InboxItem) => filter === 'all' || kind === filter;
  const groups = [
    { label: words.waitingForYou, items: waiting.filter(isShown), isCounted: true },
    { label: words.failed, items: failures.filter(isShown), isCounted: true },
    { label: words.earlier, items: filter === 'all' ? answered : [], isCounted: false },
  ].filter(({ items }) => items.length > 0);
  const shown = groups.flatMap<InboxItem>(({ items }) => items);
  // Answered things are looked at only when they are chosen.
  const first = shown.find(({ kind }) => kind !== 'answered');
  const chosen = shown.find((item) => keyOf(item) === chosenKey) ?? first;
  const shownKey = chosen === undefined ? undefined : keyOf(chosen);
  // What is shown stays while newer things come: no answer meets another question.
  useEffect(() => setChosenKey(shownKey), [shownKey]);
  const now = useNow(30_000);
  if (waiting.length + failures.length + answered.length === 0) {
    return (
      <>
        <TopBar title={words.title} />
        <EmptyState icon={Inbox} title={words.empty}>
          {words.emptyWhy}
        </EmptyState>
      </>
    );
  }
  const count = (kind: Filter) =>
    [...waiting, ...failures].filter((item) => item.kind === kind).length;
  return (
    <>
      <TopBar
        title={words.title}
        {...(waiting.length === 0 ? {} : { note: words.waiting(waiting.length) })}
        actions={<MoveHint />}
      />
      <div className="flex min-h-0 flex-1">
        <div className="flex w-[354px] min-w-0 flex-none flex-col border-r border-line max-[959px]:w-64">
          <div className="flex-none px-2.5 pt-2.5 pb-1">
            <SegmentedControl<Filter>
              label={words.filter}
              className="!flex-initial flex-wrap"
              value={filter}
              onValueChange={setFilter}
              options={filters.map((value) => ({
                value,
                label: value === 'all' ? words.filters.all : words.filters[value](count(value)),
              }))}
            />
          </div>
          <RovingList
            label={words.list}
            className="thin-scroll min-h-0 flex-1 overflow-y-auto px-2 pt-1 pb-2.5"
          >
            {groups.map((group) => (
              <div key={group.label} role="group" aria-label={group.label}>
                <div className="flex h-6.5 items-center justify-between px-2 text-small font-medium text-subtle">
                  <span>{group.label}</span>
                  {group.isCounted && <span>{group.items.length}</span>}
                </div>
                {group.items.map((item) => (
                  <InboxRow
                    key={keyOf(item)}
                    item={item}
                    sessionName={props.sessionName}
                    now={now}
                    isChosen={item === chosen}
                    onChoose={() => setChosenKey(keyOf(item))}
                  />
                ))}
              </div>
            ))}
            {shown.length === 0 && (
              <p role="status" className="px-2 py-4 text-muted">
                {words.noneOfKind}. {words.noneOfKindWhy}
              </p>
            )}
          </RovingList>
        </div>
        {chosen === undefined ? (
          <div className="grid min-w-0 flex-1">
            <EmptyState icon={Inbox} title={words.empty}>
              {words.emptyWhy}
            </EmptyState>
          </div>
        ) : (
          <InboxDetail
            key={shownKey}
            {...props}
            item={chosen}
            hasNext={waiting.length > 1}
            now={now}
          />
        )}
      </div>
    </>
  );
}

/** A question that was answered is another item than it was while it waited. */
function keyOf(item: InboxItem): string {
  return `${item.kind} ${item.id}`;
}

/** How many things wait, for the row of the inbox in the sidebar. */
export function useInboxCount(): number {
  return useInboxItems().length;
}

function useInboxItems(): readonly WaitingItem[] {
  const prompts = useAppData((data) => data.prompts);
  const questions = useAppData((data) => data.questions);
  const servers = useAppData((data) => data.servers);
  return useMemo(() => inboxItems({ prompts, questions, servers }), [prompts, questions, servers]);
}

function MoveHint() {
  const next = useShortcut('list.next');
  const previous = useShortcut('list.previous');
  return (
    <span className="flex items-center gap-1.5 text-small text-subtle">
      <Kbd keys={next ?? ['↓']} />
      <Kbd keys={previous ?? ['↑']} />
      {words.move}
    </span>
  );
}
