/** Something that is opened and must be closed by its one owner. `dispose` may be called again and then does nothing. */
export interface Disposable {
  dispose(): Promise<void> | void;
}

/**
 * Owns what was opened, in order. `dispose` closes in reverse order, goes on after a failure,
 * and throws an AggregateError at the end when something failed.
 */
export class DisposableStack implements Disposable {
  readonly #owned: Disposable[] = [];
  #closing: Promise<void> | undefined;

  /** Registers on the line that made it; returns it. Registering after disposal disposes at once. */
  own<T extends Disposable>(disposable: T): T {
    if (this.#closing) void Promise.resolve(disposable.dispose()).catch(() => undefined);
    else this.#owned.push(disposable);
    return disposable;
  }

  /** Registers a closing step. */
  defer(dispose: () => Promise<void> | void): void {
    this.own({ dispose });
  }

  dispose(): Promise<void> {
    this.#closing ??= this.#disposeAll();
    return this.#closing;
  }

  async #disposeAll(): Promise<void> {
    const failures: unknown[] = [];
    for (let item = this.#owned.pop(); item; item = this.#owned.pop()) {
      try {
        await item.dispose();
      } catch (failure) {
        failures.push(failure);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Some parts could not be closed.');
  }
}
