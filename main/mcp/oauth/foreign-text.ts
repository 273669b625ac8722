import { isHiddenCharacter } from '../../../shared/lib/hidden-characters.ts';

const MAX_LENGTH = 200;

/** Text of a foreign server, fit to stand inside a sentence of ours: one line, visible characters only, bounded. */
export function foreignText(text: string): string {
  let clean = '';
  for (const character of text) {
    if (/\s/u.test(character)) clean += ' ';
    else if (!isHiddenCharacter(character)) clean += character;
    if (clean.length > MAX_LENGTH) return `${clean.slice(0, MAX_LENGTH)}…`;
  }
  return clean.trim();
}
