export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** Where diagnostics go. Implementations redact secrets (SE-51); callers pass no secrets all the same. */
export type Log = (
  level: LogLevel,
  message: string,
  details?: Readonly<Record<string, unknown>>,
) => void;

export const silentLog: Log = () => undefined;
