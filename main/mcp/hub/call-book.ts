/** A tool call of the hub that is under way. */
export interface HubCall {
  /** Absent: the person's own, from the bench. */
  readonly sessionId?: string | undefined;
  readonly toolName: string;
  /** Id of the tool use in the conversation, where that is known. */
  readonly toolUseId?: string | undefined;
}

/** Whose calls may have caused a question, and the signal that aborts when the one call that did is over. */
export interface CallOwner {
  readonly sessionIds: readonly string[];
  readonly toolName?: string | undefined;
  readonly toolUseId?: string | undefined;
  readonly over?: AbortSignal | undefined;
}

/** The calls under way on one connection: who is asked when the server asks something. */
export class CallBook {
  readonly #open = new Map<HubCall, AbortController>();

  /** The call is under way until the returned function is called. */
  begin(call: HubCall): () => void {
    const over = new AbortController();
    this.#open.set(call, over);
    return () => {
      this.#open.delete(call);
      over.abort(new Error('The call is over.'));
    };
  }

  /**
   * The owner of a question that belongs to `origin`, where the connection could tell; else the only call under way, or the
   * sessions of all of them.
   */
  ownerOf(origin: unknown): CallOwner {
    const [only, ...more] = [...this.#open.keys()];
    const named = [...this.#open.keys()].find((call) => call === origin);
    const call = named ?? (more.length === 0 ? only : undefined);
    if (call) {
      const { sessionId, toolName, toolUseId } = call;
      const over = this.#open.get(call)?.signal;
      return {
        sessionIds: sessionId === undefined ? [] : [sessionId],
        toolName,
        ...(toolUseId === undefined ? {} : { toolUseId }),
        over,
      };
    }
    const sessions = [...this.#open.keys()].map(({ sessionId }) => sessionId);
    return { sessionIds: [...new Set(sessions.filter((id) => id !== undefined))] };
  }
}
