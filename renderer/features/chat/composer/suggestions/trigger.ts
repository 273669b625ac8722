/** What the caret stands behind: words after `@`, after `/` at the begin of the message, or after a command with choices. */
export interface Trigger {
  readonly kind: 'mention' | 'command' | 'choice';
  readonly query: string;
  /** Of `choice`: the name of the command. */
  readonly command?: string;
  /** Where the words to replace begin and end. */
  readonly start: number;
  readonly end: number;
}

/** Longer words are no search. */
const LONGEST = 200;

/** Looks from the caret back. An `@` inside a word, such as in a mail address, is none. */
export function triggerAt(
  text: string,
  caret: number,
  hasChoices: (command: string) => boolean,
): Trigger | undefined {
  const before = text.slice(0, caret);
  if (before.startsWith('/')) {
    const [, name = '', space, query = ''] = /^\/(\S*)(\s)?([^\n]*)$/.exec(before) ?? [];
    if (name.includes('/') || before.includes('\n')) return undefined;
    if (space === undefined)
      return name.length > LONGEST
        ? undefined
        : { kind: 'command', query: name, start: 0, end: caret };
    if (hasChoices(name)) return { kind: 'choice', command: name, query, start: 0, end: caret };
  }
  const [whole, query = ''] = /(?<![A-Za-z0-9._%+-])@([^\s@]*)$/.exec(before) ?? [];
  if (whole === undefined || query.length > LONGEST) return undefined;
  return { kind: 'mention', query, start: caret - whole.length, end: caret };
}

/** The text with the words of a trigger replaced, and where the caret then stands. */
export function replaced(
  text: string,
  { start, end }: Trigger,
  by: string,
): { readonly text: string; readonly caret: number } {
  const after = text.slice(end);
  // One space is enough.
  const words = by.endsWith(' ') && after.startsWith(' ') ? by.slice(0, -1) : by;
  return {
    text: text.slice(0, start) + words + after,
    caret: start + by.length,
  };
}
