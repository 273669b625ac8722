import { appendFileSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from './clock.ts';
import type { Log } from './logger.ts';

const MAX_BYTES = 2_000_000;
const KEPT_FILES = 5;
const MAX_LINE = 20_000;

export interface LogFileOptions {
  readonly folder: string;
  readonly clock: Clock;
  /** Takes secrets out of a line (SE-51). */
  readonly redact: (text: string) => string;
  /** A file that grows over this many bytes is set aside; default 2 MB. */
  readonly maxBytes?: number;
}

/**
 * A log that appends JSON lines to `main.log` and keeps five older files, `main.1.log` being the newest. Writes at once,
 * so that the last words before a crash are on disk. Never throws: an app that cannot log goes on.
 */
export function createLogFile(options: LogFileOptions): Log {
  const { folder, clock, redact, maxBytes = MAX_BYTES } = options;
  const current = join(folder, 'main.log');
  const older = (index: number): string => join(folder, `main.${String(index)}.log`);
  let size: number | undefined;

  const open = (): number => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return statSync(current, { throwIfNoEntry: false })?.size ?? 0;
  };
  const rotate = (): void => {
    rmSync(older(KEPT_FILES), { force: true });
    for (let index = KEPT_FILES - 1; index >= 1; index -= 1) {
      if (statSync(older(index), { throwIfNoEntry: false }))
        renameSync(older(index), older(index + 1));
    }
    renameSync(current, older(1));
  };

  return (level, message, details) => {
    try {
      const at = new Date(clock.now()).toISOString();
      const line = `${redact(lineText({ at, level, message, ...details })).slice(0, MAX_LINE)}\n`;
      size ??= open();
      if (size > 0 && size + Buffer.byteLength(line) > maxBytes) {
        rotate();
        size = 0;
      }
      appendFileSync(current, line, { mode: 0o600 });
      size += Buffer.byteLength(line);
    } catch {
      size = undefined;
    }
  };
}

function lineText(entry: Readonly<Record<string, unknown>>): string {
  try {
    return JSON.stringify(entry);
  } catch {
    return JSON.stringify({ ...entry, details: 'could not be written as JSON' }, [
      'at',
      'level',
      'message',
      'details',
    ]);
  }
}
