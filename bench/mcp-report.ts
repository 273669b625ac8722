import type { PeerName } from './peers/peers.ts';

export interface LegName {
  readonly name: string;
}

/** Calls/s of one client on one leg, in the order of the rounds. */
export interface Measured {
  readonly leg: string;
  readonly peer: PeerName;
  readonly samples: number[];
}

export interface Circumstances {
  readonly at: string;
  readonly processor: string;
  readonly cores: number;
  readonly memoryGiB: number;
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
    const ratios = samples.map((sample, round) => sample / (raw[round] ?? Number.NaN));
    return {
      leg,
      peer,
      callsPerSecond: Math.round(quantile(samples, 0.5)),
      toRawClient: rounded(quantile(ratios, 0.5)),
      quartiles: [rounded(quantile(ratios, 0.25)), rounded(quantile(ratios, 0.75))],
      samples: samples.map(Math.round),
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

/** The page about the results, in Markdown. */
export function page(results: Results): string {
  const { rows, versions } = results;
  const table = rows.map(({ leg, peer, callsPerSecond, toRawClient, quartiles }) =>
    line([
      leg,
      titles[peer],
      callsPerSecond,
      toRawClient.toFixed(2),
      quartiles.map((one) => one.toFixed(2)).join(' – '),
    ]),
  );
  const isWhole = rows.some(({ peer }) => peer === 'ai-sdk');
  return [
    '# Tool calls of the MCP client, measured',
    '',
    'Written by `npm run bench`. The same echo server answers every client (2025-11-25, JSON answers over HTTP); each client runs in a thread of its own, one at a time, after a warm-up. The ratios are the claim: the medians of what each round gave, in which all clients take turns. Calls per second depend on the machine.',
    '',
    line(['leg', 'client', 'calls/s, median', 'to the raw client', 'middle half of the rounds']),
    line(['---', '---', '---:', '---:', '---:']),
    ...table,
    '',
    ...(isWhole
      ? []
      : [
          `\`@ai-sdk/mcp\` ${versions['@ai-sdk/mcp'] ?? ''} is not in the table: it asks for Node 22 or newer, and this run had Node ${versions['node'] ?? ''}.`,
          '',
        ]),
    `Machine: ${results.processor}, ${results.cores} cores, ${results.memoryGiB} GiB, ${results.platform}, on ${results.at.slice(0, 10)}. ${results.rounds} rounds of ${results.sampleMs} ms. Client and server share the cores, and other programs ran beside them, so expect a few hundredths of noise in a ratio.`,
    '',
    `Versions: ${Object.entries(versions)
      .map(([name, version]) => `${name} ${version}`)
      .join(', ')}.`,
    '',
  ].join('\n');
}
