import type { Log } from '../../../lib/logger.ts';

/** Diagnostics as lines on stderr; they are no protocol. `debug` is left out unless asked for. */
export function stderrLog(stream: NodeJS.WritableStream, withDebug: boolean): Log {
  return (level, message, details) => {
    if (level === 'debug' && !withDebug) return;
    const rest = details === undefined ? '' : ` ${JSON.stringify(details)}`;
    stream.write(`[${level}] ${message.replaceAll('\n', '\n  ')}${rest}\n`);
  };
}
