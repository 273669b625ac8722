import type { ServerSettings } from '../../../shared/mcp/server-config.ts';
import type { HubSession } from './hub-contract.ts';

/** Whether a server is offered to a session: those of a folder only where one works in it. */
export function sees(session: HubSession | undefined, { scope }: ServerSettings): boolean {
  return scope.kind === 'user' || scope.folder === session?.folder;
}

/** The sessions that are open. */
export class OpenSessions {
  readonly #sessions = new Map<string, HubSession>();

  /** True when that is new, or in another folder. */
  open(session: HubSession): boolean {
    if (this.#sessions.get(session.id)?.folder === session.folder) return false;
    this.#sessions.set(session.id, session);
    return true;
  }

  /** True when it was open. */
  close(sessionId: string): boolean {
    return this.#sessions.delete(sessionId);
  }

  /** Ids of those that a server with these settings is offered to. */
  thatSee(settings: ServerSettings): readonly string[] {
    return [...this.#sessions.values()].filter((one) => sees(one, settings)).map(({ id }) => id);
  }
}
