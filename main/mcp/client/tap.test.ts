import { expect, it } from 'vitest';
import { tell } from './tap.ts';

/** Deeper than JSON can be written. */
function nested(): object {
  let value: object = {};
  for (let depth = 0; depth < 100_000; depth += 1) value = { allOf: [value] };
  return value;
}

it.each([
  [{ jsonrpc: '2.0', id: 7, result: { tools: [nested()] } }, 'result'],
  [{ jsonrpc: '2.0', id: 7, error: { data: nested() } }, 'error'],
  [{ jsonrpc: '2.0', id: 7, method: 'tools/call', params: nested() }, 'method'],
] as const)(
  'a message that cannot be written is told by its envelope [UI-37.deep]',
  (message, part) => {
    const told: object[] = [];
    tell(
      (_direction, shown) => told.push(JSON.parse(JSON.stringify(shown)) as object),
      'in',
      message,
    );
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({ id: 7 });
    expect(told[0]).toHaveProperty(part);
  },
);

it('a tap that fails costs the message nothing [UI-37.deep]', () => {
  const fail = (): never => {
    throw new Error('The tap is broken.');
  };
  expect(() => tell(fail, 'in', { jsonrpc: '2.0', id: 1, result: {} })).not.toThrow();
});
