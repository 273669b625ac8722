import { REDACTED } from '../../lib/redact.ts';
import { looksSecret } from '../../../shared/mcp/secret-names.ts';
import { isJsonObject } from '../../../shared/lib/json.ts';

/** More of a text is looked at than is kept, so that no secret is cut in two before it is found. */
const MARGIN = 12_000;
/** Header and cookie names that hold secrets though no word in them says so. */
const moreSecrets = /authorization|cookie|x-api/i;
/** Names that only look like secrets. */
const harmless = /^(?:progress|page|max|min|num|total|input|output)_?-?tokens?$/i;

function isSecretName(name: string): boolean {
  return !harmless.test(name) && (looksSecret(name) || moreSecrets.test(name));
}

/** Writes JSON until it is long enough, without the values that must not be kept. */
class BoundedWriter {
  text = '';

  constructor(
    private readonly limit: number,
    private readonly redact: (text: string) => string,
  ) {}

  get isFull(): boolean {
    return this.text.length > this.limit;
  }

  write(value: unknown, name: string | undefined): void {
    if (this.isFull) return;
    if (Array.isArray(value)) this.#list(value as unknown[], name);
    else if (isJsonObject(value)) this.#object(value);
    else this.#scalar(value, name);
  }

  #scalar(value: unknown, name: string | undefined): void {
    const isHidden = value !== null && typeof value !== 'boolean' && value !== '';
    if (isHidden && name !== undefined && isSecretName(name)) {
      this.text += JSON.stringify(REDACTED);
    } else if (typeof value === 'string') this.text += JSON.stringify(this.#string(value));
    else
      this.text += typeof value === 'number' || typeof value === 'boolean' ? String(value) : 'null';
  }

  #string(value: string): string {
    const rest = this.limit - this.text.length;
    const inner = jsonIn(value, rest + MARGIN);
    if (inner !== undefined) {
      const writer = new BoundedWriter(rest, this.redact);
      writer.write(inner, undefined);
      // What holds no secret stays as it was written.
      if (writer.text !== JSON.stringify(inner)) return writer.text;
    }
    return this.redact(value.slice(0, rest + MARGIN));
  }

  #list(list: readonly unknown[], name: string | undefined): void {
    this.text += '[';
    for (const [index, one] of list.entries()) {
      if (this.isFull) return;
      if (index > 0) this.text += ',';
      this.write(one, name);
    }
    this.text += ']';
  }

  #object(object: Readonly<Record<string, unknown>>): void {
    this.text += '{';
    // { name: 'Authorization', value: '…' }
    const title = object['name'];
    let isFirst = true;
    for (const [key, value] of Object.entries(object)) {
      if (this.isFull) return;
      if (value === undefined) continue;
      this.text += `${isFirst ? '' : ','}${JSON.stringify(this.redact(key))}:`;
      isFirst = false;
      this.write(value, key === 'value' && typeof title === 'string' ? title : key);
    }
    this.text += '}';
  }
}

/** The object or list that a text is, as many a tool answers. */
function jsonIn(text: string, limit: number): object | undefined {
  if (text.length > limit || !/^\s*[[{]/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A message as JSON text of at most `limit` characters, redacted by the names of its fields and by the redactor. */
export function trafficText(
  message: object,
  limit: number,
  redact: (text: string) => string,
): { readonly text: string; readonly isCut: boolean } {
  const writer = new BoundedWriter(limit, redact);
  writer.write(message, undefined);
  const { text } = writer;
  return text.length > limit ? { text: text.slice(0, limit), isCut: true } : { text, isCut: false };
}
