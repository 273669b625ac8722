import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { schemaZoo } from '../../../e2e/servers/hostile/schema-zoo.mjs';
import { fieldModel, type FieldModel, type Schema } from './field-model.ts';
import { initialValue, isShowable, typedNumber, variantOf, withMember } from './form-value.ts';

/** The model of a place below, by names of members; 0 is the first variant or item. */
function at(schema: Schema, ...path: (string | number)[]): FieldModel {
  let model = fieldModel(schema, schema);
  for (const step of path) {
    const below =
      model.kind === 'object'
        ? model.members.find(({ name }) => name === step)?.schema
        : model.kind === 'list'
          ? model.items
          : model.kind === 'union' && typeof step === 'number'
            ? model.variants[step]
            : undefined;
    model = fieldModel(below, schema);
  }
  return model;
}

const zoo = schemaZoo;

describe('the form of a schema', () => {
  it.each<[string, (string | number)[], Partial<FieldModel>]>([
    ['schema_refs', ['query_model'], { kind: 'object', reference: '#/$defs/Query' }],
    ['schema_refs', ['query_model', 'limit'], { kind: 'number', minimum: 1, maximum: 100 }],
    ['schema_refs', ['query_model', 'range', 'from'], { kind: 'text', format: 'date' }],
    ['schema_pointer', ['rows', 0, 'key'], { kind: 'text' }],
    ['schema_recursive', ['root', 'children', 0, 'children', 0, 'name'], { kind: 'text' }],
    ['schema_unions', ['nullable'], { kind: 'union' }],
    ['schema_unions', ['nullable', 0], { kind: 'choice' }],
    ['schema_unions', ['nullable', 1], { kind: 'null' }],
    ['schema_unions', ['either', 1], { kind: 'text', maxLength: 5 }],
    ['schema_unions', ['shape', 0, 'kind'], { kind: 'constant', value: 'circle' }],
    ['schema_unions', ['list', 0], { kind: 'union' }],
    ['schema_unions', ['anything'], { kind: 'raw', why: 'anything' }],
    ['schema_limits', ['count'], { kind: 'number', isInteger: true, maximum: 10 }],
    ['schema_limits', ['tags'], { kind: 'list', maxItems: 3 }],
    ['schema_limits', ['flag'], { kind: 'boolean', default: { value: true } }],
    ['schema_limits', ['labels'], { kind: 'object', rest: { type: 'string' } }],
    ['schema_conditional', ['kind'], { kind: 'choice' }],
    ['schema_empty', [], { kind: 'raw' }],
    ['schema_deep', ['value'], { kind: 'raw' }],
    ['schema_hidden', ['pa\u200bth'], { kind: 'text' }],
    ['schema_proto', ['__proto__'], { kind: 'text' }],
    ['bad_network_ref', ['value'], { kind: 'raw', why: 'unknown-reference' }],
    ['bad_null', [], { kind: 'raw' }],
    ['bad_text', [], { kind: 'raw' }],
    ['bad_array', [], { kind: 'raw' }],
  ])('of the zoo: %s at %j [UI-38.form]', (name, path, expected) => {
    expect(at(zoo[name], ...path)).toMatchObject(expected);
  });

  it.each<[string, Schema, Partial<FieldModel>]>([
    [
      'a circle',
      { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } },
      { kind: 'raw', why: 'circle' },
    ],
    ['itself', { $ref: '#' }, { kind: 'raw', why: 'circle' }],
    [
      'parts',
      {
        allOf: [{ properties: { a: {} }, required: ['a'] }, { properties: { b: {} } }],
        type: 'object',
      },
      { kind: 'object' },
    ],
    [
      'a title beside a reference',
      { $ref: '#/$defs/a', title: 'Mine', $defs: { a: { type: 'string', title: 'Its' } } },
      { kind: 'text', title: 'Mine' },
    ],
    [
      'an anchor',
      { $ref: '#here', $defs: { a: { $anchor: 'here', type: 'boolean' } } },
      { kind: 'boolean' },
    ],
    [
      'an escaped pointer',
      { $ref: '#/$defs/a~1b%20c', $defs: { 'a/b c': { type: 'null' } } },
      { kind: 'null' },
    ],
    [
      'titles of choices',
      {
        oneOf: [
          { const: 1, title: 'One' },
          { const: 2, title: 'Two' },
        ],
      },
      {
        kind: 'choice',
        options: [
          { value: 1, label: 'One' },
          { value: 2, label: 'Two' },
        ],
      },
    ],
    ['nullable of OpenAPI', { type: 'string', nullable: true }, { kind: 'union' }],
    ['an integer that is a number', { type: ['integer', 'number'] }, { kind: 'number' }],
    ['no value at all', false, { kind: 'raw', why: 'nothing-fits' }],
    ['an empty choice', { enum: [] }, { kind: 'raw', why: 'nothing-fits' }],
    ['a guessed type', { minimum: 3 }, { kind: 'number', minimum: 3 }],
    [
      'a tuple',
      { type: 'array', items: [{ type: 'string' }, { type: 'number' }], additionalItems: false },
      { kind: 'list', maxItems: 2 },
    ],
    [
      'alternatives of required names',
      { type: 'object', properties: { a: {} }, anyOf: [{ required: ['a'] }] },
      { kind: 'object' },
    ],
    ['one alternative', { anyOf: [{ type: 'string' }] }, { kind: 'text' }],
  ])('of %s [UI-38.form]', (_name, schema, expected) => {
    expect(fieldModel(schema, schema)).toMatchObject(expected);
  });

  it('of ten thousand parts inside each other is JSON, at once [UI-38.form]', () => {
    let schema: Schema = { type: 'string' };
    for (let level = 0; level < 10_000; level += 1) schema = { allOf: [schema] };
    expect(fieldModel(schema, schema)).toMatchObject({ kind: 'raw', why: 'too-much' });
  });
});

