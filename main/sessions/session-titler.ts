import { messageOf } from '../../shared/lib/errors.ts';
import type { Log } from '../lib/logger.ts';
import { writeSessionMeta } from '../storage/transcript/session-meta-file.ts';
import type { LiveSession } from './live-session.ts';
import type { SessionShelf } from './session-shelf.ts';

export interface SessionTitlerDeps {
  readonly log: Log;
  /** The person's setting. */
  readonly modelTitles: () => boolean;
}

/** How often a session is tried to be named while it is open. */
const MOST_TRIES = 2;

/** Has sessions named by their model once a turn succeeded, in the background. Until then the first words stand. */
export class SessionTitler {
  readonly #deps: SessionTitlerDeps;
  readonly #shelf: Pick<SessionShelf, 'marksOf' | 'changed'>;
  readonly #tries = new WeakMap<LiveSession, number>();

  constructor(deps: SessionTitlerDeps, shelf: Pick<SessionShelf, 'marksOf' | 'changed'>) {
    this.#deps = deps;
    this.#shelf = shelf;
  }

  /** Names a session that has no name of its own yet. Never throws; a failure leaves the first words. */
  consider(session: LiveSession): void {
    const { id, hasModelTitle } = session.facts;
    const tries = this.#tries.get(session) ?? 0;
    if (hasModelTitle === true || tries >= MOST_TRIES || !this.#isWanted(id)) return;
    this.#tries.set(session, tries + 1);
    this.#name(session).catch((failure: unknown) => {
      this.#deps.log('info', 'A session got no title by its model.', {
        session: id,
        reason: messageOf(failure),
      });
    });
  }

  async #name(session: LiveSession): Promise<void> {
    const { facts } = session;
    const about = await session.about(false);
    const title = await about?.suggestTitle();
    // The person may have named it meanwhile, or another turn.
    if (title === undefined || facts.hasModelTitle === true || !this.#isWanted(facts.id)) return;
    await writeSessionMeta(facts.transcript, { autoTitle: title });
    facts.title = title;
    facts.hasModelTitle = true;
    this.#shelf.changed(facts.id);
  }

  /** The person's own title is never written over. */
  #isWanted(sessionId: string): boolean {
    return this.#deps.modelTitles() && this.#shelf.marksOf(sessionId).title === undefined;
  }
}
