// @ts-check
/** A failure that is told to the person in one sentence, without a stack. */
export class Failure extends Error {
  /** @param {string} sentence what happened, why, and what to do */
  constructor(sentence) {
    super(sentence);
    this.name = 'Failure';
  }
}

/**
 * Prints one line of progress.
 * @param {string} line
 */
export function say(line) {
  process.stdout.write(`parley: ${line}\n`);
}

/**
 * Prints one line of warning on the error stream.
 * @param {string} line
 */
export function warn(line) {
  process.stderr.write(`parley: ${line}\n`);
}

/**
 * Runs a command's main function and turns what it throws into a sentence and an exit code.
 * @param {() => Promise<number | undefined>} main returns the exit code, 0 if undefined
 */
export async function runCommand(main) {
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    process.exitCode = 1;
    if (error instanceof Failure) warn(error.message);
    else
      process.stderr.write(
        `${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
      );
  }
}
