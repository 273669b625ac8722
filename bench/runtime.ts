import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startModelServer } from '../e2e/servers/model/model-server.ts';
import { createSdkMcpServer, ProcessTransport, query, tool } from '../main/agent/sdk/index.ts';

const STARTS = 10;
const CALLS = 400;
const runtime = join(import.meta.dirname, 'package', 'runtime', 'parley.js');
const echo = join(import.meta.dirname, 'echo-stdio.js');

interface Start {
  readonly initializedMs: number;
  readonly rssMiB: number;
  readonly endMs: number;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const [low = Number.NaN, high = Number.NaN] = [
    sorted[Math.floor((sorted.length - 1) / 2)],
    sorted[Math.ceil((sorted.length - 1) / 2)],
  ];
  return (low + high) / 2;
}

function nodeStart(): number {
  const from = performance.now();
  spawnSync(process.execPath, ['-e', '0'], { stdio: 'ignore' });
  return performance.now() - from;
}

function initializeFrame(profile: string, servers: boolean): string {
  const definition = { type: 'stdio', command: process.execPath, args: [echo] };
  return `${JSON.stringify({
    type: 'control_request',
    request_id: 'start',
    request: {
      subtype: 'initialize',
      session_id: crypto.randomUUID(),
      cwd: profile,
      config_root: profile,
      model: { provider_id: 'offline', id: 'offline' },
      provider: { id: 'offline', kind: 'offline', label: 'Offline' },
      servers: servers ? [{ name: 'echo', definition }] : [],
    },
  })}\n`;
}

/** Memory of a process in MiB, as Linux counts it. */
async function memoryOf(child: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${String(child.pid)}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
}

/** Processor time of this process and of a runtime in ms; of ours alone where the system does not tell. */
function processorMs(pid: number | undefined): number {
  const { user, system } = process.cpuUsage();
  const own = (user + system) / 1000;
  try {
    const fields =
      readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
        .split(') ')[1]
        ?.split(' ') ?? [];
    // Of the kernel's usual 100 ticks a second.
    return own + (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return own;
  }
}

/** Starts a runtime, waits for its answer to initialize, ends its input, and waits for it. */
async function startOnce(profile: string, servers: boolean): Promise<Start> {
  const from = performance.now();
  const child = spawn(process.execPath, [runtime, '--sdk'], { stdio: ['pipe', 'pipe', 'ignore'] });
  const closed = new Promise((resolve) => child.once('close', resolve));
  child.stdin.write(initializeFrame(profile, servers));
  let said = '';
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8');
      if (said.includes('"request_id":"start"')) resolve();
    });
  });
  const initializedMs = performance.now() - from;
  const rssMiB = await memoryOf(child);
  const ending = performance.now();
  child.stdin.end();
  await closed;
  return { initializedMs, rssMiB, endMs: performance.now() - ending };
}

/** From the start of one call's handler to the start of the next: result, loop, decision, control channel, without a model. */
async function measureCalls(profile: string): Promise<{ callMs: number; callCpuMs: number }> {
  const starts: number[] = [];
  const used: number[] = [];
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'] };
  const transport = new ProcessTransport({ pathToRuntime: runtime, env });
  const model = await startModelServer();
  const parts = Array.from({ length: CALLS }, (_, index) => ({
    tool: { id: `call-${String(index)}`, name: 'mcp__own__tick', input: {} },
  }));
  model.push({ kind: 'answer', parts }, { kind: 'answer', parts: [{ text: 'done' }] });
  const tick = tool('tick', 'Notes the time.', {}, () => {
    starts.push(performance.now());
    if (starts.length === CALLS / 4 || starts.length === CALLS)
      used.push(processorMs(transport.pid));
    return { content: [{ type: 'text', text: 'ok' }] };
  });
  const session = query({
    prompt: 'go',
    options: {
      transport,
      configRoot: profile,
      cwd: profile,
      provider: { kind: 'openai-compatible', baseUrl: model.url },
      model: 'm',
      mcpServers: { own: createSdkMcpServer({ name: 'own', tools: [tick] }) },
      allowedTools: ['mcp__own'],
    },
  });
  for await (const message of session)
    if (message.type === 'result' && message.is_error) throw new Error(message.errors.join(' '));
  await model.dispose();
  const steps = starts.slice(1).map((at, index) => at - (starts[index] ?? 0));
  if (steps.length !== CALLS - 1) throw new Error(`${String(steps.length)} calls were made.`);
  // The first ones are those of code that is not compiled yet.
  const [before = 0, after = 0] = used;
  return {
    callMs: median(steps.slice(CALLS / 4)),
    callCpuMs: (after - before) / (CALLS - CALLS / 4),
  };
}

