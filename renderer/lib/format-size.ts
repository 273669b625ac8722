/** A length: `312 B`, `3.1 kB`, `11.4 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${String(bytes)} B`;
  const units = ['kB', 'MB', 'GB'];
  let value = bytes / 1_000;
  let unit = 0;
  while (value >= 999.95 && unit < units.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  return `${value.toFixed(1)} ${units[unit] ?? ''}`;
}

const two = (value: number): string => String(value).padStart(2, '0');

/** The clock with seconds: `9:44:02`. Epoch ms. */
export function formatClock(at: number): string {
  const time = new Date(at);
  return `${String(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`;
}

/** The same with milliseconds: `9:44:02.114`. */
export function formatExactClock(at: number): string {
  return `${formatClock(at)}.${String(new Date(at).getMilliseconds()).padStart(3, '0')}`;
}

/** How long an exchange took, to the millisecond below ten seconds. */
export function formatTook(milliseconds: number): string {
  if (milliseconds < 10_000) return `${String(Math.round(milliseconds))} ms`;
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

/** Length of base64 as bytes. */
export function base64Bytes(text: string): number {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  return Math.max(0, Math.floor((text.length * 3) / 4) - padding);
}
