import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { page, resultsOf } from './mcp-report.ts';
import type { LegName, Measured } from './mcp-report.ts';
import type { PeerName, ServerPlace } from './peers/peers.ts';
import type { Pace, PeerData, Sample, WorkerAnswer } from './peers/peer-worker.ts';

const ROUNDS = Math.max(5, Number(process.env['BENCH_ROUNDS'] ?? 9));
const SAMPLE_MS = Number(process.env['BENCH_SAMPLE_MS'] ?? 400);
const WARM_UP_MS = 1_000;

const legs: readonly (LegName & Pick<Sample, 'transport' | 'atOnce'>)[] = [
  { name: 'stdio, 1 at a time', transport: 'stdio', atOnce: 1 },
  { name: 'stdio, 32 at a time', transport: 'stdio', atOnce: 32 },
  { name: 'HTTP, 1 at a time', transport: 'http', atOnce: 1 },
  { name: 'HTTP, 32 at a time', transport: 'http', atOnce: 32 },
  { name: 'stdio, 1 at a time, 2026-07-28', transport: 'modern-stdio', atOnce: 1 },
  { name: 'stdio, 32 at a time, 2026-07-28', transport: 'modern-stdio', atOnce: 32 },
  { name: 'HTTP, 1 at a time, 2026-07-28', transport: 'modern-http', atOnce: 1 },
  { name: 'HTTP, 32 at a time, 2026-07-28', transport: 'modern-http', atOnce: 32 },
];

/** @ai-sdk/mcp is made for Node 22 and newer. */
function peersHere(): readonly PeerName[] {
  const major = Number(process.versions.node.split('.', 1)[0]);
  return ['ours', 'client', 'sdk', ...(major >= 22 ? (['ai-sdk'] as const) : [])];
}

/** Each in a thread of its own: neither compiled code nor garbage of one weighs on another. */
class Peer {
  readonly #worker: Worker;

  constructor(
    readonly name: PeerName,
    places: Readonly<Record<string, ServerPlace>>,
  ) {
    const workerData: PeerData = { peer: name, places };
    this.#worker = new Worker(join(import.meta.dirname, 'peer-worker.js'), { workerData });
  }

  async #ask(question: Sample | 'close'): Promise<Pace> {
    const answered = once(this.#worker, 'message') as Promise<[WorkerAnswer]>;
    this.#worker.postMessage(question);
    const [answer] = await answered;
    if ('failure' in answer) throw new Error(`${this.name}: ${answer.failure}`);
    return answer;
  }

  measure(sample: Sample): Promise<Pace> {
    return this.#ask(sample);
  }

  async close(): Promise<void> {
    await this.#ask('close');
    await this.#worker.terminate();
  }
}

/** Whether a client speaks the revision of a leg. */
function speaks({ name }: Peer, { transport }: (typeof legs)[number]): boolean {
  return name !== 'sdk' || !transport.startsWith('modern');
}

async function measureAll(peers: readonly Peer[]): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const leg of legs)
    for (const peer of peers.filter((one) => speaks(one, leg))) {
      await peer.measure({ ...leg, ms: WARM_UP_MS });
      measured.push({ leg: leg.name, peer: peer.name, samples: [] });
    }
  for (let round = 0; round < ROUNDS; round += 1)
    for (const leg of legs)
      for (let turn = 0; turn < peers.length; turn += 1) {
        // Nobody is always first.
        const peer = peers[(turn + round) % peers.length];
        const row = measured.find((one) => one.leg === leg.name && one.peer === peer?.name);
        if (peer && row) row.samples.push(await peer.measure({ ...leg, ms: SAMPLE_MS }));
      }
  return measured;
}

async function versions(root: string): Promise<Record<string, string>> {
  const found: Record<string, string> = { node: process.versions.node };
  for (const name of [
    '@modelcontextprotocol/client',
    '@modelcontextprotocol/sdk',
    '@ai-sdk/mcp',
    '@modelcontextprotocol/server',
  ]) {
    const text = await readFile(join(root, 'node_modules', name, 'package.json'), 'utf8');
    found[name] = (JSON.parse(text) as { readonly version: string }).version;
  }
  return found;
}

/** Starts a server over HTTP in a thread of its own. */
async function startServer(
  file: string,
): Promise<{ readonly server: Worker; readonly url: string }> {
  const server = new Worker(join(import.meta.dirname, file));
  const [url] = (await once(server, 'message')) as [string];
  return { server, url };
}

function program(file: string): ServerPlace {
  const [apart, server] = ['apart.js', file].map((one) => join(import.meta.dirname, one));
  return { command: process.execPath, args: [apart ?? '', server ?? ''] };
}

async function main(root: string): Promise<void> {
  const [plain, modern] = [await startServer('echo-http.js'), await startServer('modern-http.js')];
  const places = {
    http: { url: plain.url },
    stdio: program('echo-stdio.js'),
    'modern-http': { url: modern.url, isModern: true },
    'modern-stdio': { ...program('modern-stdio.js'), isModern: true },
  };
  const peers = peersHere().map((name) => new Peer(name, places));
  try {
    const measured = await measureAll(peers);
    const results = resultsOf(measured, {
      at: new Date().toISOString(),
      processor: cpus()[0]?.model.trim() ?? 'unknown',
      cores: cpus().length,
      load: loadavg()[0] ?? 0,
      memoryGiB: Math.round(totalmem() / 2 ** 30),
      platform: `${process.platform} ${process.arch}`,
      rounds: ROUNDS,
      sampleMs: SAMPLE_MS,
      versions: await versions(root),
    });
    const text = page(results);
    await mkdir(join(root, 'bench', 'results'), { recursive: true });
    const latest = join(root, 'bench', 'results', 'latest.json');
    const others = JSON.parse(await readFile(latest, 'utf8').catch(() => '{}')) as object;
    await writeFile(latest, `${JSON.stringify({ ...others, mcp: results }, null, 2)}\n`);
    await writeFile(join(root, 'docs', 'measurements-mcp.md'), text);
    process.stdout.write(text);
  } finally {
    await Promise.allSettled(peers.map((peer) => peer.close()));
    await Promise.all([plain.server.terminate(), modern.server.terminate()]);
  }
}

await main(process.cwd());
