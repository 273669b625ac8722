import type { Readable, Writable } from 'node:stream';
import { FRAME_CAP_BYTES } from '../../../../shared/agent/frames.ts';
import { encodeJsonLine, JsonlReader } from '../../../lib/jsonl.ts';
import type { FramePort, FramePortListener } from './frame-port.ts';

/** Frames as JSON lines on two streams (RT-2), with the streams' own backpressure. */
export function openStdioPort(
  input: Readable,
  output: Writable,
  listener: FramePortListener,
): FramePort {
  const reader = new JsonlReader({
    capBytes: FRAME_CAP_BYTES,
    onValue: listener.onFrame,
    onError: (error) => {
      listener.onDiagnostic(error.message);
    },
  });
  let hasEnded = false;
  const end = (): void => {
    if (hasEnded) return;
    hasEnded = true;
    reader.end();
    listener.onEnd();
  };
  input.on('data', (chunk: Buffer) => {
    reader.push(chunk);
  });
  input.on('end', end);
  input.on('close', end);
  input.on('error', end);
  // The host closed its end of the output: it is gone.
  output.on('error', end);
  let tail: Promise<void> = Promise.resolve();
  return {
    async send(frame) {
      const line = encodeJsonLine(frame, FRAME_CAP_BYTES);
      const written = tail.then(() => write(output, line));
      tail = written.catch(() => undefined);
      await written;
    },
    flush: () => tail,
  };
}

function write(output: Writable, line: string): Promise<void> {
  return new Promise((resolve, reject) => {
    output.write(line, (error) => {
      if (error) reject(error);
      else resolve();
    });
  });
}
