import { describe, expect, it } from 'vitest';
import { OutputChecks } from './output-check.ts';

/** Checks one value by one schema, twice; gives the problem found and what was told of checks that were not made. */
function checked(outputSchema: object, structuredContent: unknown) {
  const told: string[] = [];
  const checks = new OutputChecks((tool, why) => told.push(`${tool}: ${why}`));
  checks.learn(new Map([['tool', { name: 'tool', outputSchema }]]));
  const problem = checks.problem('tool', { structuredContent });
  checks.problem('tool', { structuredContent });
  return { problem, told };
}
const text = `${'a'.repeat(60)}!`;

/** Each level asks for the next one twice: 2^40 checks. */
function doubled(levels: number): object {
  const $defs: Record<string, object> = { last: { type: 'object' } };
  for (let level = 0; level < levels; level += 1) {
    const $ref = `#/$defs/${level === levels - 1 ? 'last' : `level${level + 1}`}`;
    $defs[`level${level}`] = { allOf: [{ $ref }, { $ref }] };
  }
  return { $ref: '#/$defs/level0', $defs };
}

describe('a check by the schema of a server', () => {
  it.each<[string, object, unknown]>([
    [
      'a pattern that backtracks',
      { properties: { a: { type: 'string', pattern: '^(a+)+$' } } },
      { a: text },
    ],
    [
      'names by such a pattern',
      { patternProperties: { '^(a|a)*$': { type: 'string' } } },
      { [text]: 1 },
    ],
    ['references that double at each level', doubled(40), {}],
    ['many entries that must differ', { type: 'array', uniqueItems: true }, differing(30_000)],
  ])(
    'ends in time with %s, and tells once that it is not made [MC-21.time]',
    (_, schema, value) => {
      const { problem, told } = checked(schema, value);
      expect(problem).toBeUndefined();
      expect(told).toEqual(['tool: a check by its schema takes longer than 250 ms']);
    },
  );

  it.each<[string, object, RegExp]>([
    ['refers to itself', { $ref: '#' }, /leads in a circle/],
    ['refers to the network', { $ref: 'http://127.0.0.1:9/schema' }, /Unresolved \$ref/],
    ['has a broken pattern', { properties: { a: { pattern: '(' } } }, /cannot be used/],
    ['has a vast list of choices', { enum: Array.from({ length: 30_000 }, String) }, /20,000/],
  ])('whose schema %s is not made, which is told once [MC-21.time]', (_, schema, said) => {
    const { problem, told } = checked(schema, { a: 'b' });
    expect(problem).toBeUndefined();
    expect(told).toHaveLength(1);
    expect(told[0]).toMatch(said);
  });

  it('refers to itself where that has an end, and is made [MC-21.time]', () => {
    const tree = {
      type: 'object',
      properties: { left: { $ref: '#' }, value: { type: 'integer' } },
    };
    const { problem, told } = checked(tree, { left: { left: { value: 'three' } } });
    expect(problem).toMatch(/\/left\/left\/value/);
    expect(told).toEqual([]);
  });

  it('is made with tame patterns, choices and limits [MC-21.time, MC-6.output]', () => {
    const schema = {
      type: 'object',
      properties: {
        code: { type: 'string', pattern: '^[A-Z]{3}$' },
        size: { enum: ['s', 'm'] },
        count: { type: 'integer', minimum: 0 },
      },
      required: ['code'],
    };
    expect(checked(schema, { code: 'ABC', size: 's', count: 1 })).toEqual({ told: [] });
    expect(checked(schema, { code: 'abc' }).problem).toMatch(/code/);
    expect(checked(schema, { code: 'ABC', size: 'l' }).problem).toMatch(/size/);
    expect(checked(schema, { code: 'ABC', count: -1 }).problem).toMatch(/count/);
    expect(checked(schema, {}).problem).toMatch(/code/);
  });

  it('begins anew with another schema [MC-21.time, MC-6.output]', () => {
    const told: string[] = [];
    const checks = new OutputChecks((tool) => told.push(tool));
    const learn = (outputSchema: object) =>
      checks.learn(new Map([['tool', { name: 'tool', outputSchema }]]));
    learn({ $ref: '#' });
    expect(checks.problem('tool', { structuredContent: 1 })).toBeUndefined();
    learn({ type: 'string' });
    expect(checks.problem('tool', { structuredContent: 1 })).toMatch(/string/);
    expect(told).toEqual(['tool']);
  });
});

function differing(count: number): object[] {
  return Array.from({ length: count }, (_, index) => ({ index }));
}
