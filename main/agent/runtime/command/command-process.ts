import type { Readable, Writable } from 'node:stream';

/** What the command uses of its process. */
export interface CommandProcess {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly folder: string;
  readonly input: Readable;
  readonly notices: Writable;
  /** Calls `run` for each Ctrl-C, and for whatever else asks the program to end; returns the unsubscriber. */
  readonly onInterrupt: (run: () => void) => () => void;
  /** Somebody sits at the terminal and can be asked. */
  readonly isTerminal: boolean;
}

/** Ctrl-C, whoever asks the program to end, and the end of its terminal. */
const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The process that this program is. */
export const ownProcess = (): CommandProcess => ({
  environment: process.env,
  folder: process.cwd(),
  input: process.stdin,
  notices: process.stderr,
  onInterrupt: (run) => {
    for (const signal of ENDING) process.on(signal, run);
    return () => {
      for (const signal of ENDING) process.off(signal, run);
    };
  },
  isTerminal: process.stdin.isTTY && process.stderr.isTTY,
});

/** Writes whole texts; resolves when they are handed over. A reader that went away, such as `head`, is no failure. */
export function writeText(output: Writable, text: string): Promise<void> {
  return new Promise((resolve) => {
    output.write(text, () => {
      resolve();
    });
  });
}

/** What a subcommand is given. */
export interface Subcommand {
  readonly args: readonly string[];
  readonly output: Writable;
  readonly own: CommandProcess;
  readonly configRoot: string;
}

/** Prints a value for programs. */
export function writeJson({ output }: Subcommand, value: unknown): Promise<void> {
  return writeText(output, `${JSON.stringify(value, null, 2)}\n`);
}

/** Prints lines for people. */
export function writeLines({ output }: Subcommand, lines: readonly string[]): Promise<void> {
  return writeText(output, lines.map((line) => `${line}\n`).join(''));
}

/** Asks a person who sits there; false where nobody does. */
export async function confirm({ own }: Subcommand, question: string): Promise<boolean> {
  if (!own.isTerminal) return false;
  const { createInterface } = await import('node:readline/promises');
  const terminal = createInterface({ input: own.input, output: own.notices });
  const giveUp = new AbortController();
  const stop = own.onInterrupt(() => giveUp.abort());
  // Nobody answers any more: the end of the input, or Ctrl-C, which a terminal gives to whoever reads from it.
  terminal.once('close', () => giveUp.abort());
  try {
    const answer = await terminal.question(`${question} y/n `, { signal: giveUp.signal });
    return /^y(?:es)?$/i.test(answer.trim());
  } catch {
    return false;
  } finally {
    stop();
    terminal.close();
  }
}
