import { describe, expect, it } from 'vitest';
import { schemaZoo } from '../../../../e2e/servers/hostile/schema-zoo.mjs';
import { schemaVerdict } from './schema-verdict.ts';

const rows: readonly [string, unknown, unknown, string][] = [
  ['a limit', { type: 'integer', maximum: 100 }, 500, ' maximum'],
  [
    'a nested type',
    { properties: { a: { items: { type: 'number' } } } },
    { a: ['x'] },
    '/a/0 type',
  ],
  [
    'a choice of types as one place',
    { properties: { a: { anyOf: [{ type: 'number' }, { type: 'null' }] } } },
    { a: 'x' },
    '/a anyOf',
  ],
  ['a field that is missing', { type: 'object', required: ['b'] }, {}, ' required'],
  [
    'a field too many',
    { properties: { a: {} }, additionalProperties: false },
    { a: 1, b: 2 },
    '/b false',
  ],
  [
    'what a condition asks for',
    { if: { required: ['a'] }, then: { required: ['b'] } },
    { a: 1 },
    ' required',
  ],
];

describe('the verdict of a schema', () => {
  it.each(rows)('names %s at its place [UI-38.mismatch]', (_name, schema, value, expected) => {
    const { state, mismatches } = schemaVerdict(schema, value);
    expect(state).toBe('differs');
    expect(mismatches.map(({ path, keyword }) => `${path} ${keyword}`)).toContain(expected);
    expect(mismatches.length).toBeLessThanOrEqual(2);
  });

  it('collects the types of a choice [UI-38.mismatch]', () => {
    const [place] = schemaVerdict(
      { anyOf: [{ type: 'number' }, { type: 'null' }] },
      'x',
    ).mismatches;
    expect(place?.expected).toEqual(['number', 'null']);
  });

  it('is one for every schema of the zoo, and never throws [UI-38.schemas]', () => {
    const value = { value: 'a'.repeat(60) + '!', root: { name: 'n', children: [] } };
    for (const schema of Object.values(schemaZoo))
      expect(['fits', 'differs', 'unchecked']).toContain(schemaVerdict(schema, value).state);
    expect(schemaVerdict(undefined, 1).state).toBe('none');
    expect(schemaVerdict(schemaZoo['schema_slow_pattern'], value)).toMatchObject({
      state: 'unchecked',
      reason: expect.stringContaining('longer') as string,
    });
    expect(schemaVerdict({ $ref: '#' }, 1).state).toBe('unchecked');
    expect(schemaVerdict(schemaZoo['bad_network_ref'], { value: 1 }).state).toBe('unchecked');
  });
});
