// @ts-check
import { checkSteps, printSummary, runSteps } from '../check/steps.mjs';
import { runCommand } from '../process/failure.mjs';

await runCommand(async () => {
  const results = await runSteps(checkSteps);
  printSummary(results);
  return results.some(({ counts }) => counts.failed > 0) ? 1 : 0;
});
