import type { JsonObject } from '../../../shared/lib/json.ts';
import type { RequestWatch } from './request-watch.ts';
import type { RequestCause, SalvageListener } from './server-messages.ts';
import { answerServerRequest } from './server-requests.ts';
import type { ServerRequestOptions } from './server-requests.ts';

export type NotificationListener = (method: string, params: JsonObject) => void;

/** What comes from a server unasked. Notifications that come before anybody listens wait until `release`. */
export class Inbox implements SalvageListener {
  /** Requests that are on their way: their clocks stand still while the server waits for us. */
  readonly watches = new Set<RequestWatch>();
  readonly #listeners = new Set<NotificationListener>();
  #early: Parameters<NotificationListener>[] | undefined = [];

  constructor(readonly serving: ServerRequestOptions) {}

  onNotification(method: string, params: JsonObject): void {
    if (this.#early) this.#early.push([method, params]);
    else this.announce(method, params);
  }

  announce(method: string, params: JsonObject): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(method, params);
      } catch (failure) {
        this.onFailure(failure);
      }
    }
  }

  /** It is of our own, and nothing that whoever sends messages is to suffer for. */
  onFailure(failure: unknown): void {
    this.serving.onFailure(failure);
  }

  async onRequest(
    method: string,
    params: JsonObject,
    signal: AbortSignal,
    cause?: RequestCause,
  ): Promise<JsonObject> {
    const paused = cause ? [cause] : [...this.watches];
    const resumes = method === 'ping' ? [] : paused.map((watch) => watch.pause());
    try {
      const context = { signal, origin: cause?.origin };
      return await answerServerRequest(method, params, this.serving, context);
    } finally {
      for (const resume of resumes) resume();
    }
  }

  pause(): () => void {
    const resumes = [...this.watches].map((watch) => watch.pause());
    return () => {
      for (const resume of resumes) resume();
    };
  }

  listen(listener: NotificationListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  release(): void {
    const early = this.#early ?? [];
    this.#early = undefined;
    for (const [method, params] of early) this.announce(method, params);
  }
}
