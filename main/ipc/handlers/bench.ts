import type { Handlers } from '../../../shared/ipc/contract.ts';
import type { benchCalls } from '../../../shared/ipc/routes/bench.ts';
import { ParleyError } from '../../../shared/lib/errors.ts';
import type { Bench } from '../../mcp/hub/bench/bench.ts';
import type { Hub } from '../../mcp/hub/hub-contract.ts';
import type { SavedCallStore } from '../../storage/saved-call-store.ts';
import type { Caller } from '../caller.ts';

/** How long after a key press or click a request to a server counts as the person's, in ms (SE-5). */
const GESTURE_WINDOW_MS = 1_000;

export interface BenchHandlerParts {
  readonly bench: Bench;
  readonly saved: SavedCallStore;
  /** Asks the person where to, then writes; false when they chose nothing. */
  readonly saveFile: (name: string, bytes: Uint8Array) => Promise<boolean>;
  readonly now: () => number;
}

/** Handlers of `bench.*`. What makes a server do something needs a key press or click just before. */
export function benchHandlers(
  { bench, saved, saveFile, now }: BenchHandlerParts,
  hub: Pick<Hub, 'recordOf' | 'clearTraffic'>,
): Handlers<typeof benchCalls, Caller> {
  const requireGesture = ({ lastInputAt }: Caller): void => {
    if (now() - lastInputAt <= GESTURE_WINDOW_MS) return;
    throw new ParleyError(
      'bench.no-gesture',
      'A request to a server needs a click or a key press in the window, so it was not sent.',
    );
  };
  const requireServer = (serverId: string): void => {
    if (!hub.recordOf(serverId))
      throw new ParleyError('server.not-found', 'No server has this id.');
  };
  return {
    'bench.start': ({ serverId, request, timeoutMs }, caller) => {
      requireServer(serverId);
      // What the person watches is read again as it changes.
      if (request.kind !== 'resource' || !bench.watch.has(serverId, request.uri))
        requireGesture(caller);
      return bench.runs.start(serverId, request, timeoutMs);
    },
    'bench.cancel': ({ runId }) => bench.runs.cancel(runId),
    'bench.runs': ({ serverId }) => ({ runs: [...bench.runs.list(serverId)] }),
    'bench.result': ({ runId, offset }) => bench.runs.part(runId, offset),
    'bench.check': (input) => bench.check(input.serverId, input.tool, input.arguments),
    'bench.list': ({ serverId, list, cursor }) => bench.list(serverId, list, cursor),
    'bench.complete': ({ serverId, ...question }, { signal }) =>
      bench.complete(serverId, question, signal),
    'bench.subscribe': ({ serverId, uri }, caller) => {
      requireGesture(caller);
      return bench.subscribe(serverId, uri);
    },
    'bench.unsubscribe': ({ serverId, uri }) => bench.unsubscribe(serverId, uri),
    'bench.subscriptions': ({ serverId }) => ({ uris: [...bench.watch.list(serverId)] }),
    'bench.traffic': ({ serverId }) => ({ entries: [...bench.traffic(serverId)] }),
    'bench.clearTraffic': ({ serverId }) => hub.clearTraffic(serverId),
    'bench.exportTraffic': async ({ serverId }) => {
      const name = hub.recordOf(serverId)?.key ?? 'server';
      const bytes = new TextEncoder().encode(bench.trafficExport(serverId));
      return { saved: await saveFile(`${name}-traffic.jsonl`, bytes) };
    },
    'bench.saveFile': async ({ name, base64 }) => ({
      saved: await saveFile(name, Buffer.from(base64, 'base64')),
    }),
    'bench.savedCalls': () => ({ calls: [...saved.list()] }),
    'bench.saveCall': (call) => {
      requireServer(call.serverId);
      return saved.save(call);
    },
    'bench.removeSavedCall': ({ id }) => saved.remove(id),
  };
}
