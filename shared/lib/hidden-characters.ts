/** A piece of a text: shown as it is, or as the code of a character that a person would not see. */
export interface TextPart {
  readonly text: string;
  readonly hidden: boolean;
}

/**
 * Characters that change how text reads without being seen: controls (but newline and tab), format and bidi marks,
 * zero-width and filler characters, unusual spaces and line ends, variation selectors, tags, lone surrogates
 * and private or unassigned code points.
 */
const hiddenCharacter =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}\u00a0\u034f\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u202f\u205f\u2800\u3000\u3164\ufe00-\ufe0f\uffa0\u{e0100}-\u{e01ef}]/u;

/** True when the character would not be seen, or be taken for another. */
export function isHiddenCharacter(character: string): boolean {
  return character !== '\n' && character !== '\t' && hiddenCharacter.test(character);
}

/** The code a hidden character is shown as, such as `U+200B`. */
export function characterCode(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Splits a text into visible runs and single hidden characters given as codes; joining the visible runs loses only hidden ones. */
export function splitHiddenCharacters(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let run = '';
  for (const character of text) {
    if (!isHiddenCharacter(character)) {
      run += character;
      continue;
    }
    if (run !== '') parts.push({ text: run, hidden: false });
    run = '';
    parts.push({ text: characterCode(character), hidden: true });
  }
  if (run !== '') parts.push({ text: run, hidden: false });
  return parts;
}
