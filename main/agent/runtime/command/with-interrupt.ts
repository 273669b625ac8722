import { CommandInterrupted } from './command-errors.ts';
import type { CommandProcess } from './command-process.ts';

/** Runs `work` until it ends or the person interrupts it; then its signal aborts and `CommandInterrupted` is thrown once it has ended. */
export async function withInterrupt<T>(
  own: Pick<CommandProcess, 'onInterrupt'>,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  const stopListening = own.onInterrupt(() => stop.abort(new CommandInterrupted()));
  try {
    return await work(stop.signal);
  } catch (error) {
    stop.signal.throwIfAborted();
    throw error;
  } finally {
    stopListening();
  }
}
