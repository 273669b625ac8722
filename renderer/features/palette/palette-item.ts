import type { LucideIcon } from 'lucide-react';
import type { Key } from '../../ui/kbd.tsx';
import type { ServerStatus } from '../../../shared/mcp/server-state.ts';
import type { SessionRunState } from '../../../shared/ipc/routes/sessions.ts';
import type { text } from '../../../shared/texts/catalogue.ts';

export type PaletteGroup = keyof (typeof text)['shell']['palette']['groups'];

/** One thing that the palette offers. */
export interface PaletteItem {
  readonly id: string;
  readonly group: PaletteGroup;
  readonly title: string;
  readonly icon: LucideIcon | SessionRunState | ServerStatus;
  /** At the right, in subtle. */
  readonly note?: string;
  readonly keys?: readonly Key[] | undefined;
  /** Found by these words, too. */
  readonly words?: string;
  /** A rejection is told in the palette, which stays. */
  readonly run: () => unknown;
}

export interface PaletteQuery {
  /** What the first character asks for. */
  readonly only: 'actions' | 'servers' | undefined;
  readonly words: readonly string[];
}

/** `>` asks for actions alone, `@` for servers and tools. */
export function readQuery(query: string): PaletteQuery {
  const first = query.trimStart()[0];
  const only = first === '>' ? 'actions' : first === '@' ? 'servers' : undefined;
  const rest = only === undefined ? query : query.trimStart().slice(1);
  return { only, words: fold(rest).split(/\s+/).filter(Boolean) };
}

const groupsOf: Readonly<Record<NonNullable<PaletteQuery['only']>, readonly PaletteGroup[]>> = {
  actions: ['actions', 'session'],
  servers: ['servers', 'tools'],
};

/** Most that one group shows of what was found. */
const MOST_OF_GROUP = 12;

/** The items that have every word, those first that begin with it, by group in the order of the items. */
export function findItems(
  items: readonly PaletteItem[],
  { only, words }: PaletteQuery,
): ReadonlyMap<PaletteGroup, readonly PaletteItem[]> {
  const found = new Map<PaletteGroup, { readonly item: PaletteItem; readonly rank: number }[]>();
  for (const item of items) {
    if (only !== undefined && !groupsOf[only].includes(item.group)) continue;
    const rank = rankOf(item, words);
    if (rank === undefined) continue;
    const known = found.get(item.group);
    if (known === undefined) found.set(item.group, [{ item, rank }]);
    else known.push({ item, rank });
  }
  const most = words.length === 0 ? Infinity : MOST_OF_GROUP;
  return new Map(
    [...found].map(([group, hits]) => [
      group,
      // Sorting keeps the order of equals.
      hits
        .sort((one, other) => one.rank - other.rank)
        .slice(0, most)
        .map(({ item }) => item),
    ]),
  );
}

/** 0: the title begins with the words; 1: a word of it does; 2: they are in it; 3: elsewhere. Undefined: they are not there. */
function rankOf(item: PaletteItem, words: readonly string[]): number | undefined {
  if (words.length === 0) return 0;
  const title = fold(item.title);
  const all = `${title}\n${fold(item.note ?? '')}\n${fold(item.words ?? '')}`;
  if (!words.every((word) => all.includes(word))) return undefined;
  if (title.startsWith(words.join(' '))) return 0;
  if (words.every((word) => startsWord(title, word))) return 1;
  return words.every((word) => title.includes(word)) ? 2 : 3;
}

function startsWord(title: string, word: string): boolean {
  return title.split(/[^\p{L}\p{N}]+/u).some((part) => part.startsWith(word));
}

/** The parts of a text, those that were searched for marked. */
export function markedParts(
  shown: string,
  words: readonly string[],
): readonly { readonly text: string; readonly isHit: boolean }[] {
  const folded = fold(shown);
  // Folding may change the length of rare letters; then nothing is marked rather than the wrong thing.
  if (words.length === 0 || folded.length !== shown.length) return [{ text: shown, isHit: false }];
  const hits = new Array<boolean>(shown.length).fill(false);
  for (const word of words) {
    const at = folded.indexOf(word);
    if (at >= 0) hits.fill(true, at, at + word.length);
  }
  const parts: { text: string; isHit: boolean }[] = [];
  for (const [index, isHit] of hits.entries()) {
    const last = parts.at(-1);
    if (last?.isHit === isHit) last.text += shown.charAt(index);
    else parts.push({ text: shown.charAt(index), isHit });
  }
  return parts;
}

function fold(value: string): string {
  return value.toLocaleLowerCase();
}
