/**
 * Hands values on one at a time: while one is on its way only the newest of those that came meanwhile is kept, so that a storm
 * of them never piles up. A value that cannot be sent is dropped.
 */
export class LatestFeed<T> {
  readonly #send: (value: T) => Promise<void>;
  #next: { readonly value: T } | undefined;
  #isSending = false;

  constructor(send: (value: T) => Promise<void>) {
    this.#send = send;
  }

  push(value: T): void {
    this.#next = { value };
    if (!this.#isSending) void this.#drain();
  }

  async #drain(): Promise<void> {
    this.#isSending = true;
    for (let next = this.#take(); next; next = this.#take())
      await this.#send(next.value).catch(() => undefined);
    this.#isSending = false;
  }

  #take(): { readonly value: T } | undefined {
    const next = this.#next;
    this.#next = undefined;
    return next;
  }
}
