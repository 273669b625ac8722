import { expect, it } from 'vitest';
import { LatestFeed } from './latest-feed.ts';

it('keeps only the newest value of a storm while one is on its way, and goes on after one that failed [RE-11]', async () => {
  const sent: number[] = [];
  const arrivals: { readonly arrive: () => void; readonly fail: (error: Error) => void }[] = [];
  const feed = new LatestFeed<number>((value) => {
    sent.push(value);
    return new Promise((arrive, fail) => arrivals.push({ arrive, fail }));
  });
  for (let value = 1; value <= 10_000; value += 1) feed.push(value);
  expect(sent).toEqual([1]);
  arrivals[0]?.fail(new Error('lost'));
  await expect.poll(() => sent).toEqual([1, 10_000]);
  arrivals[1]?.arrive();
  await Promise.resolve();
  await Promise.resolve();
  feed.push(7);
  await expect.poll(() => sent).toEqual([1, 10_000, 7]);
});
