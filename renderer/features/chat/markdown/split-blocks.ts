import type { Token } from 'markdown-it';
import remend from 'remend';
import { parseMarkdown, type ParserMemory } from './parser.ts';

/** A top-level block that will not change any more, or the newest part that may. */
export interface MarkdownBlock {
  readonly key: number;
  readonly tokens: readonly Token[];
  /** Goes on with the list of the block before it. */
  readonly continues: boolean;
}

/** Above this, mending open marks costs more than the flash it avoids. */
const MEND_LIMIT = 4_000;
/** Lists longer than this are committed item by item. */
const LONG_LIST = 2_000;

/**
 * Parses a growing text so that each step costs the newest part alone: all top-level blocks but the last two are
 * committed (a later line can still join the last ones). Give it the whole text each time; it notices another text.
 */
export function createBlockSplitter() {
  let committed: MarkdownBlock[] = [];
  let done = '';
  let memory: ParserMemory = {};
  let nextKey = 0;
  let continues = false;

  const restart = () => {
    committed = [];
    done = '';
    memory = {};
    nextKey = 0;
    continues = false;
  };
  const commit = (tokens: readonly Token[], goesOn: boolean) => {
    committed = [...committed, { key: nextKey, tokens, continues: goesOn }];
    nextKey += 1;
  };

  const advance = (tail: string): string => {
    const tokens = parseMarkdown(tail, memory);
    const blocks = topLevelBlocks(tokens);
    const cut = blocks.at(-2)?.line;
    if (cut !== undefined && cut > 0) {
      for (const block of blocks.slice(0, -2)) {
        commit(block.tokens, continues);
        continues = false;
      }
      const rest = fromLine(tail, cut);
      done += tail.slice(0, tail.length - rest.length);
      return rest;
    }
    const list = blocks[0];
    if (blocks.length > 1 || list === undefined || tail.length < LONG_LIST) return tail;
    const items = listItems(list.tokens);
    const from = items?.at(-2);
    if (items === undefined || from === undefined || from.line <= list.line) return tail;
    const rest = fromLine(tail, from.line);
    const head = tail.slice(0, tail.length - rest.length);
    commit(parseMarkdown(head, memory), continues);
    continues = true;
    done += head;
    return rest;
  };

  return (text: string, streaming: boolean): readonly MarkdownBlock[] => {
    if (!text.startsWith(done)) restart();
    // A definition may come after its use: then the finished text is parsed as a whole.
    if (!streaming && /^ {0,3}\[[^\]]+\]:/m.test(text)) {
      restart();
      return [{ key: -1, tokens: parseMarkdown(text, {}), continues: false }];
    }
    const tail = advance(text.slice(done.length));
    const shown =
      streaming && tail.length <= MEND_LIMIT
        ? remend(tail, { linkMode: 'text-only', images: true, links: true })
        : tail;
    if (shown === '') return committed;
    const key = nextKey;
    return [...committed, { key, tokens: parseMarkdown(shown, { ...memory }), continues }];
  };
}

interface TopBlock {
  readonly line: number;
  readonly tokens: readonly Token[];
}

function topLevelBlocks(tokens: readonly Token[]): TopBlock[] {
  const blocks: TopBlock[] = [];
  let start = 0;
  let depth = 0;
  tokens.forEach((token, index) => {
    depth += token.nesting;
    if (depth !== 0) return;
    const first = tokens[start];
    blocks.push({ line: first?.map?.[0] ?? 0, tokens: tokens.slice(start, index + 1) });
    start = index + 1;
  });
  return blocks;
}

function listItems(tokens: readonly Token[]): { readonly line: number }[] | undefined {
  if (!/^(bullet|ordered)_list_open$/.test(tokens[0]?.type ?? '')) return undefined;
  return tokens
    .filter((token) => token.type === 'list_item_open' && token.level === 1)
    .map((token) => ({ line: token.map?.[0] ?? 0 }));
}

function fromLine(text: string, line: number): string {
  let at = 0;
  for (let count = 0; count < line; count += 1) {
    const end = text.indexOf('\n', at);
    if (end === -1) return '';
    at = end + 1;
  }
  return text.slice(at);
}
