import { describe, expect, it } from 'vitest';
import { AsyncQueue } from './async-queue.ts';

describe('AsyncQueue', () => {
  it('gives what was pushed before the end, in order, to one reader', async () => {
    const queue = new AsyncQueue<number | undefined>();
    queue.push(1);
    queue.push(undefined);
    const read: (number | undefined)[] = [];
    const reading = (async () => {
      for await (const value of queue) read.push(value);
    })();
    queue.push(3);
    queue.end();
    queue.push(4);
    await reading;
    expect(read).toEqual([1, undefined, 3]);
  });

  it('throws a failure once, after what came before it', async () => {
    const queue = new AsyncQueue<string>();
    const early = queue.next();
    queue.push('a');
    queue.end(new Error('broken'));
    expect(await early).toEqual({ done: false, value: 'a' });
    await expect(queue.next()).rejects.toThrow('broken');
    expect(await queue.next()).toEqual({ done: true, value: undefined });
  });

  it('drops what nobody took when it is cleared, and lets no reader wait after the end', async () => {
    const queue = new AsyncQueue<string>();
    queue.push('a');
    queue.clear();
    const waiting = [queue.next(), queue.next()];
    queue.end();
    expect(await Promise.all(waiting)).toEqual([
      { done: true, value: undefined },
      { done: true, value: undefined },
    ]);
  });
});
