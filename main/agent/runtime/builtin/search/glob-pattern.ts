/** The most alternatives that the braces of one pattern may stand for. */
const MOST_ALTERNATIVES = 256;

/**
 * Whether a path, relative and with slashes, fits a pattern: `*` and `?` within a name, `**` over folders, `[a-z]`, `{a,b}`.
 * A pattern without a slash fits names in every folder.
 */
export function globMatcher(pattern: string): (path: string) => boolean {
  const anywhere = pattern.includes('/') ? pattern.replace(/^\.?\//, '') : `**/${pattern}`;
  const patterns = alternatives(anywhere).map((one) => new RegExp(`^${expression(one)}$`, 'su'));
  return (path) => patterns.some((one) => one.test(path));
}

/** Braces written out. */
function alternatives(pattern: string): string[] {
  const open = innermostBrace(pattern);
  if (!open) return [pattern];
  const { from, to } = open;
  const inside = pattern.slice(from + 1, to).split(',');
  // Braces without a comma are ordinary characters.
  if (inside.length === 1) {
    const escaped = `${pattern.slice(0, from)}\\{${inside[0] ?? ''}\\}${pattern.slice(to + 1)}`;
    return alternatives(escaped);
  }
  const all = inside.flatMap((one) =>
    alternatives(pattern.slice(0, from) + one + pattern.slice(to + 1)),
  );
  return [...new Set(all)].slice(0, MOST_ALTERNATIVES);
}

function innermostBrace(pattern: string): { from: number; to: number } | undefined {
  let from = -1;
  for (let at = 0; at < pattern.length; at += 1) {
    if (pattern[at] === '\\') at += 1;
    else if (pattern[at] === '{') from = at;
    else if (pattern[at] === '}' && from !== -1) return { from, to: at };
  }
  return undefined;
}

function expression(pattern: string): string {
  let result = '';
  for (let at = 0; at < pattern.length; at += 1) {
    const rest = pattern.slice(at);
    const set = /^\[([!^]?)((?:\\.|[^\]\\/])+)\]/.exec(rest);
    if (rest.startsWith('**/')) {
      result += '(?:[^/]+/)*';
      at += 2;
    } else if (rest.startsWith('**')) {
      result += '.*';
      at += 1;
    } else if (rest.startsWith('*')) result += '[^/]*';
    else if (rest.startsWith('?')) result += '[^/]';
    else if (set) {
      result += `[${set[1] === '' ? '' : '^/'}${(set[2] ?? '').replace(/[\\[\]^]/g, '\\$&')}]`;
      at += set[0].length - 1;
    } else if (rest.startsWith('\\') && rest.length > 1) {
      result += escaped(rest[1] ?? '');
      at += 1;
    } else result += escaped(rest[0] ?? '');
  }
  return result;
}

function escaped(character: string): string {
  return /[\\^$.*+?()[\]{}|/]/.test(character) ? `\\${character}` : character;
}
