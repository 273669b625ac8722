import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../shared/lib/json.ts';
import { filledIn, formFields } from '../../../../shared/mcp/elicitation.ts';
import { problemsOf } from '../../../../shared/mcp/elicitation-values.ts';
import { resultOf, untouched, type Entry } from './form-draft.ts';

const result = (
  properties: JsonObject,
  entries: Record<string, Entry> = {},
  required: string[] = [],
) => {
  const schema = { type: 'object', properties, required };
  return resultOf(schema, formFields(schema), new Map(Object.entries(entries)));
};
const codes = ({ problems }: ReturnType<typeof resultOf>) =>
  Object.fromEntries([...problems].map(([name, { code }]) => [name, code]));

describe('what a form sends', () => {
  it('leaves untouched optional fields out [UI-40.untouched, MC-31]', () => {
    const properties = {
      a: { type: 'string' },
      b: { type: 'number', minimum: 5 },
      c: { oneOf: [{ const: 'x', title: 'X' }] },
      d: { type: 'boolean' },
      e: { type: 'array', items: { enum: ['x'] }, minItems: 1 },
      f: { type: 'string', format: 'date-time' },
    };
    expect(result(properties)).toEqual({ content: {}, problems: new Map() });
  });

  it('sends untouched defaults as they are, and only those that fit [UI-40.untouched, MC-31]', () => {
    const properties = {
      flag: { type: 'boolean', default: true },
      off: { type: 'boolean', default: false },
      text: { type: 'boolean', default: 'true' },
      when: { type: 'string', format: 'date-time', default: '2026-06-22T09:00:00.25+02:00' },
      many: { type: 'array', items: { enum: ['x', 'y'] }, default: ['y'] },
    };
    expect(result(properties).content).toEqual({
      flag: true,
      off: false,
      when: '2026-06-22T09:00:00.25+02:00',
      many: ['y'],
    });
  });

  it('misses what is required and has no default: it must be chosen [UI-40.untouched]', () => {
    const properties = {
      flag: { type: 'boolean' },
      pick: { enum: ['x'] },
      name: { type: 'string' },
      many: { type: 'array', items: { enum: ['x'] } },
      some: { type: 'array', items: { enum: ['x'] }, minItems: 1 },
    };
    const required = Object.keys(properties);
    expect(codes(result(properties, {}, required))).toEqual({
      flag: 'missing',
      pick: 'missing',
      name: 'missing',
      some: 'too-few',
    });
    const emptied: Record<string, Entry> = { name: { kind: 'text', text: '' } };
    expect(codes(result(properties, emptied, required))).toMatchObject({ name: 'missing' });
  });

  it('leaves a default out that the person emptied [UI-40.untouched]', () => {
    const properties = {
      name: { type: 'string', default: 'Harbor' },
      pick: { enum: ['x'], default: 'x' },
      many: { type: 'array', items: { enum: ['x'] }, default: ['x'] },
    };
    const emptied: Record<string, Entry> = {
      name: { kind: 'text', text: '' },
      pick: { kind: 'choice', index: -1 },
      many: { kind: 'many', indexes: [] },
    };
    expect(result(properties, emptied)).toEqual({
      content: { name: null, pick: null, many: [] },
      problems: new Map(),
    });
  });

  it.each<[JsonObject, Entry, unknown]>([
    [{ type: 'number' }, { kind: 'text', text: ' 1.50 ' }, 1.5],
    [{ type: 'integer' }, { kind: 'text', text: '-3' }, -3],
    [{ type: 'string', format: 'email' }, { kind: 'text', text: ' a@b.example ' }, 'a@b.example'],
    [{ type: 'string' }, { kind: 'text', text: ' kept ' }, ' kept '],
    [{ enum: ['a', 2] }, { kind: 'choice', index: 1 }, 2],
    [{ type: 'boolean' }, { kind: 'flag', isOn: false }, false],
    [{}, { kind: 'text', text: '"x"' }, 'x'],
    [{ type: 'array', items: {} }, { kind: 'text', text: '["x"]' }, ['x']],
    [
      { type: 'string', format: 'date-time' },
      { kind: 'moment', date: '2026-06-22', time: '09:00', zone: 'UTC' },
      '2026-06-22T09:00:00Z',
    ],
  ])('%j with %j is %j [UI-40.fields]', (schema, entry, value) => {
    expect(result({ field: schema }, { field: entry })).toEqual({
      content: { field: value },
      problems: new Map(),
    });
  });

  it.each<[JsonObject, Entry, string]>([
    [{ type: 'number' }, { kind: 'text', text: '0x10' }, 'no-number'],
    [{ type: 'integer' }, { kind: 'text', text: '1.5' }, 'not-whole'],
    [{ type: 'string', minLength: 3 }, { kind: 'text', text: 'ab' }, 'too-short'],
    [{ type: 'string', format: 'email' }, { kind: 'text', text: 'mira@harbor' }, 'no-email'],
    [{ type: 'string', format: 'uri' }, { kind: 'text', text: 'harbor' }, 'no-address'],
    [{ type: 'string', pattern: '^v\\d$' }, { kind: 'text', text: 'x' }, 'other-pattern'],
    [{}, { kind: 'text', text: 'x' }, 'no-json'],
    [{}, { kind: 'text', text: '{"a":1}' }, 'no-plain-value'],
    [
      { type: 'string', format: 'date-time' },
      { kind: 'moment', date: '2026-06-22', time: '', zone: 'UTC' },
      'no-date-time',
    ],
  ])('%j with %j is wrong: %s [UI-40.checked]', (schema, entry, code) => {
    expect(codes(result({ field: schema }, { field: entry }))).toEqual({ field: code });
  });
});