interface Results {
  readonly at: string;
  readonly processor: string;
  readonly cores: number;
  readonly load: number;
  readonly node: string;
  readonly nodeMs: number;
  readonly initializedMs: number;
  readonly withServerMs: number;
  readonly toNode: number;
  readonly withServerToNode: number;
  readonly rssMiB: number;
  readonly endMs: number;
  readonly callMs: number;
  readonly callCpuMs: number;
}

async function measure(profile: string): Promise<Results> {
  await startOnce(profile, false);
  const nodes: number[] = [];
  const bare: Start[] = [];
  const withServer: Start[] = [];
  // In turns, so that what else the machine does weighs on all alike.
  for (let turn = 0; turn < STARTS; turn += 1) {
    nodes.push(nodeStart());
    bare.push(await startOnce(profile, false));
    withServer.push(await startOnce(profile, true));
  }
  const { callMs, callCpuMs } = await measureCalls(profile);
  const rounded = (value: number): number => Math.round(value * 100) / 100;
  const nodeMs = median(nodes);
  const initializedMs = median(bare.map((one) => one.initializedMs));
  const withServerMs = median(withServer.map((one) => one.initializedMs));
  return {
    at: new Date().toISOString(),
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    load: rounded(loadavg()[0] ?? 0),
    node: process.versions.node,
    nodeMs: rounded(nodeMs),
    initializedMs: rounded(initializedMs),
    withServerMs: rounded(withServerMs),
    toNode: rounded(initializedMs / nodeMs),
    withServerToNode: rounded(withServerMs / nodeMs),
    rssMiB: rounded(median(bare.map((one) => one.rssMiB))),
    endMs: rounded(median(bare.map((one) => one.endMs))),
    callMs: rounded(callMs),
    callCpuMs: rounded(callCpuMs),
  };
}

/** The part of the page that this leg writes. */
function section(results: Results): string {
  return `
Medians of ${String(STARTS)} starts taken in turns on ${String(results.cores)} cores (${results.processor}, load ${String(results.load)}), Node ${results.node}, ${results.at.slice(0, 10)}; written by \`npm run bench -- runtime\`.

| what | measured | goal |
|---|---|---|
| \`node -e 0\` | ${String(results.nodeMs)} ms | |
| runtime, from its start to the answer to \`initialize\` | ${String(results.initializedMs)} ms, ${String(results.toNode)} x | 6 x |
| the same with one stdio server | ${String(results.withServerMs)} ms, ${String(results.withServerToNode)} x | 6 x |
| its memory then | ${String(results.rssMiB)} MiB | 120 MB |
| from the end of its input to its exit | ${String(results.endMs)} ms | |
| one call of an in-process tool through \`query()\`, model excluded (${String(CALLS)} calls) | ${String(results.callMs)} ms | 1.5 ms |
| its processor time, host and runtime together | ${String(results.callCpuMs)} ms | |
`;
}

async function main(root: string): Promise<void> {
  const profile = await mkdtemp(join(tmpdir(), 'parley-bench-'));
  try {
    const results = await measure(profile);
    const latest = join(root, 'bench', 'results', 'latest.json');
    const others = JSON.parse(await readFile(latest, 'utf8').catch(() => '{}')) as object;
    await writeFile(latest, `${JSON.stringify({ ...others, runtime: results }, null, 2)}\n`);
    const page = join(root, 'docs', 'measurements.md');
    const text = await readFile(page, 'utf8');
    const [begin, end] = ['<!-- runtime -->\n', '<!-- end of runtime -->'];
    const [before = '', after = ''] = [text.split(begin)[0], text.split(end)[1]];
    await writeFile(page, `${before}${begin}${section(results)}\n${end}${after}`);
    process.stdout.write(section(results));
  } finally {
    await rm(profile, { recursive: true, force: true });
  }
}

await main(process.cwd());
