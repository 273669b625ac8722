import { randomUUID } from 'node:crypto';
import type { AppNotice } from '../../shared/ipc/routes/app.ts';
import type { Clock } from '../lib/clock.ts';

const MAX_NOTICES = 50;

/** What the person should know about the app itself, until dismissed. Texts are redacted before they are kept. */
export class Notices {
  readonly #notices: AppNotice[] = [];
  readonly #listeners = new Set<(notices: readonly AppNotice[]) => void>();
  readonly #clock: Clock;
  readonly #redact: (text: string) => string;

  constructor(clock: Clock, redact: (text: string) => string) {
    this.#clock = clock;
    this.#redact = redact;
  }

  list(): readonly AppNotice[] {
    return [...this.#notices];
  }

  /** The same kind with the same details is told once. */
  add(kind: AppNotice['kind'], details: string): void {
    const text = this.#redact(details).slice(0, 4_000);
    if (this.#notices.some((notice) => notice.kind === kind && notice.details === text)) return;
    this.#notices.push({ id: randomUUID(), kind, details: text, at: this.#clock.now() });
    if (this.#notices.length > MAX_NOTICES) this.#notices.shift();
    this.#announce();
  }

  dismiss(id: string): void {
    const index = this.#notices.findIndex((notice) => notice.id === id);
    if (index < 0) return;
    this.#notices.splice(index, 1);
    this.#announce();
  }

  /** Returns the function that ends the subscription. */
  onChange(listener: (notices: readonly AppNotice[]) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  #announce(): void {
    const notices = this.list();
    for (const listener of this.#listeners) listener(notices);
  }
}
