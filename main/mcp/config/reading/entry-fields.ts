import type { ReadingNote } from '../../../../shared/mcp/server-reading.ts';
import { characterCode } from '../../../../shared/lib/hidden-characters.ts';
import { splitCommandLine } from '../../../../shared/mcp/command-line.ts';
import { serverSetup as serverSetupTexts } from '../../../../shared/texts/en/server-setup.ts';
import { backslashEdits, fieldsOf, itemsOf, stringOf } from './source-text.ts';
import type { JsonNode, SourceText } from './source-text.ts';

const words = serverSetupTexts.reading;

/** Reads the fields of one entry and gathers what is wrong with them. */
export class FieldReader {
  readonly notes: ReadingNote[] = [];

  constructor(readonly source: SourceText) {}

  note(
    severity: ReadingNote['severity'],
    sentence: string,
    node?: JsonNode,
    fix?: ReadingNote['fix'],
  ): void {
    this.notes.push({
      severity,
      sentence,
      ...(node ? { position: this.source.positionAt(node.offset) } : {}),
      ...(fix ? { fix } : {}),
    });
  }

  get hasErrors(): boolean {
    return this.notes.some(({ severity }) => severity === 'error');
  }

  /** A change that puts this JSON text in the place of the node. */
  replacing(node: JsonNode, json: unknown, sentence: string): NonNullable<ReadingNote['fix']> {
    const { offset, length } = node;
    return { sentence, edits: [{ offset, length, text: JSON.stringify(json) }] };
  }

  /** A text; another value is an error, which offers to put it into quotes. */
  text(field: string, node: JsonNode): string | undefined {
    const value = stringOf(node);
    if (value !== undefined) {
      this.#checkControl(field, node, value);
      return value;
    }
    this.note('error', words.mustBeText(field), node, this.#quoting(node));
    return undefined;
  }

  #quoting(node: JsonNode): ReadingNote['fix'] {
    if (node.type !== 'number' && node.type !== 'boolean') return undefined;
    const written = this.source.text.slice(node.offset, node.offset + node.length);
    return this.replacing(node, written, words.quote(written));
  }

  /** "c:\temp" in JSON is "c:", a tab and "emp": told before it is saved. */
  #checkControl(field: string, node: JsonNode, value: string): void {
    const found = /[\u0000-\u001f]/.exec(value)?.[0];
    if (found === undefined) return;
    const edits = [...backslashEdits(this.source.text, node)];
    const isEscaped = edits.some(
      ({ text }) => text !== this.source.text.slice(node.offset, node.offset + node.length),
    );
    const fix = isEscaped ? { sentence: words.controlFix, edits } : undefined;
    this.note('warning', words.control(field, characterCode(found)), node, fix);
  }

  /** A list of texts. One text in its place is an error, which offers to split it. */
  list(field: string, node: JsonNode): readonly string[] | undefined {
    if (node.type === 'array') {
      const items = itemsOf(node).map((item, index) =>
        this.text(field === 'args' ? `argument ${String(index + 1)}` : field, item),
      );
      return items.every((item) => item !== undefined) ? items : undefined;
    }
    const line = stringOf(node);
    if (line === undefined) {
      this.note('error', words.mustBeListOther(field), node);
      return undefined;
    }
    const split = splitCommandLine(line, /\\/.test(line));
    const parts = split.ok ? split.words : [line];
    const sentence = words.split(parts.length, parts.join(' '));
    this.note('error', words.mustBeList(field), node, this.replacing(node, parts, sentence));
    return undefined;
  }

  /** An object of texts. */
  map(field: string, node: JsonNode): Readonly<Record<string, string>> | undefined {
    if (node.type !== 'object') {
      this.note('error', words.mustBeMap(field), node);
      return undefined;
    }
    const entries = fieldsOf(node).map(
      ({ name, value }) => [name, this.text(name, value)] as const,
    );
    const known = entries.filter(
      (entry): entry is readonly [string, string] => !!entry[1] || entry[1] === '',
    );
    return known.length === entries.length ? Object.fromEntries(known) : undefined;
  }
}
