import { Console } from 'node:console';
import { Writable } from 'node:stream';

/**
 * Makes stdout carry what the returned stream writes and nothing else: the console and every other writer go to stderr (RT-2).
 * Must run before anything else is loaded that might print.
 */
export function guardStdout(): Writable {
  const write = process.stdout.write.bind(process.stdout);
  const frames = new Writable({
    decodeStrings: false,
    write(chunk: string | Uint8Array, _encoding, done) {
      write(chunk, (error) => {
        done(error);
      });
    },
  });
  process.stdout.on('error', (error: Error) => {
    frames.destroy(error);
  });
  process.stdout.write = process.stderr.write.bind(process.stderr);
  globalThis.console = new Console({ stdout: process.stderr, stderr: process.stderr });
  return frames;
}

/** The same for a process whose stdout carries nothing: all goes to stderr. */
export function silenceStdout(): void {
  process.stdout.write = process.stderr.write.bind(process.stderr);
  globalThis.console = new Console({ stdout: process.stderr, stderr: process.stderr });
}
