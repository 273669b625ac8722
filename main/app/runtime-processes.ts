import { utilityProcess } from 'electron';
import type { Transport } from '../agent/sdk/transport.ts';
import { UtilityProcessTransport } from '../agent/sdk/utility-process-transport.ts';
import { childEnvironment } from '../lib/child-environment.ts';
import type { Clock } from '../lib/clock.ts';
import { spawnSentinel } from '../lib/subprocess.ts';
import { bundlePaths } from './bundle-paths.ts';

/** Ways to new runtimes, each in a utility process of its own. */
export function runtimeProcesses(
  clock: Clock,
  /** How the network is reached, as variables. */
  network: () => Readonly<Record<string, string>>,
): () => Transport {
  return () =>
    new UtilityProcessTransport({
      forker: utilityProcess,
      modulePath: bundlePaths.runtime,
      env: childEnvironment(process.env, network()),
      serviceName: 'Parley runtime',
      onForked: spawnSentinel,
      clock,
    });
}
