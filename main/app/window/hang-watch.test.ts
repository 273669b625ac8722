import { describe, expect, it, vi } from 'vitest';
import { HangWatch } from './hang-watch.ts';

function watch(answers: (boolean | Error)[]) {
  const asked: AbortSignal[] = [];
  const reload = vi.fn();
  const hang = new HangWatch({
    ask: (signal) => {
      asked.push(signal);
      return new Promise((resolve, reject) => {
        const answer = answers.shift();
        if (answer === undefined) signal.addEventListener('abort', () => resolve(false));
        else if (answer instanceof Error) reject(answer);
        else resolve(answer);
      });
    },
    reload,
    log: () => undefined,
  });
  return { hang, asked, reload };
}

describe('a page that hangs', () => {
  it('is loaded again when the person wants it, and asked about once at a time [RE-12.hang]', async () => {
    const { hang, asked, reload } = watch([true, false]);
    hang.hangs();
    hang.hangs();
    expect(asked).toHaveLength(1);
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    hang.hangs();
    await Promise.resolve();
    expect(asked).toHaveLength(2);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('that answers after all takes the question away [RE-12.hang]', async () => {
    const { hang, asked, reload } = watch([]);
    hang.hangs();
    hang.answers();
    expect(asked[0]?.aborted).toBe(true);
    await Promise.resolve();
    expect(reload).not.toHaveBeenCalled();
    hang.hangs();
    expect(asked).toHaveLength(2);
  });

  it('is asked about again after the person could not be asked [RE-12.hang]', async () => {
    const { hang, asked, reload } = watch([new Error('The window is gone.'), true]);
    hang.hangs();
    await vi.waitFor(() => {
      hang.hangs();
      expect(asked).toHaveLength(2);
    });
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  });
});
