import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { z } from 'zod';
import { systemClock } from '../main/lib/clock.ts';
import { silentLog } from '../main/lib/logger.ts';
import { spawnManaged } from '../main/lib/subprocess.ts';
import { ServerStore } from '../main/mcp/config/server-store.ts';
import { McpHub } from '../main/mcp/hub/hub.ts';
import { serveNotes } from '../main/mcp/servers/notes.ts';

/** PF-8: so many servers at once, one of which never answers. RE-10: so many starts and stops of one. */
const SERVERS = 50;
const CYCLES = Number(process.env['BENCH_CYCLES'] ?? 1_000);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);

const node = (file: string) => ({
  type: 'stdio' as const,
  command: process.execPath,
  args: [join(import.meta.dirname, file)],
  env: {},
});
/** Answers what a client asks at its start, without the time that a Node takes to come up. */
const shell = {
  type: 'stdio' as const,
  command: '/bin/sh',
  args: [
    '-c',
    `while IFS= read -r line; do
       id=\${line##*'"id":'}; id=\${id%%[,\\}]*}
       case "$line" in
         *'"initialize"'*) printf '{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"shell","version":"1"}}}\\n' "$id";;
         *'"tools/list"'*) printf '{"jsonrpc":"2.0","id":%s,"result":{"tools":[{"name":"one","inputSchema":{"type":"object"}}]}}\\n' "$id";;
         *'"id":'*) printf '{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no"}}\\n' "$id";;
       esac
     done`,
  ],
  env: {},
};

async function open(root: string): Promise<McpHub> {
  return new McpHub({
    store: await ServerStore.open({
      path: join(root, 'servers.json'),
      clock: systemClock,
      onTrouble: () => undefined,
    }),
    consent: { reviewServer: () => Promise.resolve(true) },
    clientName: 'Parley',
    clientVersion: '0.1.0',
    clock: systemClock,
    log: silentLog,
    spawn: spawnManaged,
    environment: process.env,
    searchPath: () => Promise.resolve(process.env['PATH'] ?? ''),
    serverFolder: join(root, 'servers'),
    builtins: {
      notes: (transport) =>
        serveNotes(transport, { folder: join(root, 'notes'), version: '0.1.0' }),
    },
    random: () => 0.5,
  });
}

async function inFolder<T>(work: (root: string) => Promise<T>): Promise<T> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'parley-bench-hub-')));
  try {
    return await work(root);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

/** Resolves when the server has this status. */
function reaches(hub: McpHub, serverId: string, status: string): Promise<void> {
  const has = (): boolean => hub.list().find(({ id }) => id === serverId)?.status === status;
  return new Promise((resolve) => {
    if (has()) {
      resolve();
      return;
    }
    const stop = hub.onChange(() => {
      if (!has()) return;
      stop();
      resolve();
    });
  });
}

interface Start {
  readonly firstMs: number;
  readonly lastMs: number;
  readonly usualDelayMs: number;
  readonly worstDelayMs: number;
  /** Processor time of the program in one go: what of a delay is its own work, and not that others had the processor. */
  readonly worstWorkMs: number;
}

/** Watches the event loop until it is told to stop. */
function watchLoop(): () => Pick<Start, 'usualDelayMs' | 'worstDelayMs' | 'worstWorkMs'> {
  const delays = monitorEventLoopDelay({ resolution: 5 });
  delays.enable();
  let worst = 0;
  let before = process.cpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    before = process.cpuUsage();
    worst = Math.max(worst, user + system);
  }, 5);
  return () => {
    clearInterval(timer);
    delays.disable();
    return {
      usualDelayMs: delays.percentile(99) / 1e6,
      worstDelayMs: delays.max / 1e6,
      worstWorkMs: worst / 1e3,
    };
  };
}

const copied = z.object({ servers: z.array(z.looseObject({ name: z.string() })) });

/** A profile with servers that the person agreed to before: copies of one that the hub wrote, so that nothing runs for it. */
async function writeProfile(root: string, withMute: boolean): Promise<void> {
  const hub = await open(root);
  const { signal } = new AbortController();
  for (const name of ['echo', 'mute']) {
    const draft = { name, definition: node(`${name}-stdio.js`), startTimeoutMs: 600_000 };
    await hub.add(draft, signal);
  }
  await hub.dispose();
  const file = join(root, 'servers.json');
  const { servers, ...rest } = copied.loose().parse(JSON.parse(await readFile(file, 'utf8')));
  const [echo, mute] = ['echo', 'mute'].map((name) => servers.find((one) => one.name === name));
  const echoes = Array.from({ length: withMute ? SERVERS - 1 : SERVERS }, (_, n) => {
    const name = `echo-${String(n)}`;
    return { ...echo, id: randomUUID(), key: name, name };
  });
  const whole = { ...rest, servers: withMute ? [mute, ...echoes] : echoes };
  await writeFile(file, JSON.stringify(whole));
}

