import type { Token } from 'markdown-it';
import remend from 'remend';
import { markOpen } from './open-fence.ts';
import { parseMarkdown, type ParserMemory } from './parser.ts';

/** A top-level block that will not change any more, or the newest part that may. */
export interface MarkdownBlock {
  readonly key: number;
  readonly tokens: readonly Token[];
  /** Goes on with the list or table of the block before it. */
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
export function createBlockSplitter(): (
  text: string,
  streaming: boolean,
) => readonly MarkdownBlock[] {
  const splitter = new BlockSplitter();
  return (text, streaming) => splitter.split(text, streaming);
}

class BlockSplitter {
  #committed: MarkdownBlock[] = [];
  #done = '';
  #memory: ParserMemory = {};
  #nextKey = 0;
  #continues = false;
  /** The lines that begin the table whose rows are cut. */
  #head = '';
  /** A block was committed in parts. */
  #isCut = false;

  split(text: string, streaming: boolean): readonly MarkdownBlock[] {
    if (!text.startsWith(this.#done)) this.#restart();
    // A definition may come after its use, and a table has one width: then the finished text is parsed as a whole.
    if (!streaming && (this.#done === '' || this.#isCut || /^ {0,3}\[[^\]]+\]:/m.test(text))) {
      this.#restart();
      return [{ key: -1, tokens: parseMarkdown(text, {}), continues: false }];
    }
    const rest = this.#advance(text.slice(this.#done.length));
    const tail = this.#head + rest;
    const shown =
      streaming && tail.length <= MEND_LIMIT
        ? remend(tail, { linkMode: 'text-only', images: true, links: true })
        : tail;
    if (rest === '' || shown === '') return this.#committed;
    const tokens = parseMarkdown(shown, { ...this.#memory });
    const last = tokens.at(-1);
    if (streaming && last?.type === 'fence') markOpen(last);
    const newest = withoutHead(tokens, this.#head);
    return [...this.#committed, { key: this.#nextKey, tokens: newest, continues: this.#continues }];
  }

  #restart(): void {
    this.#committed = [];
    this.#done = '';
    this.#memory = {};
    this.#nextKey = 0;
    this.#continues = false;
    this.#head = '';
    this.#isCut = false;
  }

  #commit(tokens: readonly Token[]): void {
    const block = { key: this.#nextKey, tokens, continues: this.#continues };
    this.#committed = [...this.#committed, block];
    this.#nextKey += 1;
  }

  /** Commits what is finished of the text behind what was committed, and returns what is left. */
  #advance(tail: string): string {
    const tokens = parseMarkdown(this.#head + tail, this.#memory);
    // The head of a table that was cut counts as lines that are not there.
    const shift = this.#head === '' ? 0 : 2;
    const blocks = topLevelBlocks(tokens).map((block) => ({
      line: Math.max(0, block.line - shift),
      tokens: block.line === 0 ? withoutHead(block.tokens, this.#head) : block.tokens,
    }));
    const cut = blocks.at(-2)?.line;
    if (cut !== undefined && cut > 0) {
      for (const block of blocks.slice(0, -2)) {
        this.#commit(block.tokens);
        this.#continues = false;
        this.#head = '';
      }
      const rest = fromLine(tail, cut);
      this.#done += tail.slice(0, tail.length - rest.length);
      return rest;
    }
    const [only] = blocks;
    if (blocks.length > 1 || only === undefined || tail.length < LONG_LIST) return tail;
    return only.tokens[0]?.type === 'table_open' ? this.#cutTable(tail) : this.#cutList(tail, only);
  }

  #cutList(tail: string, list: TopBlock): string {
    const from = listItems(list.tokens)?.at(-2);
    if (from === undefined || from.line <= list.line) return tail;
    const rest = fromLine(tail, from.line);
    const taken = tail.slice(0, tail.length - rest.length);
    this.#commit(parseMarkdown(taken, this.#memory));
    this.#continues = true;
    this.#isCut = true;
    this.#done += taken;
    return rest;
  }

  /** Commits the finished rows of a table; its head is said again before what is left. */
  #cutTable(tail: string): string {
    const lines = tail.split('\n');
    const first = lines.slice(0, this.#head === '' ? 2 : 0);
    const rows = lines.slice(first.length, -2);
    if (rows.length < 20) return tail;
    const taken = `${[...first, ...rows].join('\n')}\n`;
    this.#commit(withoutHead(parseMarkdown(this.#head + taken, this.#memory), this.#head));
    if (this.#head === '') this.#head = `${first.join('\n')}\n`;
    this.#continues = true;
    this.#isCut = true;
    this.#done += taken;
    return tail.slice(taken.length);
  }
}

/** The rows of a table that goes on, without the head that was put before them. */
function withoutHead(tokens: readonly Token[], head: string): readonly Token[] {
  if (head === '' || tokens[0]?.type !== 'table_open') return tokens;
  const from = tokens.findIndex((token) => token.type === 'thead_close');
  return [tokens[0], ...tokens.slice(from + 1)];
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
