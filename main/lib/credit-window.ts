/**
 * Backpressure for a channel that has none: a sender takes credit for what it sends and gets it back when the other side has taken it in.
 * `take` resolves in the order of the calls. Amounts are bytes.
 */
export class CreditWindow {
  readonly #limit: number;
  readonly #waiting: { bytes: number; resolve: () => void; reject: (error: Error) => void }[] = [];
  #outstanding = 0;
  #closed: Error | undefined;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Resolves when `bytes` may be sent: they fit, or nothing else is outstanding. Rejects when the window is closed. */
  take(bytes: number): Promise<void> {
    if (this.#closed) return Promise.reject(this.#closed);
    if (this.#waiting.length === 0 && this.#fits(bytes)) {
      this.#outstanding += bytes;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => this.#waiting.push({ bytes, resolve, reject }));
  }

  /** The other side has taken in `bytes`. */
  give(bytes: number): void {
    this.#outstanding = Math.max(0, this.#outstanding - bytes);
    for (let next = this.#waiting[0]; next && this.#fits(next.bytes); next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#outstanding += next.bytes;
      next.resolve();
    }
  }

  /** Rejects everyone who waits, and everyone who comes. */
  close(error: Error): void {
    this.#closed ??= error;
    for (const waiter of this.#waiting.splice(0)) waiter.reject(this.#closed);
  }

  #fits(bytes: number): boolean {
    return this.#outstanding === 0 || this.#outstanding + bytes <= this.#limit;
  }
}
