import type { JsonObject } from '../../../shared/lib/json.ts';
import type { RequestOptions } from './connection.ts';

export type ProgressListener = NonNullable<RequestOptions['onProgress']>;

/**
 * Who listens for the progress of which request. Not the package's work: it looks at progress later than at answers and
 * would lose what came just before one.
 */
export class ProgressDesk {
  readonly #listeners = new Map<string, ProgressListener>();
  #lastToken = 0;

  /** `onFailure` hears what listeners throw. */
  constructor(private readonly onFailure: (failure: unknown) => void) {}

  /** The token goes into the request; `end` stops listening. */
  watch(listener: ProgressListener): { readonly token: string; end(): void } {
    this.#lastToken += 1;
    const token = String(this.#lastToken);
    this.#listeners.set(token, listener);
    return { token, end: () => this.#listeners.delete(token) };
  }

  /** Takes the parameters of a notification. */
  take({ progressToken, progress, total, message }: JsonObject): void {
    if (typeof progress !== 'number' || !Number.isFinite(progress)) return;
    try {
      this.#listeners.get(String(progressToken))?.({
        progress,
        ...(typeof total === 'number' ? { total } : {}),
        ...(typeof message === 'string' ? { message } : {}),
      });
    } catch (failure) {
      this.onFailure(failure);
    }
  }
}
