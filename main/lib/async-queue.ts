/**
 * An async iterable that is fed from outside, for one consumer. What comes early is kept; an end or a failure comes after
 * what was pushed before, and what is pushed after it is dropped.
 */
export class AsyncQueue<T> implements AsyncIterable<T> {
  readonly #values: T[] = [];
  readonly #waiting: {
    readonly resolve: (result: IteratorResult<T, undefined>) => void;
    readonly reject: (error: Error) => void;
  }[] = [];
  #end: { readonly error?: Error } | undefined;

  get ended(): boolean {
    return this.#end !== undefined;
  }

  push(value: T): void {
    if (this.#end) return;
    const waiter = this.#waiting.shift();
    if (waiter) waiter.resolve({ done: false, value });
    else this.#values.push(value);
  }

  /** Ends the queue. The error, if any, is thrown once; after it the queue is done. */
  end(error?: Error): void {
    if (this.#end) return;
    this.#end = error ? { error } : {};
    while (this.#waiting.length > 0) this.#finish();
  }

  /** Drops what nobody has taken. */
  clear(): void {
    this.#values.length = 0;
  }

  next(): Promise<IteratorResult<T, undefined>> {
    if (this.#values.length > 0)
      return Promise.resolve({ done: false, value: this.#values.shift() as T });
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      if (this.#end) this.#finish();
    });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #finish(): void {
    const waiter = this.#waiting.shift();
    const error = this.#end?.error;
    this.#end = {};
    if (error) waiter?.reject(error);
    else waiter?.resolve({ done: true, value: undefined });
  }
}
