/** A value of a server as JSON for people to see, at most `cap` characters of it. Never throws, however deep it is. */
export function shownJson(value: unknown, cap = Number.POSITIVE_INFINITY): string {
  let text: unknown;
  try {
    text = JSON.stringify(value);
  } catch {
    return 'something nested too deep to be shown';
  }
  return typeof text === 'string' ? text.slice(0, cap) : 'nothing';
}
