import type { BrowserWindow } from 'electron';
import type { BenchHandlerParts } from '../ipc/handlers/bench.ts';
import type { SendEvent } from '../ipc/events.ts';
import type { Clock } from '../lib/clock.ts';
import type { Disposable } from '../lib/disposable.ts';
import type { Log } from '../lib/logger.ts';
import type { ProfilePaths } from '../lib/profile-paths.ts';
import { Bench } from '../mcp/hub/bench/bench.ts';
import type { Hub } from '../mcp/hub/hub-contract.ts';
import { SavedCallStore } from '../storage/saved-call-store.ts';
import { tellTrouble } from './data-trouble.ts';
import type { Notices } from './notices.ts';
import { createFileSaver } from './save-file.ts';

export interface BenchContext {
  readonly paths: ProfilePaths;
  readonly clock: Clock;
  readonly log: Log;
  readonly notices: Notices;
  readonly hub: Hub;
  readonly send: SendEvent;
  readonly window: () => BrowserWindow;
}

/** The bench over the hub, with the saved calls of the profile. */
export async function openBench(context: BenchContext): Promise<BenchHandlerParts & Disposable> {
  const { paths, clock, log, notices, hub, send } = context;
  const saved = await SavedCallStore.open({
    path: paths.benchFile,
    clock,
    onTrouble: tellTrouble(notices, 'bench-corrupt'),
  });
  const bench = new Bench({
    hub,
    clock,
    log,
    events: {
      onRun: (run) => send('bench.run', run),
      onResourceUpdated: (serverId, uri) => send('bench.resourceUpdated', { serverId, uri }),
      onTraffic: (serverId, entries) => send('bench.traffic', { serverId, entries: [...entries] }),
    },
  });
  const stop = saved.onChange((calls) => send('bench.savedCalls', { calls: [...calls] }));
  return {
    bench,
    saved,
    saveFile: createFileSaver(context.window),
    now: () => clock.now(),
    dispose: () => {
      stop();
      bench.dispose();
    },
  };
}
