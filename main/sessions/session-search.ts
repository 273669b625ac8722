import type { SessionSearch, SessionHit } from '../../shared/ipc/routes/session-list.ts';
import type { SessionSummary } from '../../shared/ipc/routes/sessions.ts';
import type { Clock } from '../lib/clock.ts';
import type { Disposable } from '../lib/disposable.ts';
import type { Log } from '../lib/logger.ts';
import { messageOf } from '../../shared/lib/errors.ts';
import { excerptOf, placesOf, searchTerms } from '../storage/session-index/search-terms.ts';
import { SessionIndex, type StartIndexThread } from '../storage/session-index/session-index.ts';
import type { TranscriptFile } from '../storage/session-index/index-transcript.ts';

const PAGE = 30;
/** What is written to a transcript is taken in after this long, in ms: a turn writes many times. */
const SETTLE_MS = 1_000;

export interface SessionSearchDeps {
  readonly indexFile: string;
  readonly startIndex: StartIndexThread;
  readonly clock: Clock;
  readonly log: Log;
  readonly sessions: () => readonly SessionSummary[];
  /** The index became complete, or is not any more. */
  readonly onIndexed: (isIncomplete: boolean) => void;
}

/** Search over titles, which are known at once, and messages, by the index. */
export class SessionFinder implements Disposable {
  readonly #deps: SessionSearchDeps;
  readonly #index: SessionIndex;
  readonly #settling = new Map<string, () => void>();
  #isIncomplete = true;

  constructor(deps: SessionSearchDeps) {
    this.#deps = deps;
    this.#index = new SessionIndex({
      path: deps.indexFile,
      start: deps.startIndex,
      log: deps.log,
      onProgress: (waiting) => {
        this.#progress(waiting);
      },
    });
  }

  /** These are the transcripts of the profile. */
  sync(files: readonly TranscriptFile[]): void {
    this.#index.sync(files);
  }

  /** Something was written to a transcript. */
  wrote(file: TranscriptFile): void {
    if (this.#settling.has(file.id)) return;
    const cancel = this.#deps.clock.after(SETTLE_MS, () => {
      this.#settling.delete(file.id);
      this.#index.update(file);
    });
    this.#settling.set(file.id, cancel);
  }

  forget(sessionId: string): void {
    this.#settling.get(sessionId)?.();
    this.#settling.delete(sessionId);
    this.#index.forget(sessionId);
  }

  /** Never rejects: without an index titles are found all the same. */
  async search(question: {
    readonly query: string;
    readonly archived: boolean;
    readonly before?: number | undefined;
  }): Promise<SessionSearch> {
    const sessions = this.#deps.sessions();
    const archived = sessions.filter((session) => session.archived === true);
    const looked = question.archived
      ? sessions
      : sessions.filter((session) => session.archived !== true);
    const terms = searchTerms(question.query);
    const titles = question.before === undefined ? titleHits(looked, terms) : [];
    const without = question.archived ? [] : archived.map(({ id }) => id);
    const page = await this.#index
      .search({ query: question.query, limit: PAGE, before: question.before, without })
      .catch((failure: unknown) => {
        this.#deps.log('warn', 'Messages could not be searched.', { reason: messageOf(failure) });
        return { hits: [], before: undefined };
      });
    const known = new Set(looked.map(({ id }) => id));
    const hits = new Map<string, SessionHit>(titles.map((hit) => [hit.sessionId, hit]));
    for (const { sessionId, messageUuid, excerpt, count } of page.hits) {
      // What was deleted a moment ago may still be in the index.
      if (!known.has(sessionId)) continue;
      const marks = excerpt.marks.map(([from, to]): [number, number] => [from, to]);
      const message = { uuid: messageUuid, excerpt: { text: excerpt.text, marks }, count };
      hits.set(sessionId, { ...(hits.get(sessionId) ?? { sessionId }), message });
    }
    return {
      hits: [...hits.values()],
      ...(page.before === undefined ? {} : { before: page.before }),
      searched: looked.length,
      leftOut: sessions.length - looked.length,
      isIncomplete: this.#isIncomplete,
    };
  }

  async dispose(): Promise<void> {
    for (const cancel of this.#settling.values()) cancel();
    await this.#index.dispose();
  }

  #progress(waiting: number): void {
    const isIncomplete = waiting > 0;
    if (isIncomplete === this.#isIncomplete) return;
    this.#isIncomplete = isIncomplete;
    this.#deps.onIndexed(isIncomplete);
  }
}

/** Sessions with all terms in their title, the newest first. */
function titleHits(
  sessions: readonly SessionSummary[],
  terms: ReturnType<typeof searchTerms>,
): SessionHit[] {
  if (terms.length === 0) return [];
  return sessions
    .filter(({ title }) => terms.every((term) => placesOf(title, [term]).length > 0))
    .slice(0, PAGE)
    .map(({ id, title }) => {
      const { text, marks } = excerptOf(title, terms);
      return { sessionId: id, title: { text, marks: marks.map(([from, to]) => [from, to]) } };
    });
}
