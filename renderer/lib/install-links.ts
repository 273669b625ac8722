import { createStore } from 'zustand/vanilla';
import type { ServerReading } from '../../shared/mcp/server-reading.ts';
import type { Ipc } from './ipc.ts';

/** Install links that came and wait to be shown, oldest first. */
export interface InstallLinks {
  readonly readings: readonly ServerReading[];
}

export const installLinks = createStore<InstallLinks>(() => ({ readings: [] }));

/** Forgets the link that was shown. */
export function dropInstallLink(readingId: string): void {
  installLinks.setState(({ readings }) => ({
    readings: readings.filter((reading) => reading.readingId !== readingId),
  }));
}

/**
 * Fetches the links that wait in main, now and whenever main says that one came. `onArrive` is called once for each delivery.
 * Returns what ends it.
 */
export function followInstallLinks(ipc: Ipc, onArrive: () => void): () => void {
  const take = async (): Promise<void> => {
    const { readings } = await ipc.call('serverSetup.takeLinks');
    if (readings.length === 0) return;
    installLinks.setState((before) => ({ readings: [...before.readings, ...readings] }));
    onArrive();
  };
  const quietly = (): void => {
    // Main keeps what was not taken; the next delivery brings it.
    take().catch(() => undefined);
  };
  quietly();
  return ipc.on('serverSetup.linkWaits', quietly);
}
