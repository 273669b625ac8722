import type { SendEvent } from '../ipc/events.ts';
import type { Clock } from '../lib/clock.ts';
import { PacedWork } from '../lib/paced-work.ts';
import type { Hub } from '../mcp/hub/hub-contract.ts';

/** How often the window is told of the servers at most, in ms. */
const PAUSE_MS = 250;

/**
 * Tells the window how the servers are: of the first change at once, of those that come soon after together. The news holds every
 * tool of every server, so thirty servers that start at once would keep the window from taking a click. Gives the end of it.
 */
export function forwardServers(
  hub: Pick<Hub, 'list' | 'sequence' | 'onChange'>,
  clock: Clock,
  send: SendEvent,
): () => void {
  const news = new PacedWork(clock, PAUSE_MS, async () => {
    send('servers.changed', { servers: [...hub.list()], sequence: hub.sequence });
  });
  const stop = hub.onChange(() => {
    news.ask();
  });
  return () => {
    stop();
    news.dispose();
  };
}
