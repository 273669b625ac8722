/**
 * Keys of an action as one text: modifiers in this order, then a key, such as `Mod+Shift+F`. `Mod` is Command on macOS and Ctrl
 * elsewhere, `Ctrl` is the control key of macOS alone.
 */
export type Shortcut = string;

const modifiers = ['Mod', 'Ctrl', 'Alt', 'Shift'] as const;
type Modifier = (typeof modifiers)[number];

const namedKeys = [
  'Enter',
  'Escape',
  'Tab',
  'Space',
  'Backspace',
  'Delete',
  'Insert',
  'Home',
  'End',
  'PageUp',
  'PageDown',
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'Plus',
] as const;

const pattern = new RegExp(
  `^(?:Mod\\+)?(?:Ctrl\\+)?(?:Alt\\+)?(?:Shift\\+)?(?:[A-Z0-9]|[-,./;'\`\\[\\]\\\\]|F(?:[1-9]|1[0-9]|2[0-4])|${namedKeys.join('|')})$`,
);

/** True for a text that is a shortcut as it is written here. */
export function isShortcut(text: string): boolean {
  return pattern.test(text);
}

/** The keys of a shortcut, one after another. */
export function keysOf(shortcut: Shortcut): readonly string[] {
  return shortcut.split('+');
}

/** Of a key press, what a shortcut is made of. */
export interface KeyPress {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  getModifierState?(name: string): boolean;
}

/** The shortcut that was pressed; undefined for a modifier alone, for what types a character by AltGr, and for keys of the system. */
export function shortcutOf(press: KeyPress, isMac: boolean): Shortcut | undefined {
  if (!isMac && (press.metaKey || press.getModifierState?.('AltGraph') === true)) return undefined;
  const key = keyOf(press);
  if (key === undefined) return undefined;
  const held: Readonly<Record<Modifier, boolean>> = {
    Mod: isMac ? press.metaKey : press.ctrlKey,
    Ctrl: isMac && press.ctrlKey,
    Alt: press.altKey,
    // On many keyboards the plus is typed with it, on others without.
    Shift: press.shiftKey && key !== 'Plus',
  };
  return [...modifiers.filter((modifier) => held[modifier]), key].join('+');
}

/** Keys of the main block by their place: what they type changes with Shift, Alt and language. */
const byPlace: Readonly<Record<string, string>> = {
  Comma: ',',
  Period: '.',
  Slash: '/',
  Semicolon: ';',
  Quote: "'",
  BracketLeft: '[',
  BracketRight: ']',
  Backslash: '\\',
  Backquote: '`',
  Minus: '-',
  Equal: 'Plus',
  NumpadAdd: 'Plus',
  NumpadSubtract: '-',
};

function keyOf({ key, code, altKey, shiftKey }: KeyPress): string | undefined {
  if (key === '+' || key === '=') return 'Plus';
  if (key === ' ') return 'Space';
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1];
  if (digit !== undefined) return digit;
  // The letter that is typed, so that it is where the person's keyboard has it; by its place where another script is typed.
  if (/^[a-z]$/i.test(key) && !altKey) return key.toUpperCase();
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  if (letter !== undefined) return letter;
  if (!altKey && !shiftKey && isShortcut(key) && key.length === 1) return key;
  if (byPlace[code] !== undefined) return byPlace[code];
  return isShortcut(key) && !/^[A-Z]$/.test(key) ? key : undefined;
}

/** The shortcut with its digit as 1, for actions that have one for each of 1 to 9; undefined when it has no such digit. */
export function withoutDigit(
  shortcut: Shortcut,
): { readonly shortcut: Shortcut; readonly digit: number } | undefined {
  const digit = /(?:^|\+)([1-9])$/.exec(shortcut)?.[1];
  if (digit === undefined) return undefined;
  return { shortcut: `${shortcut.slice(0, -1)}1`, digit: Number(digit) };
}

/** True when the keys type nothing by themselves, so that they may act while a person writes. */
export function leavesTextAlone(shortcut: Shortcut): boolean {
  const keys = keysOf(shortcut);
  return (
    keys.includes('Mod') ||
    keys.includes('Ctrl') ||
    keys.includes('Alt') ||
    /^(?:F\d+|Escape)$/.test(keys.at(-1) ?? '')
  );
}

/** True for keys that take none from other programs that they use alone: with two modifiers. */
export function mayBeGlobal(shortcut: Shortcut): boolean {
  return keysOf(shortcut).length > 2;
}

const acceleratorKeys: Readonly<Record<string, string>> = {
  Mod: 'CommandOrControl',
  Ctrl: 'Control',
  Escape: 'Esc',
  Enter: 'Return',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
};

/** As the system's menus and global shortcuts take it. */
export function acceleratorOf(shortcut: Shortcut): string {
  return keysOf(shortcut)
    .map((key) => acceleratorKeys[key] ?? key)
    .join('+');
}