/** Starts servers of a profile at once, as the app does, and calls a tool of each that answers as soon as it can be called. */
async function startAll(withMute: boolean): Promise<Start> {
  return inFolder(async (root) => {
    await writeProfile(root, withMute);
    const hub = await open(root);
    const stopWatching = watchLoop();
    const begun = performance.now();
    await hub.start();
    const all = hub.list().filter(({ definition }) => definition.type === 'stdio');
    const times = await Promise.all(
      all
        .filter(({ name }) => name !== 'mute')
        .map(async ({ id }) => {
          await reaches(hub, id, 'connected');
          await hub.callTool(id, 'echo', { text: 'here' });
          return performance.now() - begun;
        }),
    );
    const seen = stopWatching();
    const still = hub.list().filter(({ status }) => status === 'connecting').length;
    if (still !== (withMute ? 1 : 0)) throw new Error(`${String(still)} servers are connecting.`);
    await hub.dispose();
    return {
      firstMs: Math.min(...times),
      lastMs: Math.max(...times),
      ...seen,
    };
  });
}

interface Counts {
  readonly cycles: number;
  readonly processes: number;
  readonly descriptors: number;
  readonly handles: number;
  readonly heapMiB: number;
  readonly rssMiB: number;
}

async function counts(cycles: number): Promise<Counts> {
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  const tasks = await readFile(`/proc/self/task/${String(process.pid)}/children`, 'utf8');
  return {
    cycles,
    processes: tasks.trim().split(' ').filter(Boolean).length,
    descriptors: (await readdir('/proc/self/fd')).length,
    handles: process.getActiveResourcesInfo().length,
    heapMiB: heapUsed / 2 ** 20,
    rssMiB: rss / 2 ** 20,
  };
}

/** Starts and stops one server over and over, as a person does by its switch. */
async function startAndStop(): Promise<{ readonly seconds: number; readonly rows: Counts[] }> {
  return inFolder(async (root) => {
    const hub = await open(root);
    await hub.start();
    const { signal } = new AbortController();
    const draft = { name: 'shell', definition: shell, startTimeoutMs: 60_000 };
    const { serverId = '' } = await hub.add(draft, signal);
    await reaches(hub, serverId, 'connected');
    await hub.setEnabled(serverId, false, signal);
    const rows: Counts[] = [];
    const begun = performance.now();
    for (let cycle = 1; cycle <= CYCLES; cycle += 1) {
      await hub.setEnabled(serverId, true, signal);
      await reaches(hub, serverId, 'connected');
      await hub.setEnabled(serverId, false, signal);
      if (cycle % (CYCLES / 5) === 0 || cycle === CYCLES / 10) rows.push(await counts(cycle));
    }
    const seconds = (performance.now() - begun) / 1_000;
    await hub.dispose();
    return { seconds, rows };
  });
}

const rounded = (value: number): string => value.toFixed(value < 100 ? 1 : 0);
const median = (values: readonly number[]): number =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;

async function main(root: string): Promise<void> {
  const load = loadavg()[0] ?? 0;
  const [plain, mute]: [Start[], Start[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    plain.push(await startAll(false));
    mute.push(await startAll(true));
  }
  const of = (starts: readonly Start[], what: keyof Start): number =>
    median(starts.map((start) => start[what]));
  const ratio = of(mute, 'lastMs') / of(plain, 'lastMs');
  const { seconds, rows } = await startAndStop();
  const date = new Date().toISOString().slice(0, 10);
  const row = (name: string, starts: readonly Start[]): string =>
    `| ${name} | ${(['firstMs', 'lastMs', 'usualDelayMs', 'worstDelayMs', 'worstWorkMs'] as const).map((what) => rounded(of(starts, what))).join(' | ')} |`;
  const text = `
${ROUNDS === 1 ? 'One start each' : `Medians of ${String(ROUNDS)} starts`}, taken in turns on ${String(cpus().length)} cores (${cpus()[0]?.model.trim() ?? 'unknown'}, load ${rounded(load)} at the start and ${rounded(loadavg()[0] ?? 0)} at the end), Node ${process.versions.node}, ${date}; written by \`npm run bench -- hub\`. ${String(SERVERS)} stdio servers of Node, started at once by the hub, each called as soon as it is connected. All in ms.

| servers | first usable | last usable | delay of the event loop, 99 of 100 | worst | own work in one go, at most |
|---|---|---|---|---|---|
${row(`all ${String(SERVERS)} answer`, plain)}
${row('one never answers', mute)}

The others are usable within ${ratio.toFixed(2)} x of what they take where all answer (goal: 1.2 x).

One server turned on and off ${String(CYCLES)} times by its switch (${rounded(seconds)} s), counted after a collection of garbage each time:

| cycles | child processes | descriptors | handles | heap, MiB | memory, MiB |
|---|---|---|---|---|---|
${rows.map((one) => `| ${[one.cycles, one.processes, one.descriptors, one.handles, rounded(one.heapMiB), rounded(one.rssMiB)].join(' | ')} |`).join('\n')}
`;
  const latest = join(root, 'bench', 'results', 'latest.json');
  await mkdir(join(root, 'bench', 'results'), { recursive: true });
  const others = JSON.parse(await readFile(latest, 'utf8').catch(() => '{}')) as object;
  const results = { at: new Date().toISOString(), load, plain, mute, seconds, rows };
  await writeFile(latest, `${JSON.stringify({ ...others, hub: results }, null, 2)}\n`);
  const page = join(root, 'docs', 'measurements.md');
  const [begin, end] = ['<!-- hub -->\n', '<!-- end of hub -->'];
  const whole = await readFile(page, 'utf8');
  const [before = '', after = ''] = [whole.split(begin)[0], whole.split(end)[1]];
  await writeFile(page, `${before}${begin}${text}\n${end}${after}`);
  process.stdout.write(text);
}

await main(process.cwd());
