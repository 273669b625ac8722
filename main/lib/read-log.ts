import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** A line of the log as it was written. */
export interface WrittenLine {
  readonly at: string;
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
  /** The rest as JSON; empty for nothing. */
  readonly details: string;
}

/** As much of the end of the log is read, in bytes, and as many lines are given. */
const MOST_BYTES = 512_000;
const MOST_LINES = 1_000;

const written = z.looseObject({
  at: z.string(),
  level: z.enum(['info', 'warn', 'error']),
  message: z.string(),
});

/** The file that the app writes now. */
export function logFileOf(folder: string): string {
  return join(folder, 'main.log');
}

/** The last lines of the log, newest last. A line that is none is left out. Rejects only when a log that is there cannot be read. */
export async function readLog(folder: string): Promise<readonly WrittenLine[]> {
  const file = await open(logFileOf(folder)).catch((failure: unknown) => {
    if ((failure as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw failure;
  });
  if (file === undefined) return [];
  try {
    const { size } = await file.stat();
    const start = Math.max(0, size - MOST_BYTES);
    const { buffer, bytesRead } = await file.read(
      Buffer.alloc(Math.min(size, MOST_BYTES)),
      0,
      Math.min(size, MOST_BYTES),
      start,
    );
    const lines = buffer.toString('utf8', 0, bytesRead).split('\n');
    // The first may have been cut.
    return lines
      .slice(start > 0 ? 1 : 0)
      .flatMap(parsedLine)
      .slice(-MOST_LINES);
  } finally {
    await file.close();
  }
}

function parsedLine(line: string): readonly WrittenLine[] {
  if (line === '') return [];
  try {
    const { at, level, message, ...rest } = written.parse(JSON.parse(line));
    return [
      { at, level, message, details: Object.keys(rest).length > 0 ? JSON.stringify(rest) : '' },
    ];
  } catch {
    return [];
  }
}
