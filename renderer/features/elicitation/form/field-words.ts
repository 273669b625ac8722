import { splitHiddenCharacters } from '../../../../shared/lib/hidden-characters.ts';
import type { FormField } from '../../../../shared/mcp/elicitation.ts';
import { text } from '../../../../shared/texts/catalogue.ts';
import type { FormProblem } from './form-draft.ts';

const words = text.elicitation;
/** Longest name of a choice; the rest is cut off with dots. */
const LONGEST = 300;

/** A problem as a sentence. */
export function problemWords(problem: FormProblem): string {
  return 'limit' in problem
    ? words.problems.limits[problem.code](problem.limit)
    : words.problems.plain[problem.code];
}

/** The limits of a field; those of numbers stand inside the field instead. */
export function limitWords(field: FormField): string | undefined {
  const { notes } = words;
  const { minLength = 0, maxLength, minItems = 0, maxItems } = field;
  if (field.kind === 'multi-select') {
    if (maxItems !== undefined && minItems > 0)
      return minItems === maxItems ? notes.exactly(maxItems) : notes.range(minItems, maxItems);
    if (maxItems !== undefined) return notes.most(maxItems);
    return minItems > 0 ? notes.least(minItems) : undefined;
  }
  if (!['text', 'email', 'uri'].includes(field.kind)) return undefined;
  if (maxLength !== undefined)
    return minLength > 0 ? notes.characters(minLength, maxLength) : notes.mostCharacters(maxLength);
  return minLength > 1 ? notes.leastCharacters(minLength) : undefined;
}

/** The limits of a number, to stand inside its field. */
export function rangeWords({ minimum, maximum }: FormField): string | undefined {
  const { notes } = words;
  if (minimum !== undefined && maximum !== undefined) return notes.range(minimum, maximum);
  if (minimum !== undefined) return notes.least(minimum);
  return maximum === undefined ? undefined : notes.most(maximum);
}

/** What stands beside the label. */
export function noteWords(field: FormField): string | undefined {
  const limits = limitWords(field);
  if (field.isRequired || field.kind === 'boolean') return limits;
  return limits === undefined ? words.optional : words.joined(words.optional, limits);
}

/** What Parley adds to the description of a field that it does not know wholly. */
export function flagWords(field: FormField): string | undefined {
  const { kind, unknownShape, pattern } = field;
  if (unknownShape === 'array') return words.list;
  if (unknownShape !== undefined && kind === 'raw')
    return unknownShape === '' ? words.noType : words.unknownType(shownText(unknownShape));
  if (unknownShape !== undefined) return words.unknownFormat(shownText(unknownShape));
  return pattern === undefined || kind !== 'text' ? undefined : words.pattern(shownText(pattern));
}

/** A text of a server for places that take no elements: hidden characters as codes, bounded. */
export function shownText(value: string): string {
  const whole = splitHiddenCharacters(value.slice(0, LONGEST + 1))
    .map((part) => part.text)
    .join('')
    .replace(/\s+/g, ' ');
  return value.length > LONGEST ? `${whole.slice(0, LONGEST)}…` : whole;
}
