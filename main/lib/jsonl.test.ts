import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  encodeJsonLine,
  FrameTooLargeError,
  JsonLineError,
  JsonlReader,
  measureJson,
} from './jsonl.ts';

function readAll(chunks: Iterable<Uint8Array>, capBytes = 1_000_000) {
  const values: unknown[] = [];
  const errors: Error[] = [];
  const reader = new JsonlReader({
    capBytes,
    onValue: (value) => values.push(value),
    onError: (error) => errors.push(error),
  });
  for (const chunk of chunks) reader.push(chunk);
  reader.end();
  return { values, errors };
}

function* cut(bytes: Uint8Array, sizes: readonly number[]): Generator<Uint8Array> {
  let start = 0;
  for (const size of sizes) {
    if (start >= bytes.length) return;
    yield bytes.subarray(start, start + size);
    start += size;
  }
  yield bytes.subarray(start);
}

describe('JsonlReader', () => {
  it('gives back every value however the bytes are cut [RT-2.split]', () => {
    const value = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue());
    fc.assert(
      fc.property(
        fc.array(value, { maxLength: 6 }),
        fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 300 }),
        fc.constantFrom('\n', '\r\n'),
        (values, sizes, ending) => {
          const text = values.map((one) => JSON.stringify(one) + ending).join('');
          const { values: read, errors } = readAll(cut(Buffer.from(text), sizes));
          expect(errors).toEqual([]);
          expect(read).toEqual(values.map((one) => JSON.parse(JSON.stringify(one)) as unknown));
        },
      ),
    );
  });

  it('takes U+2028 and U+2029 for ordinary characters [RT-2.separators]', () => {
    const value = { text: 'a\u2028b\u2029c\u0085d' };
    expect(readAll([Buffer.from(encodeJsonLine(value, 1000))]).values).toEqual([value]);
  });

  it('tells of a line over the cap once and goes on with the next one [RT-2.cap]', () => {
    const long = JSON.stringify({ text: 'x'.repeat(200) });
    const { values, errors } = readAll(
      cut(Buffer.from(`${long}\n{"a":1}\n`), Array(100).fill(7)),
      100,
    );
    expect(errors).toHaveLength(1);
    expect(errors[0]).toBeInstanceOf(FrameTooLargeError);
    expect(values).toEqual([{ a: 1 }]);
  });

  it('takes a line of exactly the cap, also with CRLF [RT-2.cap]', () => {
    const line = JSON.stringify('y'.repeat(98));
    expect(readAll([Buffer.from(`${line}\r\n${line}\n`)], 100).values).toHaveLength(2);
    expect(readAll([Buffer.from(`${line} \n`)], 100).errors).toHaveLength(1);
  });

  it('names a line that is no JSON or no UTF-8 and reads on [RT-6.malformed]', () => {
    const { values, errors } = readAll([
      Buffer.from('hello\n'),
      Buffer.from([0x22, 0xff, 0x22, 0x0a]),
      Buffer.from('\n1\n'),
    ]);
    expect(errors.map((error) => error.constructor)).toEqual([JsonLineError, JsonLineError]);
    expect(errors[0]?.message).toContain('hello');
    expect(values).toEqual([1]);
  });

  it('does not hold on to a buffer that its owner reuses', () => {
    const shared = Buffer.from('{"a":');
    const values: unknown[] = [];
    const reader = new JsonlReader({
      capBytes: 100,
      onValue: (value) => values.push(value),
      onError: (error) => values.push(error),
    });
    reader.push(shared);
    shared.fill(0x78);
    reader.push(Buffer.from('1}\n'));
    expect(values).toEqual([{ a: 1 }]);
  });
});

describe('size of frames', () => {
  it('refuses to encode over the cap, counted in bytes [RT-2.cap]', () => {
    expect(() => encodeJsonLine('ä'.repeat(40), 80)).toThrow(FrameTooLargeError);
    expect(encodeJsonLine('ä'.repeat(39), 80)).toHaveLength(42);
  });

  it('measures an object against the cap as its JSON would be [RT-2.cap]', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 2, max: 400 }), (value, cap) => {
        const size = Buffer.byteLength(JSON.stringify(value));
        if (size > cap) expect(() => measureJson(value, cap)).toThrow(FrameTooLargeError);
        else expect(measureJson(value, cap)).toBeLessThanOrEqual(size);
      }),
    );
  });
});
