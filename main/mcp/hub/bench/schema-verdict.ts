import { Validator } from '@cfworker/json-schema';
import type { OutputUnit } from '@cfworker/json-schema';
import { messageOf } from '../../../../shared/lib/errors.ts';
import type { JsonObject } from '../../../../shared/lib/json.ts';
import { isDeeperThan, isJsonObject } from '../../../../shared/lib/json.ts';
import type { Mismatch, SchemaVerdict } from '../../../../shared/mcp/bench.ts';
import { boundedRun, RunTooLong } from '../../client/bounded-run.ts';

/** How long one check may take, in ms. */
const CHECK_LIMIT_MS = 500;
const MOST_MISMATCHES = 50;
/** Deeper schemas and values are not checked. */
const MOST_LEVELS = 200;

/** Keywords whose own error only says that something inside them does not fit. */
const wrappers: ReadonlySet<string> = new Set(
  `properties patternProperties additionalProperties items prefixItems additionalItems $ref $recursiveRef $dynamicRef
  allOf then else dependentSchemas unevaluatedProperties unevaluatedItems`.split(/\s+/),
);
const choices: ReadonlySet<string> = new Set(['anyOf', 'oneOf']);

/**
 * Whether a value fits a schema, and each place where it does not. Takes at most half a second, fetches nothing and never
 * throws: a schema that cannot be used is a verdict, too.
 */
export function schemaVerdict(schema: unknown, value: unknown): SchemaVerdict {
  if (schema === undefined) return { state: 'none', mismatches: [] };
  if (!isJsonObject(schema) && typeof schema !== 'boolean')
    return unchecked('The schema is neither an object nor true or false.');
  if (isDeeperThan(schema, MOST_LEVELS)) return unchecked('The schema is nested too deep.');
  if (isDeeperThan(value, MOST_LEVELS)) return unchecked('The value is nested too deep.');
  try {
    const { valid, errors } = boundedRun(
      () => new Validator(schema, draftOf(schema), false).validate(value),
      CHECK_LIMIT_MS,
    );
    if (valid) return { state: 'fits', mismatches: [] };
    return { state: 'differs', mismatches: mismatchesOf(errors) };
  } catch (thrown) {
    if (thrown instanceof RunTooLong)
      return unchecked(`The check takes longer than ${CHECK_LIMIT_MS} ms.`);
    if (thrown instanceof RangeError) return unchecked('The schema leads in a circle.');
    // The package lists all it knows after the first line.
    const reason = messageOf(thrown).split('\n', 1)[0]?.slice(0, 200) ?? '';
    return unchecked(`The schema cannot be used: ${reason}`);
  }
}

function unchecked(reason: string): SchemaVerdict {
  return { state: 'unchecked', mismatches: [], reason };
}

function draftOf(schema: JsonObject | boolean): '4' | '7' | '2019-09' | '2020-12' {
  const declared = isJsonObject(schema) ? schema['$schema'] : undefined;
  if (typeof declared !== 'string') return '2020-12';
  if (declared.includes('draft-04')) return '4';
  if (declared.includes('draft-07') || declared.includes('draft-06')) return '7';
  return declared.includes('2019-09') ? '2019-09' : '2020-12';
}

/** The places themselves: neither what is around them, nor why each of several choices did not fit. */
function mismatchesOf(errors: readonly OutputUnit[]): Mismatch[] {
  const open = errors.filter(({ keyword }) => choices.has(keyword));
  const found = new Map<string, Mismatch>();
  for (const error of errors) {
    if (wrappers.has(error.keyword)) continue;
    if (open.some((choice) => choice !== error && isInside(error, choice))) continue;
    const mismatch = choices.has(error.keyword) ? choiceMismatch(error, errors) : leaf(error);
    const key = `${mismatch.path} ${mismatch.keyword} ${mismatch.message}`;
    if (!found.has(key)) found.set(key, mismatch);
    if (found.size >= MOST_MISMATCHES) break;
  }
  return [...found.values()];
}

function isInside(error: OutputUnit, choice: OutputUnit): boolean {
  return error.keywordLocation.startsWith(`${choice.keywordLocation}/`);
}

function choiceMismatch(choice: OutputUnit, errors: readonly OutputUnit[]): Mismatch {
  const types = errors
    .filter(
      (error) =>
        error.keyword === 'type' &&
        error.instanceLocation === choice.instanceLocation &&
        isInside(error, choice),
    )
    .flatMap((error) => leaf(error).expected ?? []);
  const base = { path: pathOf(choice), keyword: choice.keyword, message: choice.error };
  return types.length === 0 ? base : { ...base, expected: [...new Set(types)] };
}

function leaf(error: OutputUnit): Mismatch {
  const base = { path: pathOf(error), keyword: error.keyword, message: error.error };
  if (error.keyword !== 'type') return base;
  const listed = /Expected (.+)\.$/.exec(error.error)?.[1] ?? '';
  return { ...base, expected: [...listed.matchAll(/"([a-z]+)"/g)].map(([, name]) => name ?? '') };
}

function pathOf({ instanceLocation }: OutputUnit): string {
  return instanceLocation.replace(/^#/, '');
}
