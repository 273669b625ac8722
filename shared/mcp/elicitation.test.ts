import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../lib/json.ts';
import { defaultsOf, formFields } from './elicitation.ts';
import { problemsOf, problemsOfTyped } from './elicitation-values.ts';
import { looksSecret } from './secret-names.ts';
import { matchesPattern } from './tame-pattern.ts';

const fieldOf = (schema: JsonObject, required: string[] = []) => {
  const [field] = formFields({ type: 'object', properties: { field: schema }, required });
  if (!field) throw new Error('There is no field.');
  return field;
};
const codesOf = (schema: JsonObject, values: JsonObject) =>
  problemsOf(schema, values).map(({ field, code }) => [field, code]);

describe('fields of a requested schema', () => {
  it.each<[JsonObject, string, string | undefined]>([
    [{ type: 'string' }, 'text', undefined],
    [{ type: 'string', format: 'email' }, 'email', undefined],
    [{ type: 'string', format: 'uri' }, 'uri', undefined],
    [{ type: 'string', format: 'date' }, 'date', undefined],
    [{ type: 'string', format: 'date-time' }, 'date-time', undefined],
    [{ type: 'string', format: 'uuid' }, 'text', 'uuid'],
    [{ type: 'number' }, 'number', undefined],
    [{ type: ['null', 'integer'] }, 'integer', undefined],
    [{ type: 'boolean' }, 'boolean', undefined],
    [{ type: 'string', enum: ['a'] }, 'select', undefined],
    [{ enum: [1, 2] }, 'select', undefined],
    [{ type: 'string', enum: [] }, 'text', undefined],
    [{ oneOf: [{ const: 'a', title: 'A' }] }, 'select', undefined],
    [{ type: 'array', items: { type: 'string', enum: ['a'] } }, 'multi-select', undefined],
    [{ type: 'array', items: { anyOf: [{ const: 'a' }] } }, 'multi-select', undefined],
    [{ type: 'array', items: { type: 'string' } }, 'raw', 'array'],
    [{ type: 'colour' }, 'raw', 'colour'],
    [{}, 'raw', ''],
  ])('%j is drawn as %s, flagged: %s [MC-30]', (schema, kind, unknownShape) => {
    expect(fieldOf(schema)).toMatchObject({ kind, unknownShape });
  });

  it('choices keep their titles in every spelling [MC-30, UI-40.fields]', () => {
    const titled = [
      { const: 'r', title: 'Red' },
      { const: 'g', title: '' },
    ];
    const red = { value: 'r', label: 'Red' };
    const green = { value: 'g', label: 'g' };
    for (const schema of [
      { oneOf: titled },
      { anyOf: titled },
      { enum: ['r', 'g'], enumNames: ['Red'] },
      { type: 'array', items: { oneOf: titled } },
    ]) {
      expect(fieldOf(schema).choices).toEqual([red, green]);
    }
  });

  it('a default that its field does not take is none, and is not sent [MC-31]', () => {
    const properties = {
      good: { type: 'integer', default: 3 },
      bad: { type: 'integer', default: '3' },
      gone: { enum: ['a'], default: 'b' },
    };
    expect(defaultsOf({ properties })).toEqual({ good: 3 });
    expect(formFields({ properties }).map((field) => field.default)).toEqual([
      3,
      undefined,
      undefined,
    ]);
  });

  it('names that every object has are fields like others', () => {
    const properties = { constructor: { type: 'string' }, toString: { type: 'string' } };
    const schema = { properties, required: ['toString', 'constructor'] };
    expect(codesOf(schema, {})).toEqual([
      ['toString', 'missing'],
      ['constructor', 'missing'],
    ]);
    expect(codesOf({ properties: {} }, { valueOf: 'x' })).toEqual([['valueOf', 'not-asked']]);
  });

  it('never throws, whatever the schema holds [MC-30]', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue(), (parts, value) => {
        const schema = { properties: { field: parts }, required: value };
        const fields = formFields(schema);
        expect(fields).toHaveLength(1);
        expect(problemsOf(schema, { field: value })).toBeInstanceOf(Array);
      }),
    );
  });
});

describe('secrets', () => {
  it.each([
    'password',
    'dbPassword',
    'Deploy token',
    'api_key',
    'API key',
    'apiKey',
    'user.secret',
    'OTP',
    'Recovery code',
  ])('%s looks like one [UI-40.secret]', (name) => {
    expect(looksSecret(name)).toBe(true);
  });

  it.each(['tokenizer', 'keyboard', 'Pinned', 'passenger', 'secretary', 'Release name', 'key'])(
    '%s does not',
    (name) => {
      expect(looksSecret(name)).toBe(false);
    },
  );

  it('only texts are secrets: a number of tokens is none', () => {
    const properties = {
      maxTokens: { type: 'integer' },
      token: { type: 'string' },
      hidden: { type: 'string', format: 'password' },
      tokenKind: { type: 'string', enum: ['a'] },
    };
    expect(formFields({ properties }).map(({ isSecret }) => isSecret)).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });
});

describe('patterns', () => {
  it.each<[string, string, boolean | undefined]>([
    ['^[A-Z]{3}-\\d+$', 'ABC-12', true],
    ['^[A-Z]{3}-\\d+$', 'abc-12', false],
    ['^(?:v)?\\d+\\.\\d+$', 'v2.14', true],
    ['^(a+)+$', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!', undefined],
    ['^(a|a)*$', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!', undefined],
    ['a*a*a*a*b', 'a'.repeat(300), undefined],
    ['(.)\\1', 'aa', undefined],
    ['(?=x)x', 'x', undefined],
    ['[', 'x', undefined],
    ['x'.repeat(500), 'x', undefined],
  ])(
    '%s for %s: %s; what could hang is left to the server [UI-40.limits]',
    (pattern, value, is) => {
      expect(matchesPattern(pattern, value)).toBe(is);
    },
  );

  it('hold for what a person types, and fail no program [UI-40.limits, MC-30]', () => {
    const schema = { properties: { tag: { type: 'string', pattern: '^v\\d+$' } } };
    expect(problemsOfTyped(schema, { tag: '2' })).toEqual([
      { field: 'tag', code: 'other-pattern' },
    ]);
    expect(problemsOfTyped(schema, { tag: 'v2' })).toEqual([]);
    expect(problemsOf(schema, { tag: '2' })).toEqual([]);
  });
});