/** Schemas of the subset, beyond it and against it. */
const anyField = fc.oneof(
  fc.record(
    {
      type: fc.constantFrom('string', 'number', 'integer', 'boolean', 'array', 'colour'),
      format: fc.constantFrom('email', 'uri', 'date', 'date-time', 'uuid'),
      minLength: fc.nat(4),
      maxLength: fc.nat(6),
      minimum: fc.integer({ min: -5, max: 5 }),
      maximum: fc.integer({ min: -5, max: 9 }),
      minItems: fc.nat(2),
      maxItems: fc.nat(3),
      pattern: fc.constantFrom('^a', '(', '^(a+)+$'),
      enum: fc.array(fc.oneof(fc.string(), fc.integer(), fc.constant(null)), { maxLength: 4 }),
      enumNames: fc.array(fc.string(), { maxLength: 2 }),
      items: fc.record({ enum: fc.array(fc.string(), { maxLength: 4 }) }, { requiredKeys: [] }),
      default: fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.array(fc.string())),
      title: fc.string(),
    },
    { requiredKeys: [] },
  ),
  fc.record({
    oneOf: fc.array(fc.record({ const: fc.string(), title: fc.string() }), { maxLength: 3 }),
  }),
);
const anyEntry = fc.oneof(
  fc.record({
    kind: fc.constant('text' as const),
    text: fc.oneof(fc.string(), fc.constantFrom('1', '1.5', '"x"', 'a@b.example', '2026-01-01')),
  }),
  fc.record({ kind: fc.constant('choice' as const), index: fc.integer({ min: -1, max: 4 }) }),
  fc.record({ kind: fc.constant('many' as const), indexes: fc.uniqueArray(fc.nat(4)) }),
  fc.record({ kind: fc.constant('flag' as const), isOn: fc.option(fc.boolean()) }),
  fc.record({
    kind: fc.constant('moment' as const),
    date: fc.constantFrom('', '2026-01-01'),
    time: fc.constantFrom('', '09:00'),
    zone: fc.constantFrom('UTC', 'Europe/Zurich', '+05:30'),
  }),
);
const anyName = fc.string({ minLength: 1 }).filter((name) => name !== '__proto__');

describe('any form', () => {
  it('gives problems or what the client sends on, whatever the server asks and the person does [UI-40.fuzz, MC-30, MC-31]', () => {
    const cases = fc.dictionary(anyName, fc.tuple(anyField, fc.option(anyEntry)), { maxKeys: 5 });
    fc.assert(
      fc.property(cases, fc.array(fc.nat(4)), (described, positions) => {
        const names = Object.keys(described);
        const properties = Object.fromEntries(
          Object.entries(described).map(([name, [field]]) => [name, field]),
        );
        const required = positions.flatMap((position) => names[position] ?? []);
        const schema = { type: 'object', properties, required };
        const fields = formFields(schema);
        const draft = new Map(
          fields.flatMap((field): [string, Entry][] => {
            const entry = described[field.name]?.[1];
            // A control gives entries of its own kind.
            return entry?.kind === untouched(field, 'UTC').kind ? [[field.name, entry]] : [];
          }),
        );
        const { content, problems } = resultOf(schema, fields, draft);
        if (problems.size === 0) expect(problemsOf(schema, filledIn(schema, content))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});
