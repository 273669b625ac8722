/** Deaths of the page that are this close together belong to one trouble, in ms. */
const TOGETHER_MS = 60_000;

/** What to do when the page has died: load it as it was, load it at its start, or leave it to the person (RE-12). */
export type Revival = 'as-it-was' | 'at-start' | 'ask';

/** Counts how often the page died, so that what kills it is not shown over and over. */
export class PageDeaths {
  #times: readonly number[] = [];

  /** Notes a death at `now` (epoch ms). */
  add(now: number): Revival {
    this.#times = [...this.#times.filter((time) => now - time < TOGETHER_MS), now];
    if (this.#times.length === 1) return 'as-it-was';
    return this.#times.length === 2 ? 'at-start' : 'ask';
  }
}
