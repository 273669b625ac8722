import type { ModelEvent, ModelMessage } from '../model/model-contract.ts';

/**
 * Gives every call of a conversation an id of its own. Some providers count from the start again in each answer, or give no
 * id at all; two calls of one id would get each other's results. Ids that are new stay as they are. One for each request.
 */
export class CallIds {
  readonly #used = new Set<string>(['']);
  /** What the calls that are being streamed are called here, by the provider's id. */
  readonly #open = new Map<string, string>();

  constructor(messages: readonly ModelMessage[]) {
    for (const { content } of messages)
      for (const block of content) if (block.type === 'tool_use') this.#used.add(block.id);
  }

  /** The event under the id of its call. */
  apply(event: ModelEvent): ModelEvent {
    switch (event.type) {
      case 'tool-input-start':
        return { ...event, id: this.#begin(event.id) };
      case 'tool-input-delta':
        return { ...event, id: this.#open.get(event.id) ?? event.id };
      case 'tool-call': {
        const id = this.#open.get(event.id) ?? this.#begin(event.id);
        this.#open.delete(event.id);
        return { ...event, id };
      }
      default:
        return event;
    }
  }

  #begin(given: string): string {
    const id = this.#used.has(given) ? crypto.randomUUID() : given;
    this.#used.add(id);
    this.#open.set(given, id);
    return id;
  }
}
