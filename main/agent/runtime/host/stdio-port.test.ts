import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { FRAME_CAP_BYTES } from '../../../../shared/agent/frames.ts';
import { openStdioPort } from './stdio-port.ts';

function open() {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const heard = { frames: [] as unknown[], diagnostics: [] as string[], ends: 0 };
  const port = openStdioPort(input, output, {
    onFrame: (frame) => heard.frames.push(frame),
    onDiagnostic: (message) => heard.diagnostics.push(message),
    onEnd: () => (heard.ends += 1),
  });
  return { input, output, port, heard };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

it('tells of lines that are no frames or over the cap, and reads on [RT-6.malformed, RT-2.cap]', async () => {
  const { input, heard } = open();
  input.write('{"a":1}\nnot json\n\n{"b":');
  input.write('2}\r\n');
  input.write(`"${'x'.repeat(FRAME_CAP_BYTES)}"\n`);
  input.write('{"c":3}\n');
  await settled();
  expect(heard.frames).toEqual([{ a: 1 }, { b: 2 }, { c: 3 }]);
  expect(heard.diagnostics).toHaveLength(2);
  expect(heard.diagnostics[1]).not.toContain('xxxx');
  expect(heard.ends).toBe(0);
});

it('ends once when the input closes in the middle of a frame, which is told and not taken [RT-9.closed-input]', async () => {
  const { input, heard } = open();
  input.write('{"a":1}\n{"b":');
  input.end();
  await settled();
  input.destroy();
  await settled();
  expect(heard.frames).toEqual([{ a: 1 }]);
  expect(heard.diagnostics).toHaveLength(1);
  expect(heard.ends).toBe(1);
});

it('ends when nobody reads the output any more, and what is sent then rejects [RT-9.closed-output]', async () => {
  const { output, port, heard } = open();
  output.destroy(new Error('EPIPE'));
  await settled();
  expect(heard.ends).toBe(1);
  await expect(port.send({ type: 'x' })).rejects.toThrow();
  await port.flush();
});

it('writes frames one after the other, each a line, and none over the cap [RT-2]', async () => {
  const { output, port } = open();
  await expect(port.send({ text: 'x'.repeat(FRAME_CAP_BYTES) })).rejects.toThrow(/larger/);
  await Promise.all([port.send({ n: 1 }), port.send({ n: 2, t: '\u2028' })]);
  expect(String(output.read())).toBe('{"n":1}\n{"n":2,"t":"\u2028"}\n');
});
