const MOST_TERMS = 8;
const LONGEST_TERM = 100;

/** What a person looks for: every term must be in a message. */
export type SearchTerms = readonly string[];

/** The terms of a query: words, and what stands in double quotes as one. Empty when there is nothing to look for. */
export function searchTerms(query: string): SearchTerms {
  const terms: string[] = [];
  for (const [, quoted, word] of query.normalize('NFC').matchAll(/"([^"]+)"|(\S+)/g)) {
    const term = (quoted ?? word ?? '').replace(/\s+/g, ' ').trim();
    if (term !== '' && term !== '"') terms.push(term.slice(0, LONGEST_TERM));
  }
  return terms.slice(0, MOST_TERMS);
}

/** Number of characters as the index counts them. */
export function lengthOf(term: string): number {
  return Array.from(term).length;
}

/** A part of a text with the places of what was found in it, counted in UTF-16 units. */
export interface Excerpt {
  readonly text: string;
  readonly marks: readonly (readonly [start: number, end: number])[];
}

const BEFORE = 32;
const AFTER = 120;

/** The surroundings of the first term that is found in `text`, on one line. */
export function excerptOf(text: string, terms: SearchTerms): Excerpt {
  const line = text.replace(/\s+/g, ' ').trim();
  const places = placesOf(line, terms);
  const first = places[0]?.[0] ?? 0;
  const start = first <= BEFORE ? 0 : wordStart(line, first - BEFORE, first);
  const end = Math.min(line.length, whole(line, first + AFTER));
  const opening = start > 0 ? '…' : '';
  const shift = opening.length - start;
  return {
    text: `${opening}${line.slice(start, end)}${end < line.length ? '…' : ''}`,
    marks: places
      .filter(([from, to]) => from >= start && to <= end)
      .map(([from, to]) => [from + shift, to + shift] as const),
  };
}

/** Where terms stand in a text, whatever their case, in order and not over each other. */
export function placesOf(text: string, terms: SearchTerms): (readonly [number, number])[] {
  const folded = fold(text);
  const found = terms.flatMap((term) => {
    const wanted = fold(term);
    const places: (readonly [number, number])[] = [];
    for (let at = folded.indexOf(wanted); at !== -1; at = folded.indexOf(wanted, at + 1))
      places.push([at, at + wanted.length]);
    return places;
  });
  let end = 0;
  return found
    .sort(([left], [right]) => left - right)
    .filter(([from, to]) => {
      if (from < end) return false;
      end = to;
      return true;
    });
}

/** In lower case, character by character, so that places stay where they are. */
function fold(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return Array.from(text, (one) =>
    one.toLowerCase().length === one.length ? one.toLowerCase() : one,
  ).join('');
}

/** The begin of a word at or behind `from`, not behind `limit`. */
function wordStart(line: string, from: number, limit: number): number {
  const space = line.indexOf(' ', from);
  return space === -1 || space >= limit ? whole(line, from) : space + 1;
}

/** Never between the halves of a character. */
function whole(line: string, at: number): number {
  return /[\uDC00-\uDFFF]/.test(line.charAt(at)) ? at + 1 : at;
}
