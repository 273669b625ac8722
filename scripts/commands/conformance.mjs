// @ts-check
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { format } from 'prettier';
import { build } from '../build/build.mjs';
import { markdown, summary } from '../conformance/report.mjs';
import { runCase } from '../conformance/run-case.mjs';
import { allCases } from '../conformance/scenarios.mjs';
import { runCommand, say } from '../process/failure.mjs';
import { out, root } from '../process/paths.mjs';

const AT_ONCE = 2;

await runCommand(async () => {
  const { values } = parseArgs({ options: { only: { type: 'string' } } });
  await build({ only: 'mcp' });
  const { only } = values;
  const cases = (await allCases()).filter((one) => !only || one.scenario.includes(only));
  /** @type {import('../conformance/run-case.mjs').Row[]} */
  const rows = [];
  const open = [...cases.entries()];
  const work = async () => {
    for (let next = open.shift(); next; next = open.shift()) {
      const [place, one] = next;
      const row = await runCase(one);
      rows[place] = row;
      const mark = row.passed ? 'passed' : row.checks[1] === 0 ? 'empty ' : 'FAILED';
      say(
        `${mark} ${row.suite} ${row.specVersion} ${row.scenario} ${row.checks.join('/')} ${row.reason ?? ''}`,
      );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const table = markdown(rows);
  process.stdout.write(`\n${table}\n`);
  // Part of the scenarios is no report.
  if (!only) {
    await mkdir(join(out, 'reports'), { recursive: true });
    await writeFile(join(out, 'reports', 'conformance.json'), JSON.stringify(rows, null, 2));
    await mkdir(join(root, 'docs'), { recursive: true });
    const pretty = await format(table, { parser: 'markdown' });
    await writeFile(join(root, 'docs', 'conformance.md'), pretty);
  }
  return summary(rows).failed > 0 ? 1 : 0;
});
