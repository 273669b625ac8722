import type { Pace } from './peers/peer-worker.ts';
import type { PeerName } from './peers/peers.ts';

export interface LegName {
  readonly name: string;
}

/** What one client did on one leg, in the order of the rounds. */
export interface Measured {
  readonly leg: string;
  readonly peer: PeerName;
  readonly samples: Pace[];
}

export interface Circumstances {
  readonly at: string;
  readonly processor: string;
  readonly cores: number;
  readonly memoryGiB: number;
  /** Of the last minute, at the end. */
  readonly load: number;
  readonly platform: string;
  readonly rounds: number;
  readonly sampleMs: number;
  readonly versions: Readonly<Record<string, string>>;
}

export interface Row {
  readonly leg: string;
  readonly peer: PeerName;
  /** Median. */
  readonly callsPerSecond: number;
  /** Median of the rounds' ratios to the raw client: both were measured within a second or two of each other. */
  readonly toRawClient: number;
  /** Half of the rounds' ratios lie within. */
  readonly quartiles: readonly [number, number];
  /** Processor time of the client's thread in µs a call, median; null where the system does not tell. */
  readonly cpuMicros: number | null;
  readonly samples: readonly number[];
}

export interface Results extends Circumstances {
  readonly rows: readonly Row[];
}

const titles: Readonly<Record<PeerName, string>> = {
  ours: 'createMCPClient',
  client: '@modelcontextprotocol/client',
  sdk: '@modelcontextprotocol/sdk',
  'ai-sdk': '@ai-sdk/mcp',
};

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  const place = (sorted.length - 1) * part;
  const [below = Number.NaN, above = Number.NaN] = [
    sorted[Math.floor(place)],
    sorted[Math.ceil(place)],
  ];
  return below + (above - below) * (place % 1);
}

/** Medians and ratios of what was measured. */
export function resultsOf(measured: readonly Measured[], circumstances: Circumstances): Results {
  const rows = measured.map(({ leg, peer, samples }): Row => {
    const raw = measured.find((one) => one.leg === leg && one.peer === 'client')?.samples ?? [];
    const paces = samples.map((sample) => sample.callsPerSecond);
    const ratios = paces.map((pace, round) => pace / (raw[round]?.callsPerSecond ?? Number.NaN));
    const cpu = quantile(
      samples.map((sample) => sample.cpuMicros),
      0.5,
    );
    return {
      leg,
      peer,
      callsPerSecond: Math.round(quantile(paces, 0.5)),
      toRawClient: rounded(quantile(ratios, 0.5)),
      quartiles: [rounded(quantile(ratios, 0.25)), rounded(quantile(ratios, 0.75))],
      cpuMicros: Number.isNaN(cpu) ? null : Math.round(cpu),
      samples: paces.map(Math.round),
    };
  });
  return { ...circumstances, rows };
}

function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}

function line(cells: readonly (string | number)[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** Where ours stands, leg by leg, by both measures. */
function standing(rows: readonly Row[]): string[] {
  const ours = rows.filter((row) => row.peer === 'ours');
  const lines = ours.map((own) => {
    const peers = rows.filter(({ leg, peer }) => leg === own.leg && peer !== 'ours');
    const best = peers.reduce((one, other) => (other.toRawClient > one.toRawClient ? other : one));
    const lightest = Math.min(...peers.map((one) => one.cpuMicros ?? Number.POSITIVE_INFINITY));
    const pace = (own.toRawClient / best.toRawClient).toFixed(2);
    const cost =
      own.cpuMicros === null ? 'not known' : `${(own.cpuMicros / lightest).toFixed(2)} times`;
    return `- ${own.leg}: ${pace} times the pace of the best peer (${titles[best.peer]}), ${cost} the processor time of the one that needs least.`;
  });
  return ['## Against the best peer', '', ...lines, '', ...why];
}

const why: readonly string[] = [
  '## Why',
  '',
  '- stdio, 1 at a time: a call is one write, one read and two wake-ups between processes. What a client does itself is the smaller part of that, so the order of those that need about the same follows the scheduler. Ours asks for progress with each call and has each call watched by a timer, which the server’s answer carries no trace of.',
  '- stdio, 32 at a time: what is sent in one turn goes out in one write, and what arrives at once is decoded at once.',
  '- HTTP: most of the time of a small call is the built-in fetch, its streams and its promises. Ours gives plain requests to the same connections directly (`main/mcp/client/direct-fetch.ts`), unless a program has put another fetch in place of the global one or hands over its own.',
  '- 2026-07-28: requests go through `@modelcontextprotocol/client`, which adds what that revision wants and checks every message, and then through our own checks. `@ai-sdk/mcp` writes the envelope itself.',
  '',
];

/** The page about the results, in Markdown. */
export function page(results: Results): string {
  const { rows, versions } = results;
  const table = rows.map(({ leg, peer, callsPerSecond, toRawClient, quartiles, cpuMicros }) =>
    line([
      leg,
      titles[peer],
      callsPerSecond,
      toRawClient.toFixed(2),
      quartiles.map((one) => one.toFixed(2)).join(' – '),
      cpuMicros ?? 'not known',
    ]),
  );
  const isWhole = rows.some(({ peer }) => peer === 'ai-sdk');
  return [
    '# Tool calls of the MCP client, measured',
    '',
    'Written by `npm run bench`. The same servers answer every client: a plain echo server (2025-11-25, JSON answers over HTTP), and on the legs marked 2026-07-28 one written with `@modelcontextprotocol/server`, which takes most of the time there. Each client runs in a thread of its own, one at a time, after a warm-up. A server over stdio has a session of its own, whoever starts it: Linux shares the processor out by session, and on a busy machine a server in its client’s session would seem faster. The ratios are the claim: the medians of what each round gave, in which all clients take turns. Calls per second depend on the machine. The last column counts only the time that the client’s own thread was at work, which a busy machine disturbs least.',
    '',
    line([
      'leg',
      'client',
      'calls/s, median',
      'to the raw client',
      'middle half of the rounds',
      'processor, µs a call',
    ]),
    line(['---', '---', '---:', '---:', '---:', '---:']),
    ...table,
    '',
    ...(isWhole
      ? []
      : [
          `\`@ai-sdk/mcp\` ${versions['@ai-sdk/mcp'] ?? ''} is not in the table: it asks for Node 22 or newer, and this run had Node ${versions['node'] ?? ''}.`,
          '',
        ]),
    ...standing(rows),
    `Machine: ${results.processor}, ${results.cores} cores, ${results.memoryGiB} GiB, ${results.platform}, on ${results.at.slice(0, 10)}. ${results.rounds} rounds of ${results.sampleMs} ms. Client and server share the cores with all else that runs: the load average was ${results.load.toFixed(1)}, and where it is well above the number of cores the processor time says more than the pace.`,
    '',
    `Versions: ${Object.entries(versions)
      .map(([name, version]) => `${name} ${version}`)
      .join(', ')}.`,
    '',
  ].join('\n');
}
