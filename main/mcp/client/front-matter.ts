import { isJsonObject } from '../../../shared/lib/json.ts';

/**
 * Reads the front matter of a SKILL.md: the lines between two `---`, of YAML only `key: text`, with plain or quoted text, and
 * lists and maps of it by indentation. Whatever else YAML allows is refused, so that nothing is read in two ways. Throws a
 * plain sentence.
 */
export function readFrontMatter(document: string): Readonly<Record<string, unknown>> {
  const lines = document.replace(/^\uFEFF/, '').split(/\r?\n/);
  const end = lines.indexOf('---', 1);
  if (lines[0] !== '---' || end < 0) throw new Error('it does not begin with front matter');
  const kept = lines.slice(1, end).filter((line) => !/^\s*(#.*)?$/.test(line));
  const reader = new BlockReader(kept);
  const read = reader.block(0);
  if (!reader.isAtEnd || !isJsonObject(read))
    throw new Error('its front matter is no list of fields');
  return read;
}

type Block = Readonly<Record<string, unknown>> | readonly unknown[];
const DEEPEST = 8;

class BlockReader {
  #place = 0;
  constructor(private readonly lines: readonly string[]) {}

  get isAtEnd(): boolean {
    return this.#place >= this.lines.length;
  }

  #depth(): number {
    return this.lines[this.#place]?.search(/\S/) ?? -1;
  }

  block(depth: number): Block {
    if (depth > DEEPEST * 2) throw new Error('its front matter is nested too deeply');
    return this.lines[this.#place]?.slice(depth).startsWith('- ') === true
      ? this.#list(depth)
      : this.#fields(depth);
  }

  #list(depth: number): unknown[] {
    const items: unknown[] = [];
    while (this.#depth() === depth && this.#line(depth).startsWith('- ')) {
      items.push(scalar(this.#line(depth).slice(2)));
      this.#place += 1;
    }
    return items;
  }

  #fields(depth: number): Record<string, unknown> {
    const fields = new Map<string, unknown>();
    while (this.#depth() === depth) {
      const line = this.#line(depth);
      const [, key, rest = ''] = /^([\w.-]+):(?:\s+(.*))?$/.exec(line) ?? [];
      if (key === undefined)
        throw new Error(`its front matter has the line “${line.slice(0, 60)}”`);
      if (fields.has(key)) throw new Error(`its front matter has the field ${key} twice`);
      this.#place += 1;
      const inner = this.#depth();
      const hasBlock = rest.trim() === '' && inner > depth;
      fields.set(key, hasBlock ? this.block(inner) : scalar(rest));
    }
    return Object.fromEntries(fields);
  }

  #line(depth: number): string {
    return this.lines[this.#place]?.slice(depth) ?? '';
  }
}

/** One value on one line. */
function scalar(written: string): unknown {
  const text = written.trim();
  if (text.startsWith('"')) return JSON.parse(text);
  if (/^'(?:[^']|'')*'$/.test(text)) return text.slice(1, -1).replaceAll("''", "'");
  if (/^[[\]{}&*!|>%@`'"?,]|^- | #|: |:$/.test(text))
    throw new Error(
      `its front matter has the value “${text.slice(0, 60)}”, which is not plain text`,
    );
  if (text === '' || text === '~' || text === 'null') return null;
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text) ? Number(text) : text;
}
