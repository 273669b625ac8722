import { test } from '../fixtures/index.ts';

/** Says what is done next, and does it; a failure names the step. */
export async function step(words: string, act: () => Promise<void>): Promise<void> {
  process.stdout.write(`  ${words}\n`);
  try {
    await test.step(words, act);
  } catch (failure) {
    process.stdout.write(`The demo failed at this step: ${words}\n`);
    throw failure;
  }
}
