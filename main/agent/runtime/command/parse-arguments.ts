import { parseArgs } from 'node:util';
import type { ParseArgsConfig } from 'node:util';
import { messageOf } from '../../../../shared/lib/errors.ts';
import { nearestKey } from '../../../mcp/config/reading/nearest-key.ts';
import { UsageError } from './command-errors.ts';

type Definitions = NonNullable<ParseArgsConfig['options']>;

/** What options of a subcommand are made of. */
export const text = { type: 'string' } as const;
export const list = { type: 'string', multiple: true } as const;
export const flag = { type: 'boolean' } as const;
/** Every subcommand has them. */
export const common = { help: { ...flag, short: 'h' }, json: flag } as const;

export interface ArgumentsOf<D extends Definitions> {
  readonly values: ReturnType<typeof parseArgs<{ options: D; args: string[] }>>['values'];
  readonly words: readonly string[];
}

/**
 * Takes options and words apart. What follows `--` is words. Throws `UsageError` that names the option and, for one that is not
 * known, the nearest that is. `topic` is what `--help` explains.
 */
export function parseArguments<D extends Definitions>(
  args: readonly string[],
  definitions: D,
  topic: string,
): ArgumentsOf<D> {
  refuseUnknown(args, definitions, topic);
  try {
    const parsed = parseArgs({
      args: [...args],
      options: definitions,
      allowPositionals: true,
      strict: true,
    });
    return { values: parsed.values, words: parsed.positionals };
  } catch (error) {
    const what = (messageOf(error).split('\n')[0] ?? '').replace(/[^.]$/, '$&.');
    throw new UsageError(`${what} See ${topic} --help.`, { cause: error });
  }
}

function refuseUnknown(args: readonly string[], definitions: Definitions, topic: string): void {
  const { tokens } = parseArgs({
    args: [...args],
    options: definitions,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const unknown = tokens.find(
    (token) => token.kind === 'option' && !Object.hasOwn(definitions, token.name),
  );
  if (unknown?.kind !== 'option') return;
  const near = nearestWord(unknown.name, Object.keys(definitions));
  const hint = near === undefined ? '' : ` Did you mean --${near}?`;
  throw new UsageError(`There is no option ${unknown.rawName}.${hint} See ${topic} --help.`);
}

/** The known word that a mistyped one most likely means. */
export function nearestWord(word: string, known: readonly string[]): string | undefined {
  const plain = new Map(known.map((one) => [one.replaceAll('-', ''), one]));
  const near = nearestKey(word, [...plain.keys()]);
  if (near !== undefined) return plain.get(near);
  const small = word.toLowerCase();
  const starts = small.length < 3 ? [] : known.filter((one) => one.startsWith(small));
  return starts.length === 1 ? starts[0] : undefined;
}

/** The words under their names. Throws `UsageError` when one is missing or left over. */
export function takeWords<N extends string>(
  words: readonly string[],
  names: readonly N[],
  topic: string,
  described: Readonly<Partial<Record<string, string>>> = {},
): Readonly<Record<N, string>> {
  const missing = names[words.length];
  if (missing !== undefined)
    throw new UsageError(`${topic} needs ${described[missing] ?? missing}. See ${topic} --help.`);
  const extra = words[names.length];
  if (extra !== undefined)
    throw new UsageError(`${JSON.stringify(extra)} is one word too many. See ${topic} --help.`);
  return Object.fromEntries(names.map((name, n) => [name, words[n] ?? ''])) as Record<N, string>;
}

/** With `list` in front where the arguments begin with an option. */
export function actionAndRest(args: readonly string[]): readonly string[] {
  return args[0]?.startsWith('-') === true ? ['list', ...args] : args;
}
