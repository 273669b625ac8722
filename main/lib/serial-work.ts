/** Runs pieces of work one after the other, in the order in which they came. One that fails does not hold up the next. */
export class SerialWork {
  #tail: Promise<unknown> = Promise.resolve();

  /** Resolves or rejects like `work`, which begins when everything before it has ended. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#tail.then(work);
    this.#tail = done.catch(() => undefined);
    return done;
  }
}
