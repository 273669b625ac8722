import { Folder, MessageSquare } from 'lucide-react';
import { useMemo } from 'react';
import type { SessionSummary } from '../../../shared/ipc/routes/sessions.ts';
import { text } from '../../../shared/texts/catalogue.ts';
import { useAppData } from '../../lib/app-data-context.tsx';
import { formatElapsed, formatWhen } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { Icon } from '../../ui/icon.tsx';
import { ListRow, type ListRowProps } from '../../ui/list-row.tsx';
import { RovingList } from '../../ui/roving-list.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { StatusMark, type Status } from '../../ui/status-mark.tsx';
import { sessionTitle } from './session-title.ts';

export interface SessionListProps {
  readonly openId: string | undefined;
  readonly onOpen: (sessionId: string) => void;
}

/** All sessions by working folder, newest first. */
export function SessionList({ openId, onOpen }: SessionListProps) {
  const sessions = useAppData((data) => data.sessions);
  const loading = useAppData((data) => data.status === 'loading');
  const questions = useAppData((data) => data.questions);
  // A server asks something in these: whatever else they do, they need the person.
  const asking = useMemo(
    () => new Set(questions.flatMap(({ sessionIds }) => sessionIds)),
    [questions],
  );
  const groups = useMemo(() => groupByFolder(sessions), [sessions]);
  const running = sessions.some((session) => session.state === 'running');
  const now = useNow(running ? 1000 : 30_000);
  if (sessions.length === 0) {
    return loading ? (
      <ListSkeleton />
    ) : (
      <p className="px-2 pt-2 text-small text-subtle">{text.sessions.empty}</p>
    );
  }
  return (
    <RovingList label={text.sessions.list}>
      {groups.map((group) => (
        <div
          key={group.folder ?? ''}
          role="group"
          aria-label={group.label}
          className="mt-2 first:mt-0"
        >
          {(groups.length > 1 || group.folder !== null) && (
            <div
              className="flex h-6.5 items-center gap-1.5 px-2 text-small font-medium text-subtle"
              title={group.folder ?? undefined}
            >
              <Icon of={group.folder === null ? MessageSquare : Folder} size={12} />
              <span className="truncate">{group.label}</span>
            </div>
          )}
          {group.sessions.map((session) => (
            <SessionRow
              key={session.id}
              session={asking.has(session.id) ? { ...session, state: 'waiting' } : session}
              now={now}
              selected={session.id === openId}
              onOpen={onOpen}
            />
          ))}
        </div>
      ))}
    </RovingList>
  );
}

interface SessionRowProps {
  readonly session: SessionSummary;
  readonly now: number;
  readonly selected: boolean;
  readonly onOpen: (sessionId: string) => void;
}

function SessionRow({ session, now, selected, onOpen }: SessionRowProps) {
  const { status, meta, tone } = rowState(session, now);
  const title = sessionTitle(session);
  return (
    <ListRow
      strong
      data-session={session.id}
      data-state={session.state}
      title={title}
      mark={
        <StatusMark
          status={status}
          label={status === 'interrupted' ? '' : text.ui.stateMarks[status]}
        />
      }
      label={title}
      meta={meta}
      tone={tone}
      selected={selected}
      onClick={() => onOpen(session.id)}
    />
  );
}

function rowState(
  session: SessionSummary,
  now: number,
): { status: Exclude<Status, 'error'>; meta: string; tone: NonNullable<ListRowProps['tone']> } {
  switch (session.state) {
    case 'running':
      return {
        status: 'running',
        meta: formatElapsed(now - (session.turnStartedAt ?? now)),
        tone: 'accent',
      };
    case 'waiting':
      return { status: 'waiting', meta: text.sessions.needsYou, tone: 'warning' };
    case 'failed':
      return { status: 'failed', meta: text.sessions.failed, tone: 'danger' };
    case 'interrupted':
      return { status: 'interrupted', meta: text.sessions.interrupted, tone: 'normal' };
    case 'idle':
      return { status: 'idle', meta: formatWhen(session.updatedAt, now), tone: 'normal' };
  }
}

interface FolderGroup {
  readonly folder: string | null;
  readonly label: string;
  readonly sessions: SessionSummary[];
}

/** Folders in the order of their newest session; those without a folder last. */
function groupByFolder(sessions: readonly SessionSummary[]): FolderGroup[] {
  const groups = new Map<string | null, FolderGroup>();
  for (const session of sessions) {
    const known = groups.get(session.folder);
    if (known !== undefined) known.sessions.push(session);
    else
      groups.set(session.folder, {
        folder: session.folder,
        label: folderName(session.folder),
        sessions: [session],
      });
  }
  return [...groups.values()].sort(
    (one, other) => Number(one.folder === null) - Number(other.folder === null),
  );
}

function folderName(folder: string | null): string {
  if (folder === null) return text.sessions.noFolder;
  return (
    folder
      .split(/[\\/]/)
      .filter((part) => part !== '')
      .at(-1) ?? folder
  );
}

function ListSkeleton() {
  return (
    <Loading>
      <div className="flex flex-col gap-5 px-2 pt-3">
        <Skeleton className="w-40" />
        <Skeleton className="w-32" />
        <Skeleton className="w-44" />
      </div>
    </Loading>
  );
}
