import { readFile, mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../e2e/fixtures/launch.ts';
import { median } from './chat/app.ts';
import { measureStart, SERVERS } from './window/start-servers.ts';
import type { StartSeen } from './window/start-servers.ts';

const ROUNDS = Number(process.env['PARLEY_BENCH_ROUNDS'] ?? '3');
const columns = ['firstMs', 'lastMs', 'usualClickMs', 'worstClickMs', 'worstFrameMs'] as const;

/** PF-8 in the app itself: the window and its page beside the servers that start. */
const load = loadavg()[0] ?? 0;
const [plain, mute]: [StartSeen[], StartSeen[]] = [[], []];
for (let round = 0; round < ROUNDS; round += 1) {
  plain.push(await measureStart(false));
  mute.push(await measureStart(true));
}
const of = (starts: readonly StartSeen[], what: (typeof columns)[number]): number =>
  median(starts.map((start) => start[what]));
const row = (name: string, starts: readonly StartSeen[]): string =>
  `| ${name} | ${columns.map((what) => of(starts, what).toFixed(0)).join(' | ')} |`;
const clicks = Math.min(...[...plain, ...mute].map((start) => start.clicks));
const text = `
Medians of ${String(ROUNDS)} starts, taken in turns on ${String(cpus().length)} cores (${cpus()[0]?.model.trim() ?? 'unknown'}, load ${load.toFixed(1)} at the start and ${(loadavg()[0] ?? 0).toFixed(1)} at the end), Electron under Xvfb without a graphics card, ${new Date().toISOString().slice(0, 10)}; written by \`npm run bench -- window\`. ${String(SERVERS)} stdio servers of Node appear at once in the open app; the times are from the first that starts to the one that is usable, as the window is told. Meanwhile buttons of the sidebar are clicked, ${String(clicks)} times at least in each start. All in ms.

| servers | first usable | last usable | a click until it is drawn, median | worst | longest frame |
|---|---|---|---|---|---|
${row(`all ${String(SERVERS)} answer`, plain)}
${row('one never answers', mute)}

The others are usable within ${(of(mute, 'lastMs') / of(plain, 'lastMs')).toFixed(2)} x of what they take where all answer (goal: 1.2 x).
`;
const latest = join(projectRoot, 'bench', 'results', 'latest.json');
await mkdir(join(projectRoot, 'bench', 'results'), { recursive: true });
const others = JSON.parse(await readFile(latest, 'utf8').catch(() => '{}')) as object;
const window = { at: new Date().toISOString(), load, plain, mute };
await writeFile(latest, `${JSON.stringify({ ...others, window }, null, 2)}\n`);
const page = join(projectRoot, 'docs', 'measurements.md');
const [begin, end] = ['<!-- window -->\n', '<!-- end of window -->'];
const whole = await readFile(page, 'utf8');
const [before = '', after = ''] = [whole.split(begin)[0], whole.split(end)[1]];
await writeFile(page, `${before}${begin}${text}\n${end}${after}`);
process.stdout.write(text);
