import { Validator } from '@cfworker/json-schema';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../lib/json.ts';
import { providerKind, remoteProviderKind } from '../provider.ts';
import type { ProviderKind } from '../provider.ts';
import { adaptToolSchema } from './adapt-tool-schema.ts';
import { schemaChanges } from './schema-changes.ts';

const adapted = (schema: JsonObject, kind: ProviderKind = 'anthropic'): JsonObject => {
  const result = adaptToolSchema(kind, schema);
  if ('reason' in result) throw new Error(result.reason);
  return result.schema;
};

describe('the schema of a tool, as a provider takes it', () => {
  it('is an object at the top [RT-28]', () => {
    expect(adapted({})).toEqual({ type: 'object', properties: {} });
    expect(adapted({ type: ['object', 'null'], properties: { a: { type: 'string' } } })).toEqual({
      type: 'object',
      properties: { a: { type: 'string' } },
    });
  });

  it('leaves out a tool whose input is no object, with the reason [RT-28]', () => {
    const result = adaptToolSchema('openai-compatible', { type: 'string' });
    expect(result).toEqual({ reason: expect.stringContaining('an object') as string });
  });

  it('has no choice between whole inputs; what all of them need stays required [RT-28]', () => {
    const schema = adapted({
      type: 'object',
      properties: { mode: { type: 'string' } },
      required: ['mode'],
      oneOf: [
        { properties: { a: { type: 'string' }, c: { type: 'number' } }, required: ['a', 'c'] },
        { $ref: '#/$defs/other' },
      ],
      $defs: { other: { properties: { b: { type: 'string' }, c: {} }, required: ['b', 'c'] } },
    });
    expect(Object.keys(schema)).not.toContain('oneOf');
    expect(Object.keys(schema['properties'] as JsonObject).sort()).toEqual(['a', 'b', 'c', 'mode']);
    expect(schema['required']).toEqual(['mode', 'c']);
  });

  it('turns a choice at the top into one object that takes all of it [RT-28.schema]', () => {
    expect(
      adapted({
        oneOf: [
          { type: 'object', properties: { id: { type: 'number' }, a: {} }, required: ['id', 'a'] },
          { type: 'object', properties: { id: { type: 'string' }, b: {} }, required: ['id'] },
          { type: 'string' },
        ],
        additionalProperties: false,
      }),
    ).toEqual({
      type: 'object',
      properties: { id: { anyOf: [{ type: 'number' }, { type: 'string' }] }, a: {}, b: {} },
      required: ['id'],
    });
  });

  it('joins allOf and follows a local reference [RT-28.schema]', () => {
    const schema = adapted({
      $ref: '#/$defs/a~1call',
      $defs: {
        'a/call': {
          allOf: [
            { properties: { a: {} }, required: ['a'] },
            { properties: { b: {} }, required: ['b'] },
          ],
        },
      },
    });
    expect(schema).toMatchObject({
      type: 'object',
      properties: { a: {}, b: {} },
      required: ['a', 'b'],
    });
  });

  it.each([
    ['a choice without an object', { anyOf: [{ type: 'string' }, { type: 'array' }] }],
    ['a reference to elsewhere', { $ref: 'https://example.com/schema.json' }],
    ['a reference in a circle', { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/a' } } }],
  ])('leaves a tool out with the reason: %s [RT-28.left-out]', (_title, schema) => {
    for (const kind of providerKind.options)
      expect(adaptToolSchema(kind, schema)).toHaveProperty('reason');
  });

  it('takes a choice that refers to itself for what it is worth, and soon [RT-28.schema]', () => {
    const again = Array.from({ length: 20 }, () => ({ $ref: '#/$defs/node' }));
    const schema = {
      $ref: '#/$defs/node',
      $defs: { node: { oneOf: again, properties: { a: {} } } },
    };
    expect(adapted(schema)).toMatchObject({ type: 'object', properties: { a: {} } });
  });

  it('drops what no provider takes, at every depth [RT-28]', () => {
    const schema = adapted({
      $schema: 'http://json-schema.org/draft-04/schema#',
      properties: {
        any: true,
        never: false,
        broken: null,
        list: { type: 'array', items: [{ type: 'string', pattern: '(' }, { type: 'unknown' }] },
        low: { type: 'number', minimum: 3, exclusiveMinimum: true },
        far: { $ref: 'https://elsewhere.example/schema' },
        empty: { enum: [] },
        old: { type: 'string', required: true },
      },
    });
    expect(schema['properties']).toEqual({
      any: {},
      broken: {},
      list: { type: 'array', prefixItems: [{ type: 'string' }, {}] },
      low: { type: 'number', minimum: 3, exclusiveMinimum: 3 },
      far: {},
      empty: {},
      old: { type: 'string' },
    });
    expect(schema['$schema']).toBeUndefined();
  });

  it.each([
    [
      'a model behind $defs',
      {
        type: 'object',
        properties: { query_model: { $ref: '#/$defs/Query' } },
        required: ['query_model'],
        $defs: { Query: { type: 'object', properties: { text: { type: 'string' } } } },
      },
    ],
    [
      'a pointer to a neighbour, and a node of nodes',
      {
        type: 'object',
        properties: {
          headers: { type: 'object', properties: { key: { type: 'string' } } },
          rows: { type: 'array', items: { $ref: '#/properties/headers' } },
          root: { $ref: '#/$defs/node' },
        },
        $defs: {
          node: {
            type: 'object',
            properties: { children: { type: 'array', items: { $ref: '#/$defs/node' } } },
          },
        },
      },
    ],
    [
      'entries of two types, and anything at all',
      {
        type: 'object',
        properties: { list: { type: 'array', items: { type: ['object', 'null'] } }, value: true },
      },
    ],
  ])('can be sent with %s, and no reference in it leads nowhere [RT-28.schema]', (_what, given) => {
    for (const kind of remoteProviderKind.options) {
      const schema = adapted(given, kind);
      const names = Object.keys(given.properties);
      expect(Object.keys(schema['properties'] as JsonObject)).toEqual(names);
      const text = JSON.stringify(schema);
      expect(text).not.toMatch(/"value":(true|false)/);
      for (const [, pointer = ''] of text.matchAll(/"\$ref":"#\/([^"]*)"/g)) {
        const found = pointer
          .split('/')
          .reduce<unknown>((at, key) => (at as JsonObject | undefined)?.[key], schema);
        expect(found).toBeTypeOf('object');
      }
    }
  });

  it('is for Gemini one type each, without references, with items and with its limits in words [RT-28.gemini]', () => {
    const schema = adapted(
      {
        type: 'object',
        properties: {
          rows: { type: 'array', items: { $ref: '#/properties/one' } },
          one: { type: 'object', properties: { key: { type: ['string', 'integer', 'null'] } } },
          nodes: { $ref: '#/$defs/node' },
          level: { enum: [1, 2] },
          kind: { const: 'a' },
          free: { type: 'array' },
          value: true,
          count: { type: 'integer', minimum: 1, format: 'uint8', description: 'How many.' },
          either: {
            type: 'object',
            properties: { id: { type: 'string' } },
            oneOf: [{ required: ['id'] }, { properties: { name: { type: 'string' } } }],
          },
        },
        required: ['one', 'missing'],
        $defs: { node: { properties: { below: { $ref: '#/$defs/node' } } } },
      },
      'google',
    );
    const key = { anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }] };
    expect(schema).toEqual({
      type: 'object',
      properties: {
        rows: { type: 'array', items: { type: 'object', properties: { key } } },
        one: { type: 'object', properties: { key } },
        nodes: {
          type: 'object',
          properties: { below: { type: 'object', description: '(the same again, nested)' } },
        },
        level: { type: 'number', description: '(one of: [1,2])' },
        kind: { type: 'string', enum: ['a'] },
        free: { type: 'array', items: { type: 'string' } },
        value: expect.objectContaining({ anyOf: expect.any(Array) as unknown }) as unknown,
        count: { type: 'integer', description: 'How many. (minimum: 1; format: uint8)' },
        either: {
          anyOf: [
            { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
            {
              type: 'object',
              properties: { id: { type: 'string' }, name: { type: 'string' } },
            },
          ],
        },
      },
      required: ['one'],
    });
  });

  it('is bounded for Gemini where references multiply [RT-28.gemini]', () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 30 }, (_, level) => [
        `n${String(level)}`,
        {
          type: 'object',
          properties: {
            a: { $ref: `#/$defs/n${String(level + 1)}` },
            b: { $ref: `#/$defs/n${String(level + 1)}` },
          },
        },
      ]),
    );
    const result = adaptToolSchema('google', { $ref: '#/$defs/n0', $defs });
    expect(JSON.stringify(result).length).toBeLessThan(300_000);
  });

  it('gives each array items where OpenAI would refuse one without [RT-28]', () => {
    const list = { type: 'object', properties: { list: { type: 'array', default: [] } } };
    for (const kind of ['openai', 'openai-compatible'] as const)
      expect(adapted(list, kind)['properties']).toEqual({
        list: { type: 'array', default: [], items: {} },
      });
  });

  it('tells what was changed, place by place [RT-28.changes]', () => {
    const before = {
      type: 'object',
      properties: { a: { type: ['object', 'null'] }, far: { $ref: 'https://elsewhere.example' } },
      $schema: 'x',
    };
    expect(schemaChanges(before, adapted(before))).toEqual([
      {
        kind: 'removed',
        path: 'properties.far.$ref',
        before: 'https://elsewhere.example',
      },
      { kind: 'removed', path: '$schema', before: 'x' },
    ]);
    expect(schemaChanges({ a: [1, 2] }, { a: [1, 3], b: {} })).toEqual([
      { kind: 'changed', path: 'a.1', before: 2, after: 3 },
      { kind: 'added', path: 'b', after: {} },
    ]);
  });

  it('keeps names that Anthropic refuses away from it [RT-28]', () => {
    const odd = { type: 'object', properties: { 'größe!': { type: 'string' }, ok: {} } };
    expect(adapted(odd)['properties']).toEqual({ ok: {} });
    expect(adapted(odd, 'openai-compatible')['properties']).toEqual(odd.properties);
    expect(adaptToolSchema('anthropic', { ...odd, required: ['größe!'] })).toHaveProperty('reason');
  });

  it('leaves out what is too deep or too large [RT-28]', () => {
    let deep: JsonObject = { type: 'string' };
    for (let depth = 0; depth < 100; depth += 1) deep = { type: 'object', properties: { a: deep } };
    expect(adaptToolSchema('anthropic', deep)).toHaveProperty('reason');
    const large = { properties: { a: { description: 'x'.repeat(300_000) } } };
    expect(adaptToolSchema('anthropic', large)).toHaveProperty('reason');
  });

  it('forbids nothing that the tool takes, and never fails [RT-28]', () => {
    const field = fc.record({ type: fc.constantFrom('string', 'number', 'boolean') });
    const value = fc.oneof(fc.string(), fc.integer(), fc.boolean());
    const name = fc.constantFrom('a', 'b', 'c');
    const branch = fc.record({
      properties: fc.dictionary(name, field),
      required: fc.array(name),
    });
    fc.assert(
      fc.property(
        branch,
        fc.array(branch, { minLength: 1 }),
        fc.constantFrom('anyOf', 'oneOf', 'allOf'),
        fc.dictionary(name, value),
        (base, branches, keyword, input) => {
          const schema: JsonObject = { type: 'object', ...base, [keyword]: branches };
          const open = new Validator(schema, '2020-12').validate(input).valid;
          if (!open) return;
          const result = adapted(schema);
          for (const required of (result['required'] ?? []) as string[]) {
            expect(Object.keys(input)).toContain(required);
          }
        },
      ),
    );
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (schema) => {
        for (const kind of providerKind.options) {
          const result = adaptToolSchema(kind, schema);
          if ('schema' in result) expect(result.schema['type']).toBe('object');
          else expect(result.reason).toMatch(/^[A-Z].*\.$/);
        }
      }),
    );
  });
});
