// @ts-check
import { checkSteps, printSummary, runSteps } from '../check/steps.mjs';
import { build } from '../build/build.mjs';
import { Failure, runCommand, warn } from '../process/failure.mjs';
import { closingLine, one, total } from '../test/counts.mjs';
import { runPlaywright, setUpElectron } from '../test/playwright.mjs';

/** Whether there is something to drive: after a failed build the end-to-end tests are skipped. */
let isBuilt = false;

/**
 * A step that a thrown failure ends as failed, with its sentence said.
 * @param {string} name
 * @param {() => Promise<import('../test/counts.mjs').Counts>} action
 */
function guarded(name, action) {
  return {
    name,
    run: async () => {
      try {
        return await action();
      } catch (error) {
        warn(error instanceof Failure ? error.message : String(error));
        return one('failed');
      }
    },
  };
}

const buildStep = guarded('build', async () => {
  await setUpElectron();
  await build();
  isBuilt = true;
  return one('passed');
});

const endToEndStep = guarded('end-to-end tests', async () =>
  isBuilt ? (await runPlaywright([])).counts : one('skipped'),
);

await runCommand(async () => {
  const results = await runSteps([...checkSteps, [buildStep], [endToEndStep]]);
  printSummary(results);
  const counts = total(results.map((result) => result.counts));
  process.stdout.write(`\n${closingLine(counts)}\n`);
  return counts.failed > 0 ? 1 : 0;
});
