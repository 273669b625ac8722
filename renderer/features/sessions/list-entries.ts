import type { SessionSummary } from '../../../shared/ipc/routes/sessions.ts';
import { text } from '../../../shared/texts/catalogue.ts';

export type Grouping = 'folder' | 'day';

/** One line of the list: the head of a group, or a session. */
export type ListEntry =
  | {
      readonly kind: 'head';
      readonly key: string;
      readonly label: string;
      readonly icon: 'pin' | 'folder' | 'none' | 'day';
      /** The whole path of a folder. */
      readonly path?: string;
    }
  | { readonly kind: 'session'; readonly key: string; readonly session: SessionSummary };

interface Group {
  readonly head: Extract<ListEntry, { kind: 'head' }>;
  readonly sessions: SessionSummary[];
}

/** The lines of the list: pinned sessions first, then groups by folder or by day. `sessions` are newest first. */
export function listEntries(
  sessions: readonly SessionSummary[],
  grouping: Grouping,
  now: number,
): ListEntry[] {
  const pinned = sessions.filter((session) => session.pinned === true);
  const others = sessions.filter((session) => session.pinned !== true);
  const groups = grouping === 'folder' ? byFolder(others) : byDay(others, now);
  const all =
    pinned.length === 0
      ? groups
      : [{ head: head('pinned', text.sessions.pinned, 'pin'), sessions: pinned }, ...groups];
  const [only] = all;
  // A list of sessions without folders alone needs no heads.
  const isPlain = all.length === 1 && only?.head.icon === 'none';
  return all.flatMap((group) => [
    ...(isPlain ? [] : [group.head]),
    ...group.sessions.map((session) => ({ kind: 'session' as const, key: session.id, session })),
  ]);
}

/** Folders in the order of their newest session; those without a folder last. */
function byFolder(sessions: readonly SessionSummary[]): Group[] {
  const groups = new Map<string | null, Group>();
  for (const session of sessions) {
    const { folder } = session;
    const known = groups.get(folder);
    if (known) known.sessions.push(session);
    else
      groups.set(folder, {
        head:
          folder === null
            ? head('no-folder', text.sessions.noFolder, 'none')
            : { ...head(`folder ${folder}`, folderName(folder), 'folder'), path: folder },
        sessions: [session],
      });
  }
  return [...groups.values()].sort(
    (one, other) => Number(one.head.icon === 'none') - Number(other.head.icon === 'none'),
  );
}

const DAY = 86_400_000;

function byDay(sessions: readonly SessionSummary[], now: number): Group[] {
  const midnight = (moment: number) => new Date(moment).setHours(0, 0, 0, 0);
  const words = text.sessions;
  const spans: readonly (readonly [days: number, label: string])[] = [
    [0, words.today],
    [1, words.yesterday],
    [7, words.thisWeek],
    [30, words.thisMonth],
    [Infinity, words.earlier],
  ];
  const groups = new Map<string, Group>();
  for (const session of sessions) {
    const days = Math.round((midnight(now) - midnight(session.updatedAt)) / DAY);
    const [, label = words.earlier] = spans.find(([most]) => days <= most) ?? [];
    const known = groups.get(label);
    if (known) known.sessions.push(session);
    else groups.set(label, { head: head(`day ${label}`, label, 'day'), sessions: [session] });
  }
  return [...groups.values()];
}

function head(
  key: string,
  label: string,
  icon: 'pin' | 'folder' | 'none' | 'day',
): Extract<ListEntry, { kind: 'head' }> {
  return { kind: 'head', key, label, icon };
}

function folderName(folder: string): string {
  return (
    folder
      .split(/[\\/]/)
      .filter((part) => part !== '')
      .at(-1) ?? folder
  );
}
