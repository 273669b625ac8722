/** A value in the head of a Markdown file. */
export type FrontValue = string | number | boolean | readonly string[];

export interface FrontMatter {
  readonly fields: Readonly<Record<string, FrontValue>>;
  readonly body: string;
}

/** The head of a file cannot be read. `message` names the line. */
export class FrontMatterError extends Error {
  override readonly name = 'FrontMatterError';
}

/**
 * The head between two lines of `---` and the text behind it. The head is the small part of YAML that such files use: a key and
 * a plain or quoted value a line, lists in brackets or with dashes, long texts with `|` or `>`. Throws `FrontMatterError`.
 */
export function parseFrontMatter(text: string): FrontMatter {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  if (lines[0]?.trimEnd() !== '---') return { fields: {}, body: text.trim() };
  const end = lines.findIndex((line, index) => index > 0 && line.trimEnd() === '---');
  if (end === -1) throw new FrontMatterError('The head that begins in line 1 has no end ("---").');
  const fields: Record<string, FrontValue> = Object.create(null) as Record<string, FrontValue>;
  for (let index = 1; index < end;) {
    const line = lines[index] ?? '';
    index += 1;
    if (line.trim() === '' || line.trimStart().startsWith('#')) continue;
    const [, key, rest] = /^([A-Za-z][\w-]*)\s*:(?:\s+(.*))?$/.exec(line) ?? [];
    if (key === undefined)
      throw new FrontMatterError(`Line ${String(index)} is no "key: value": ${line.slice(0, 60)}`);
    const nested: string[] = [];
    while (index < end && /^(\s+\S|\s*-\s|\s*$)/.test(lines[index] ?? '')) {
      nested.push(lines[index] ?? '');
      index += 1;
    }
    fields[key] = valueOf(rest?.trim() ?? '', nested, index);
  }
  return {
    fields,
    body: lines
      .slice(end + 1)
      .join('\n')
      .trim(),
  };
}

function valueOf(text: string, nested: readonly string[], line: number): FrontValue {
  const inside = nested.filter((one) => one.trim() !== '').map((one) => one.trim());
  if (/^[|>][+-]?$/.test(text)) return inside.join(text.startsWith('|') ? '\n' : ' ');
  if (text === '' && inside.length > 0) {
    if (inside.every((one) => one.startsWith('- ')))
      return inside.map((one) => String(scalar(one.slice(2).trim())));
    throw new FrontMatterError(`Before line ${String(line)}: only lists and texts may be nested.`);
  }
  if (text.startsWith('[')) {
    if (!text.endsWith(']'))
      throw new FrontMatterError(`Before line ${String(line)}: the list has no end.`);
    const items = text.slice(1, -1).match(/"[^"]*"|'[^']*'|[^,]+/g) ?? [];
    return items.map((item) => String(scalar(item.trim()))).filter((item) => item !== '');
  }
  return scalar([text, ...inside].join(' '));
}

function scalar(text: string): string | number | boolean {
  const quoted = /^(["'])(.*)\1(?:\s+#.*)?$/.exec(text);
  if (quoted) return quoted[2] ?? '';
  const plain = text.replace(/\s+#.*$/, '');
  if (plain === 'true' || plain === 'false') return plain === 'true';
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : plain;
}
