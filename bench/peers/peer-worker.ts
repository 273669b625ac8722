import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { openPeer } from './peers.ts';
import type { PeerClient, PeerName, ServerPlace } from './peers.ts';

/** What a worker is given: one client, and the servers it connects to, by transport. */
export interface PeerData {
  readonly peer: PeerName;
  readonly places: Readonly<Record<string, ServerPlace>>;
}

/** Keep `atOnce` calls on their way for `ms`. Answered by calls/s. */
export interface Sample {
  readonly transport: string;
  readonly atOnce: number;
  readonly ms: number;
}

export interface Pace {
  readonly callsPerSecond: number;
  /** Processor time of the client's own thread, in µs a call. NaN where the system does not tell. */
  readonly cpuMicros: number;
}

export type WorkerAnswer = Pace | { readonly failure: string };

/** What this thread has used so far. Waiting for a busy machine does not count. */
function threadMicros(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1_000;
  } catch {
    return Number.NaN;
  }
}

async function measure(client: PeerClient, { atOnce, ms }: Sample): Promise<Pace> {
  const used = threadMicros();
  const started = performance.now();
  const end = started + ms;
  let calls = 0;
  const caller = async (number: number): Promise<void> => {
    while (performance.now() < end) {
      const text = `call ${number} ${calls}`;
      const back = await client.echo(text);
      if (back !== text) throw new Error(`Asked for “${text}”, got “${back}”.`);
      calls += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, (_, number) => caller(number)));
  const took = performance.now() - started;
  return { callsPerSecond: (calls * 1_000) / took, cpuMicros: (threadMicros() - used) / calls };
}

const { peer, places } = workerData as PeerData;
const clients = new Map<string, PeerClient>();

async function clientFor(transport: string): Promise<PeerClient> {
  const known = clients.get(transport);
  if (known) return known;
  const place = places[transport];
  if (!place) throw new Error(`There is no server for ${transport}.`);
  const client = await openPeer[peer](place);
  clients.set(transport, client);
  return client;
}

async function answer(sample: Sample | 'close'): Promise<WorkerAnswer> {
  try {
    if (sample !== 'close') return await measure(await clientFor(sample.transport), sample);
    for (const client of clients.values()) await client.close();
    return { callsPerSecond: 0, cpuMicros: 0 };
  } catch (thrown) {
    return { failure: String(thrown) };
  }
}

parentPort?.on('message', (sample: Sample | 'close') => {
  void answer(sample).then((given) => {
    parentPort?.postMessage(given);
    if (sample === 'close') parentPort?.close();
  });
});
