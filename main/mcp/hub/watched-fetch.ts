import type { FetchLike } from '@modelcontextprotocol/client';
import { messageOf } from '../../../shared/lib/errors.ts';
import type { Clock } from '../../lib/clock.ts';
import type { TrafficRing } from './traffic-ring.ts';

/** An address without what may hold a secret. */
function plainUrl(address: string | URL): string {
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname}`;
}

/** A fetch that leaves a note of each exchange: of the headers only their names. */
export function watchedFetch(
  fetch: FetchLike,
  traffic: TrafficRing,
  clock: Clock,
  redact: () => (text: string) => string,
  sessionId: string | undefined,
): FetchLike {
  return async (url, init) => {
    const startedAt = clock.now();
    const note = (end: { status?: number; failure?: string }, headers?: Headers): void => {
      traffic.add({
        kind: 'http',
        method: init?.method ?? 'GET',
        url: redact()(plainUrl(url)),
        durationMs: clock.now() - startedAt,
        requestHeaders: [...new Headers(init?.headers).keys()],
        responseHeaders: [...(headers?.keys() ?? [])],
        ...end,
        ...(sessionId === undefined ? {} : { sessionId }),
      });
    };
    try {
      const response = await fetch(url, init);
      note({ status: response.status }, response.headers);
      return response;
    } catch (thrown) {
      note({ failure: redact()(messageOf(thrown)) });
      throw thrown;
    }
  };
}
