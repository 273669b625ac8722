import type { ModelTool } from '../model-contract.ts';
import type { Field, FieldKind } from './tool-fields.ts';
import { takes } from './tool-fields.ts';
import type { Token } from './prompt-tokens.ts';

/** What is known while the arguments of one call are gathered. */
export class FillState {
  readonly values = new Map<string, unknown>();
  /** Why a field that the prompt speaks of could not be taken, by field name. */
  readonly problems = new Map<string, string>();
  readonly used: Set<number>;

  constructor(
    readonly tool: ModelTool,
    readonly fields: readonly Field[],
    readonly tokens: readonly Token[],
    /** The prompt that the tokens were cut from. */
    readonly source: string,
    /** Tokens that are no values: the mention of the tool and of its server. */
    spoken: ReadonlySet<number>,
    /** Where loose words start to be values. */
    readonly wordsFrom: number,
  ) {
    this.used = new Set(spoken);
  }

  set(field: Field, value: unknown, from: number, to = from + 1): void {
    this.values.set(field.name, value);
    this.use(from, to);
  }

  use(from: number, to: number): void {
    for (let at = from; at < to; at += 1) this.used.add(at);
  }

  open(required: boolean, ...kinds: readonly FieldKind[]): Field[] {
    return this.fields.filter(
      (field) =>
        field.required === required &&
        !this.values.has(field.name) &&
        !this.problems.has(field.name) &&
        (kinds.length === 0 || takes(field, ...kinds)),
    );
  }

  /** Tokens that are not yet used, with their index. */
  *free(kind?: Token['kind']): Generator<readonly [number, Token]> {
    for (const [index, token] of this.tokens.entries()) {
      if (!this.used.has(index) && (kind === undefined || token.kind === kind))
        yield [index, token];
    }
  }
}
