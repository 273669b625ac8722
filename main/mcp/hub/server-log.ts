import type { Clock } from '../../lib/clock.ts';
import type { ServerLogLine } from './hub-contract.ts';

const LINE_CAP = 1_000;
const STDERR_TAIL = 40;
const JUNK_TAIL = 10;

/** What a server said, newest last: bounded, and redacted before it is kept (SE-51). */
export class ServerLog {
  readonly #lines: ServerLogLine[] = [];
  #stderr: string[] = [];
  #junk: string[] = [];

  constructor(
    private readonly clock: Clock,
    private readonly redact: () => (text: string) => string,
  ) {}

  get lines(): readonly ServerLogLine[] {
    return this.#lines;
  }

  /** Last lines of stderr since the last start. */
  get stderrTail(): readonly string[] {
    return this.#stderr;
  }

  /** Last lines on stdout that were no messages, since the last start. */
  get junkTail(): readonly string[] {
    return this.#junk;
  }

  /** A new start: the tails begin again. */
  begin(): void {
    this.#stderr = [];
    this.#junk = [];
  }

  add(stream: ServerLogLine['stream'], text: string): void {
    const clean = this.redact()(text);
    this.#lines.push({ at: this.clock.now(), stream, text: clean });
    if (this.#lines.length > LINE_CAP) this.#lines.splice(0, this.#lines.length - LINE_CAP);
    if (stream === 'stderr') this.#stderr = [...this.#stderr, clean].slice(-STDERR_TAIL);
    if (stream === 'stdout-junk') this.#junk = [...this.#junk, clean].slice(-JUNK_TAIL);
  }
}
