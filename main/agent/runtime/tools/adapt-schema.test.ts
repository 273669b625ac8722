import { describe, expect, it } from 'vitest';
import { adaptSchema } from './adapt-schema.ts';

describe('adaptSchema', () => {
  it('leaves an ordinary schema as it is, without its dialect [RT-28.schema]', () => {
    const properties = { path: { type: 'string', anyOf: [{ minLength: 1 }] } };
    expect(
      adaptSchema({
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        properties,
        required: ['path'],
      }),
    ).toEqual({ schema: { type: 'object', properties, required: ['path'] } });
  });

  it('turns a choice at the top into one object that allows all of it [RT-28.schema]', () => {
    const adapted = adaptSchema({
      oneOf: [
        { type: 'object', properties: { id: { type: 'number' }, a: {} }, required: ['id', 'a'] },
        { type: 'object', properties: { id: { type: 'number' }, b: {} }, required: ['id'] },
      ],
      additionalProperties: false,
    });
    expect(adapted).toEqual({
      schema: {
        type: 'object',
        properties: { id: { type: 'number' }, a: {}, b: {} },
        required: ['id'],
      },
    });
  });

  it('joins allOf and follows a local reference [RT-28.schema]', () => {
    const adapted = adaptSchema({
      $ref: '#/$defs/call',
      $defs: {
        call: {
          allOf: [
            { properties: { a: {} }, required: ['a'] },
            { properties: { b: {} }, required: ['b'] },
          ],
        },
      },
    });
    expect(adapted).toMatchObject({
      schema: { type: 'object', properties: { a: {}, b: {} }, required: ['a', 'b'] },
    });
  });

  it.each([
    ['no object', { type: 'string' }],
    ['a choice without an object', { anyOf: [{ type: 'string' }, { type: 'array' }] }],
    ['a reference to elsewhere', { $ref: 'https://example.com/schema.json' }],
    ['a reference in a circle', { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/a' } } }],
  ])('says why it cannot be adapted: %s [RT-28.left-out]', (_title, schema) => {
    expect(adaptSchema(schema)).toHaveProperty('reason');
  });

  it('refuses a schema nested without end [RT-28.left-out]', () => {
    let schema: Record<string, unknown> = { type: 'string' };
    for (let depth = 0; depth < 500; depth += 1)
      schema = { type: 'object', properties: { x: schema } };
    expect(adaptSchema(schema)).toHaveProperty('reason');
  });
});
