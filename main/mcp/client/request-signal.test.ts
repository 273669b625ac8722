import { describe, expect, it, vi } from 'vitest';
import { followSignal, withBodyEnd } from './request-signal.ts';

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

describe('the end of a body', () => {
  it('is told when it has been read, and what it says is unchanged [MC-6]', async () => {
    const onEnd = vi.fn();
    const answer = withBodyEnd(new Response('text', { headers: { 'x-one': '1' } }), onEnd);
    expect(onEnd).not.toHaveBeenCalled();
    expect(answer.headers.get('x-one')).toBe('1');
    expect(await answer.text()).toBe('text');
    expect(onEnd).toHaveBeenCalledOnce();
  });

  it('is told when it fails, and when it is not wanted any more [MC-6]', async () => {
    const onEnd = vi.fn();
    const failing = new ReadableStream({ pull: () => Promise.reject(new Error('cut')) });
    await expect(withBodyEnd(new Response(failing), onEnd).text()).rejects.toThrow('cut');
    expect(onEnd).toHaveBeenCalledOnce();
    const cancel = vi.fn();
    await withBodyEnd(new Response(new ReadableStream({ cancel })), onEnd).body?.cancel('no');
    expect(cancel).toHaveBeenCalledWith('no');
    expect(onEnd).toHaveBeenCalledTimes(2);
  });
});
