import { describe, expect, it } from 'vitest';
import { CreditWindow } from './credit-window.ts';

async function isPending(work: Promise<unknown>): Promise<boolean> {
  const mark = Symbol('pending');
  return (await Promise.race([work, Promise.resolve(mark)])) === mark;
}

describe('CreditWindow', () => {
  it('holds back what does not fit until credit comes back, in order [RT-1.window]', async () => {
    const window = new CreditWindow(100);
    await window.take(60);
    const second = window.take(60);
    const third = window.take(1);
    expect(await isPending(second)).toBe(true);
    expect(await isPending(third)).toBe(true);
    window.give(60);
    await Promise.all([second, third]);
  });

  it('lets one larger than the window go when nothing is outstanding [RT-1.window]', async () => {
    const window = new CreditWindow(10);
    await window.take(1000);
    const next = window.take(1);
    expect(await isPending(next)).toBe(true);
    window.give(1000);
    await next;
  });

  it('rejects everyone who waits when it is closed', async () => {
    const window = new CreditWindow(10);
    await window.take(10);
    const waiting = window.take(1).catch((error: unknown) => error);
    window.close(new Error('gone'));
    expect(await waiting).toMatchObject({ message: 'gone' });
    await expect(window.take(1)).rejects.toThrow('gone');
  });
});
