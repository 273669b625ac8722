import { describe, expect, it } from 'vitest';
import { followSignal } from './request-signal.ts';

describe('the signal of one request', () => {
  it('aborts with the reason of the one it follows, also where that came first [MC-6]', () => {
    const long = new AbortController();
    const early = followSignal(long.signal);
    const reason = new Error('closed');
    long.abort(reason);
    expect(early.signal.reason).toBe(reason);
    expect(followSignal(long.signal).signal.reason).toBe(reason);
  });

  it('follows no longer when it is released [MC-6]', () => {
    const long = new AbortController();
    const { signal, release } = followSignal(long.signal);
    release();
    long.abort();
    expect(signal.aborted).toBe(false);
  });
});
