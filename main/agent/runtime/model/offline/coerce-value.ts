import { isJsonObject } from '../../../../../shared/lib/json.ts';
import type { Field } from './tool-fields.ts';
import { takes } from './tool-fields.ts';
import type { Token } from './prompt-tokens.ts';

/** A value that fits a field. */
interface Coerced {
  readonly value: unknown;
}

const booleans: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  on: true,
  false: false,
  no: false,
  off: false,
};

/** The value that a token has for a field, or undefined when it does not fit. */
export function coerce(
  token: Pick<Token, 'kind' | 'text' | 'value'>,
  field: Field,
): Coerced | undefined {
  const choices = field.schema['enum'];
  if (Array.isArray(choices)) return chosen(token, choices);
  if (Object.hasOwn(field.schema, 'const')) return chosen(token, [field.schema['const']]);
  switch (token.kind) {
    case 'json':
      return coerceJson(token.value, token.text, field);
    case 'number':
      return coerceNumber(token.value, token.text, field);
    case 'quoted':
    case 'url':
    case 'word':
      return coerceText(String(token.value), token.kind === 'quoted', field);
    case 'mark':
      return undefined;
  }
}

function chosen(
  token: Pick<Token, 'text' | 'value'>,
  choices: readonly unknown[],
): Coerced | undefined {
  const said = loose(token.value);
  const exact = choices.find((choice) => choice === token.value);
  if (exact !== undefined) return { value: exact };
  const match = choices.find((choice) => choice !== '' && loose(choice) === said);
  return match === undefined ? undefined : { value: match };
}

/** Text compared without case and without the marks between its words. */
export function loose(value: unknown): string {
  return String(value)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_-]+/g, '-');
}

function coerceJson(value: unknown, text: string, field: Field): Coerced | undefined {
  if (takes(field, 'any')) return { value };
  if (Array.isArray(value) && takes(field, 'array')) return { value };
  if (isJsonObject(value) && takes(field, 'object')) return { value };
  return takes(field, 'string') ? { value: text } : undefined;
}

function coerceNumber(value: unknown, text: string, field: Field): Coerced | undefined {
  if (takes(field, 'number', 'any')) return { value };
  if (takes(field, 'integer') && Number.isInteger(value)) return { value };
  if (takes(field, 'string')) return { value: text };
  return takes(field, 'array') ? listItem(value, field) : undefined;
}

function coerceText(text: string, quoted: boolean, field: Field): Coerced | undefined {
  const word = text.toLowerCase();
  if (takes(field, 'boolean') && Object.hasOwn(booleans, word)) return { value: booleans[word] };
  if (!quoted && word === 'null' && takes(field, 'null')) return { value: null };
  if (takes(field, 'string')) return { value: text };
  if (takes(field, 'number', 'integer') && text.trim() !== '' && Number.isFinite(Number(text))) {
    return coerceNumber(Number(text), text, field);
  }
  if (takes(field, 'array', 'object')) {
    const parsed = parse(text);
    if (parsed !== undefined) return coerceJson(parsed, text, field);
  }
  if (takes(field, 'any')) return { value: text };
  return takes(field, 'array') ? listItem(text, field) : undefined;
}

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function listItem(value: unknown, field: Field): Coerced | undefined {
  return itemFits(value, field) ? { value: [value] } : undefined;
}

/** True when a value may be an item of an array field, as far as its items name their type. */
export function itemFits(value: unknown, field: Field): boolean {
  const items = field.schema['items'];
  const type = isJsonObject(items) ? items['type'] : undefined;
  if (type === undefined) return true;
  const named: readonly unknown[] = Array.isArray(type) ? type : [type];
  if (typeof value === 'number') {
    return named.includes('number') || (named.includes('integer') && Number.isInteger(value));
  }
  return named.includes(typeof value);
}
