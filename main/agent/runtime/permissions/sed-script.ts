/** Options of `sed` that neither write nor bring a script from elsewhere. */
const PLAIN_LETTERS = new Set(['n', 'E', 'r', 's', 'u', 'z']);
const PLAIN_LONG = new Set(['--quiet', '--silent', '--regexp-extended', '--posix', '--sandbox']);

/**
 * Why a `sed` with these arguments may run a program or write a file. Only scripts of printing, deleting, quitting and
 * substituting are known to be harmless; GNU sed also has `e`, `w`, `r` and flags of `s` that do the same.
 */
export function sedProblem(args: readonly string[]): string | undefined {
  const scripts: string[] = [];
  let isScriptNext = false;
  let hasScript = false;
  for (const arg of args) {
    if (isScriptNext || (!hasScript && !arg.startsWith('-'))) {
      scripts.push(arg);
      hasScript = true;
      isScriptNext = false;
    } else if (arg === '-e') isScriptNext = hasScript = true;
    else if (arg.startsWith('-') && !isPlainOption(arg))
      return `the option "${arg}" of "sed" is not known to be harmless`;
  }
  const bad = scripts.find((script) => !isHarmlessScript(script));
  return bad === undefined ? undefined : `the script "${bad}" of "sed" may run a program or write`;
}

function isPlainOption(arg: string): boolean {
  if (arg.startsWith('--')) return PLAIN_LONG.has(arg);
  return arg.length > 1 && Array.from(arg.slice(1)).every((letter) => PLAIN_LETTERS.has(letter));
}

/** Commands separated by `;`, each with line numbers in front at most. */
function isHarmlessScript(script: string): boolean {
  let rest = script;
  while (rest !== '') {
    rest = rest.replace(/^[\s;]*/, '').replace(/^(\d+|\$)(,(\d+|\$))?!?\s*/, '');
    if (rest === '') return true;
    const after = rest.startsWith('s') ? afterSubstitution(rest) : afterCommand(rest);
    if (after === undefined) return false;
    rest = after;
  }
  return true;
}

function afterCommand(text: string): string | undefined {
  return /^[pdqP=](?=$|[\s;])/.test(text) ? text.slice(1) : undefined;
}

function afterSubstitution(text: string): string | undefined {
  const delimiter = text[1];
  if (delimiter === undefined || /[\s\\a-zA-Z0-9]/.test(delimiter)) return undefined;
  let at = 2;
  for (let parts = 0; parts < 2; parts += 1) {
    while (at < text.length && text[at] !== delimiter) {
      if (text[at] === '[' || text[at] === '\n') return undefined;
      at += text[at] === '\\' ? 2 : 1;
    }
    if (at >= text.length) return undefined;
    at += 1;
  }
  const flags = /^[gpiI0-9]*(?=$|[\s;])/.exec(text.slice(at));
  return flags ? text.slice(at + flags[0].length) : undefined;
}
