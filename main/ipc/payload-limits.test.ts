import { describe, expect, it } from 'vitest';
import { MAX_PAYLOAD_CHARACTERS, MAX_PAYLOAD_DEPTH, isWithinLimits } from './payload-limits.ts';

function nested(depth: number): unknown {
  let value: unknown = 'end';
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { value };
  return value;
}

describe('the size of a payload', () => {
  it('is fine for everything that the window sends', () => {
    expect(isWithinLimits(undefined)).toBe(true);
    expect(isWithinLimits({ text: 'x'.repeat(1_000_000), list: [1, null, true] })).toBe(true);
    expect(isWithinLimits(nested(MAX_PAYLOAD_DEPTH))).toBe(true);
  });

  it('is refused at 50 MB, in one text, in many, in keys and in bytes [SE-4.size]', () => {
    const big = 'x'.repeat(50_000_000);
    expect(isWithinLimits(big)).toBe(false);
    expect(isWithinLimits({ a: { b: [big] } })).toBe(false);
    expect(isWithinLimits({ [big]: 1 })).toBe(false);
    expect(isWithinLimits(Array.from({ length: 60 }, () => 'x'.repeat(1_000_000)))).toBe(false);
    expect(isWithinLimits(new Uint8Array(MAX_PAYLOAD_CHARACTERS + 1))).toBe(false);
    expect(isWithinLimits(Array.from({ length: 1_000_001 }, () => 0))).toBe(false);
  });

  it('is refused when nested 10,000 or 1,000,000 deep, without overflow [SE-4.depth]', () => {
    expect(isWithinLimits(nested(MAX_PAYLOAD_DEPTH + 1))).toBe(false);
    expect(isWithinLimits(nested(10_000))).toBe(false);
    expect(isWithinLimits(nested(1_000_000))).toBe(false);
  });

  it('ends for values that contain themselves, and refuses what is no JSON', () => {
    const circle: Record<string, unknown> = {};
    circle['self'] = [circle, circle];
    expect(isWithinLimits(circle)).toBe(true);
    expect(isWithinLimits(10n)).toBe(false);
    expect(isWithinLimits({ map: new Map() })).toBe(false);
  });
});
