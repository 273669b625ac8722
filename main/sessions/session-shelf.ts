import type { ModelRef } from '../../shared/agent/provider.ts';
import type { SessionMeta } from '../../shared/agent/transcript-record.ts';
import type { ListPlace, SessionSummary } from '../../shared/ipc/routes/sessions.ts';
import type { StoredSession } from './session-archive.ts';

/** What a person said of a session, beside its conversation. */
export type SessionMarks = Pick<SessionMeta, 'title' | 'pinned' | 'archived' | 'unread'>;

export interface ListPage {
  readonly sessions: readonly SessionSummary[];
  /** Where the next page begins; absent at the end. */
  readonly next?: ListPlace;
}

export interface SessionShelfDeps {
  readonly defaultModel: () => ModelRef;
  /** The summaries of sessions that are open, by id, without marks. */
  readonly open: () => ReadonlyMap<string, { summary(): SessionSummary }>;
  readonly onChange: (sessions: readonly SessionSummary[], removed: readonly string[]) => void;
}

/** Where a session is kept and what it does now. */
export interface SessionPlace {
  /** Of its transcript. */
  readonly path: string;
  readonly cwd: string;
  /** False for a new one without a message: there is no file yet. */
  readonly isRecorded: boolean;
  readonly isRunning: boolean;
}

/** The list of sessions: what is stored, what is open, and the marks of both. It reads and writes no file. */
export class SessionShelf {
  readonly #deps: SessionShelfDeps;
  readonly #stored = new Map<string, StoredSession>();
  readonly #marks = new Map<string, SessionMarks>();

  constructor(deps: SessionShelfDeps) {
    this.#deps = deps;
  }

  /** Puts sessions in, in place of what was known of them. */
  put(sessions: readonly StoredSession[]): void {
    for (const session of sessions) {
      this.#stored.set(session.id, session);
      if (session.marks) this.#marks.set(session.id, session.marks);
    }
    this.changed(...sessions.map(({ id }) => id));
  }

  stored(sessionId: string): StoredSession | undefined {
    return this.#stored.get(sessionId);
  }

  has(sessionId: string): boolean {
    return this.#stored.has(sessionId) || this.#deps.open().has(sessionId);
  }

  marksOf(sessionId: string): SessionMarks {
    return this.#marks.get(sessionId) ?? {};
  }

  /** Changes the given marks; one that is undefined is taken off. */
  mark(sessionId: string, marks: SessionMarks): void {
    this.#marks.set(sessionId, { ...this.#marks.get(sessionId), ...marks });
    this.changed(sessionId);
  }

  remove(sessionIds: readonly string[]): void {
    for (const id of sessionIds) {
      this.#stored.delete(id);
      this.#marks.delete(id);
    }
    this.#deps.onChange([], sessionIds);
  }

  /** Tells of sessions that are different now. */
  changed(...sessionIds: readonly string[]): void {
    const sessions = sessionIds.flatMap((id) => this.summary(id) ?? []);
    if (sessions.length > 0) this.#deps.onChange(sessions, []);
  }

  /** Undefined when there is no such session. */
  summary(sessionId: string): SessionSummary | undefined {
    const stored = this.#stored.get(sessionId);
    const summary =
      this.#deps.open().get(sessionId)?.summary() ?? (stored && this.#summaryOf(stored));
    return summary && this.#marked(summary);
  }

  /** All sessions, newest first. */
  list(): SessionSummary[] {
    const ids = new Set([...this.#deps.open().keys(), ...this.#stored.keys()]);
    return [...ids].flatMap((id) => this.summary(id) ?? []).sort(newestFirst);
  }

  /** At most `count` sessions behind a place, newest first. One that changes meanwhile is told as a change. */
  page(after: ListPlace | undefined, count: number): ListPage {
    const behind = this.list().filter((one) => after === undefined || newestFirst(after, one) < 0);
    const sessions = behind.slice(0, count);
    const last = sessions.at(-1);
    return behind.length > count && last
      ? { sessions, next: { updatedAt: last.updatedAt, id: last.id } }
      : { sessions };
  }

  #marked(summary: SessionSummary): SessionSummary {
    const { title, pinned, archived, unread } = this.marksOf(summary.id);
    return {
      ...summary,
      title: title ?? summary.title,
      ...(pinned === true ? { pinned } : {}),
      ...(archived === true ? { archived } : {}),
      ...(unread === true ? { unread } : {}),
    };
  }

  #summaryOf(stored: StoredSession): SessionSummary {
    return {
      id: stored.id,
      title: stored.title,
      folder: stored.folder,
      model: stored.model ?? this.#deps.defaultModel(),
      state: stored.resting ?? 'idle',
      createdAt: stored.createdAt,
      updatedAt: stored.updatedAt,
    };
  }
}

/** Negative when `left` comes first: changed later, or of the same moment by its id. */
function newestFirst(left: ListPlace, right: ListPlace): number {
  return right.updatedAt - left.updatedAt || (left.id < right.id ? -1 : left.id > right.id ? 1 : 0);
}