describe('the value of a form', () => {
  it('leaves out what is optional and fills in what is required and known [UI-38.form]', () => {
    expect(initialValue(zoo['schema_refs'], zoo['schema_refs'])).toEqual({ query_model: {} });
    expect(initialValue(zoo['schema_limits'], zoo['schema_limits'])).toEqual({});
    const required = {
      type: 'object',
      properties: { kind: { const: 'a' }, limit: { type: 'integer', default: 25 }, other: {} },
      required: ['kind', 'limit', 'other'],
    };
    expect(initialValue(required, required)).toEqual({ kind: 'a', limit: 25 });
  });

  it('knows the variant that a value belongs to [UI-38.form]', () => {
    const model = at(zoo['schema_unions'], 'shape');
    const variants = model.kind === 'union' ? model.variants : [];
    const root = zoo['schema_unions'];
    expect(variantOf(variants, root, { kind: 'square', side: 2 })).toBe(1);
    expect(variantOf(variants, root, { kind: 'circle' })).toBe(0);
    expect(variantOf(variants, root, 7)).toBe(-1);
  });

  it('keeps what was typed where it is no exact number [UI-38.form]', () => {
    const typed = ['', '25', '-1.5', '1.0', 'abc', '1.', '12345678901234567890', '0x10'];
    expect(typed.map(typedNumber)).toEqual([
      undefined,
      25,
      -1.5,
      1,
      'abc',
      '1.',
      '12345678901234567890',
      '0x10',
    ]);
  });

  it('keeps a member named __proto__ [UI-38.form]', () => {
    const value = withMember({}, '__proto__', 'x', ['__proto__']);
    expect(JSON.stringify(value)).toBe('{"__proto__":"x"}');
  });

  it('exists for any schema, and its control can show it [UI-38.form, RE-51]', () => {
    const { schema } = fc.letrec<{ schema: unknown }>((tie) => ({
      schema: fc.oneof(
        { maxDepth: 5 },
        fc.boolean(),
        fc.jsonValue(),
        fc.record(
          {
            type: fc.oneof(
              fc.constantFrom('string', 'number', 'integer', 'boolean', 'null', 'object', 'array'),
              fc.array(fc.constantFrom('string', 'null', 'object', 'nonsense')),
            ),
            $ref: fc.constantFrom(
              '#',
              '#/properties/a',
              '#/allOf/0',
              '#x',
              'http://x/',
              '%',
              '#/%',
            ),
            properties: fc.dictionary(fc.constantFrom('a', 'b', '__proto__'), tie('schema')),
            required: fc.array(fc.constantFrom('a', 'b', 3)),
            additionalProperties: tie('schema'),
            items: fc.oneof(tie('schema'), fc.array(tie('schema'), { maxLength: 2 })),
            allOf: fc.array(tie('schema'), { maxLength: 3 }),
            anyOf: fc.array(tie('schema'), { maxLength: 3 }),
            oneOf: fc.array(tie('schema'), { maxLength: 3 }),
            enum: fc.array(fc.jsonValue(), { maxLength: 3 }),
            const: fc.jsonValue(),
            nullable: fc.boolean(),
            title: fc.anything(),
          },
          { requiredKeys: [] },
        ),
      ),
    }));
    fc.assert(
      fc.property(schema, (root) => {
        const model = fieldModel(root, root);
        const value = initialValue(root, root);
        expect(() => JSON.stringify(value)).not.toThrow();
        isShowable(model, value);
        if (model.kind === 'union') variantOf(model.variants, root, value);
      }),
      { numRuns: 400 },
    );
  });
});
