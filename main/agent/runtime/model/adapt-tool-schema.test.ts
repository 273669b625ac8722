import { Validator } from '@cfworker/json-schema';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../shared/lib/json.ts';
import { adaptToolSchema } from './adapt-tool-schema.ts';

const adapted = (
  schema: JsonObject,
  kind: 'anthropic' | 'openai-compatible' = 'anthropic',
): JsonObject => {
  const result = adaptToolSchema(kind, schema);
  if (!result.ok) throw new Error(result.reason);
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
    expect(result).toEqual({ ok: false, reason: expect.stringContaining('"string"') as string });
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

  it('keeps names that Anthropic refuses away from it [RT-28]', () => {
    const odd = { type: 'object', properties: { 'größe!': { type: 'string' }, ok: {} } };
    expect(adapted(odd)['properties']).toEqual({ ok: {} });
    expect(adapted(odd, 'openai-compatible')['properties']).toEqual(odd.properties);
    expect(adaptToolSchema('anthropic', { ...odd, required: ['größe!'] })).toMatchObject({
      ok: false,
    });
  });

  it('leaves out what is too deep or too large [RT-28]', () => {
    let deep: JsonObject = { type: 'string' };
    for (let depth = 0; depth < 100; depth += 1) deep = { type: 'object', properties: { a: deep } };
    expect(adaptToolSchema('anthropic', deep)).toMatchObject({ ok: false });
    const large = { properties: { a: { description: 'x'.repeat(300_000) } } };
    expect(adaptToolSchema('anthropic', large)).toMatchObject({ ok: false });
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
        expect(typeof adaptToolSchema('anthropic', schema).ok).toBe('boolean');
      }),
    );
  });
});
