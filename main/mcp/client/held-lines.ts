/** Output of a process that may turn out to be a trial run: it is passed on when that is decided, or forgotten. */
export class HeldLines {
  #held: string[] | undefined = [];

  constructor(private readonly pass: ((line: string) => void) | undefined) {}

  readonly add = (line: string): void => {
    if (this.#held) this.#held.push(line);
    else this.pass?.(line);
  };

  /** Passes on what is held and all that follows. */
  release(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const line of held) this.pass?.(line);
  }

  /** Forgets what is held and all that follows. */
  drop(): void {
    this.#held = [];
  }
}
