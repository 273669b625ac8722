import type { Page } from '@playwright/test';
import { writeLongSession } from '../../e2e/fixtures/long-session.ts';
import { heapBytes, median, withApp } from './app.ts';

export interface OpenedSession {
  readonly emptyMs: number;
  readonly longMs: number;
  /** What the page holds more after the long one than after the empty one. */
  readonly moreMegabytes: number;
}

/** PF-5: from the press on a session until its rows are drawn, each session opened for the first time. Medians of `rounds`. */
export async function measureOpening(messages: number, rounds: number): Promise<OpenedSession> {
  const numbers = Array.from({ length: rounds }, (_, round) => String(round + 1));
  const prepare = async (profile: string): Promise<void> => {
    await writeLongSession(profile, { messages: 40, title: 'Warm one' });
    for (const n of numbers) {
      await writeLongSession(profile, { messages: 0, title: `Empty ${n}` });
      await writeLongSession(profile, { messages, title: `Long ${n}` });
    }
  };
  return withApp(prepare, async ({ window }, devTools) => {
    await opening(window, 'Warm one', true);
    const empty: number[] = [];
    const long: number[] = [];
    const more: number[] = [];
    for (const n of numbers) {
      empty.push(await opening(window, `Empty ${n}`, false));
      const before = await heapBytes(devTools);
      long.push(await opening(window, `Long ${n}`, true));
      more.push((await heapBytes(devTools)) - before);
    }
    return { emptyMs: median(empty), longMs: median(long), moreMegabytes: median(more) / 1e6 };
  });
}

/** Milliseconds by the page's own clock, up to the frame in which the rows are there. */
async function opening(window: Page, title: string, hasRows: boolean): Promise<number> {
  await window.getByText(title, { exact: true }).first().waitFor();
  return window.evaluate(
    async ({ wanted, rows }) => {
      const name = [...document.querySelectorAll<HTMLElement>('aside *, nav *')].find(
        (element) => element.childElementCount === 0 && element.textContent === wanted,
      );
      if (name === undefined) throw new Error(`${wanted} is not in the list.`);
      const started = performance.now();
      name.click();
      await new Promise<void>((resolve) => {
        const look = (): void => {
          const list = document.querySelector('[data-region="transcript"]');
          const isThere = list !== null && (!rows || list.querySelector('article') !== null);
          if (isThere) requestAnimationFrame(() => resolve());
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      });
      return performance.now() - started;
    },
    { wanted: title, rows: hasRows },
  );
}
