/**
 * A server key made from a display name: lower case, other characters become `-`, made unique against `taken` by a number.
 * A name with no usable character gives `server`.
 */
export function serverKeyFromName(name: string, taken: ReadonlySet<string>): string {
  const base =
    name
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^a-z0-9_]+/g, '-')
      .replace(/_{2,}/g, '_')
      .replace(/^[-_]+|[-_]+$/g, '')
      .slice(0, 36)
      .replace(/[-_]+$/, '') || 'server';
  if (!taken.has(base)) return base;
  for (let count = 2; ; count += 1) {
    const candidate = `${base}-${String(count)}`;
    if (!taken.has(candidate)) return candidate;
  }
}
