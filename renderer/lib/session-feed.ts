import type { ListPlace, SessionSummary } from '../../shared/ipc/routes/sessions.ts';
import type { Ipc } from './ipc.ts';

interface Change {
  readonly sessions: readonly SessionSummary[];
  readonly removed: readonly string[];
}

/**
 * The list of sessions as main tells it: page by page, with changes in between. What a change brought is newer than what a
 * page has, whichever came first.
 */
export class SessionFeed {
  readonly #tell: (sessions: readonly SessionSummary[]) => void;
  readonly #sessions = new Map<string, SessionSummary>();
  /** Told by changes since reading began; null for removed ones. */
  #told = new Map<string, SessionSummary | null>();

  constructor(tell: (sessions: readonly SessionSummary[]) => void) {
    this.#tell = tell;
  }

  /** Main is read from the beginning. */
  begin(): void {
    this.#told = new Map();
    this.#sessions.clear();
  }

  change({ sessions, removed }: Change): void {
    for (const session of sessions) {
      this.#told.set(session.id, session);
      this.#sessions.set(session.id, session);
    }
    for (const id of removed) {
      this.#told.set(id, null);
      this.#sessions.delete(id);
    }
    this.#publish();
  }

  /** Takes the first page and reads those behind it. Rejects like the calls; what was read until then stays. */
  async readRest(
    ipc: Ipc,
    first: readonly SessionSummary[],
    next: ListPlace | undefined,
  ): Promise<void> {
    this.#take(first);
    for (let after = next; after !== undefined;) {
      const page = await ipc.call('sessionList.page', { after });
      this.#take(page.sessions);
      after = page.next;
    }
  }

  #take(sessions: readonly SessionSummary[]): void {
    for (const session of sessions)
      if (!this.#told.has(session.id)) this.#sessions.set(session.id, session);
    this.#publish();
  }

  #publish(): void {
    this.#tell(
      [...this.#sessions.values()].sort(
        (one, other) => other.updatedAt - one.updatedAt || (one.id < other.id ? -1 : 1),
      ),
    );
  }
}
