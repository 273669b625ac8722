import { Validator } from '@cfworker/json-schema';
import { messageOf } from '../../../shared/lib/errors.ts';
import { canonicalJson, isJsonObject } from '../../../shared/lib/json.ts';
import type { JsonObject } from '../../../shared/lib/json.ts';
import { RunTooLong, boundedRun } from './bounded-run.ts';

/** Most values in a schema that is checked by. */
const SCHEMA_CAP = 20_000;
/** Longest list of choices that is no reason for care. */
const CHOICES_CAP = 100;
/** How long one check may take, in ms. */
const CHECK_LIMIT_MS = 250;

/** A check that could not be made, and is not made again: its sentence says why. */
export class Unchecked extends Error {
  override readonly name = 'Unchecked';
}

/** Gives what does not fit, as a sentence, or undefined. Throws `Unchecked`. */
export type Check = (value: unknown) => string | undefined;

/** With none but these the work grows with what is checked, and no faster. */
const STEADY = new Set(
  `$schema $id $comment $defs definitions title description default examples deprecated readOnly writeOnly type const
  required properties additionalProperties items prefixItems minItems maxItems minLength maxLength minimum maximum
  exclusiveMinimum exclusiveMaximum minProperties maxProperties`.split(/\s+/),
);

function isShortList(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length <= CHOICES_CAP &&
    value.every((one) => typeof one !== 'object')
  );
}

/** Whether a schema may make work that grows faster than what is checked; undefined for one that is too large to look at. */
function isSteady(schema: JsonObject): boolean | undefined {
  let left = SCHEMA_CAP;
  let steady = true;
  const open: { readonly value: unknown; readonly isSchema: boolean }[] = [
    { value: schema, isSchema: true },
  ];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, isSchema } = next;
    left -= 1;
    if (left < 0) return undefined;
    if (Array.isArray(value)) {
      for (const one of value as unknown[]) open.push({ value: one, isSchema });
    } else if (isJsonObject(value)) {
      for (const [key, one] of Object.entries(value)) {
        if (isSchema && !STEADY.has(key) && !(key === 'enum' && isShortList(one))) steady = false;
        // The names in these are no keywords.
        const isMap = isSchema && ['properties', '$defs', 'definitions'].includes(key);
        open.push({ value: one, isSchema: !isMap });
      }
    }
  }
  return steady;
}

function draftOf(schema: JsonObject): '4' | '7' | '2019-09' | '2020-12' {
  const { $schema } = schema;
  const declared = typeof $schema === 'string' ? $schema : '';
  if (declared.includes('draft-04')) return '4';
  if (declared.includes('draft-07') || declared.includes('draft-06')) return '7';
  return declared.includes('2019-09') ? '2019-09' : '2020-12';
}

function unchecked(thrown: unknown): Unchecked {
  if (thrown instanceof RunTooLong)
    return new Unchecked(`a check by its schema takes longer than ${CHECK_LIMIT_MS} ms`);
  if (thrown instanceof RangeError)
    return new Unchecked('its schema leads in a circle, or the output is nested too deep');
  // The package lists all it knows after the first line.
  return new Unchecked(
    `its schema cannot be used: ${messageOf(thrown).split('\n', 1)[0]?.slice(0, 200)}`,
  );
}

/**
 * Makes a check of values by a schema. A schema that cannot be used (too large, a reference that leads outside or in a
 * circle, a broken pattern, a pattern that takes for ever) is used no more, which the check tells once. Nothing is ever
 * fetched.
 */
export function schemaCheck(schema: JsonObject): Check {
  let validator: Validator | undefined;
  let isOver = false;
  const steady = isSteady(schema);
  const run = (value: unknown): string | undefined => {
    validator ??= new Validator(schema, draftOf(schema), true);
    const { valid, errors } = validator.validate(value);
    if (valid) return undefined;
    const deepest = errors.at(-1);
    const place = deepest?.instanceLocation.replace(/^#/, '') ?? '';
    return `${place === '' ? 'the whole' : place}: ${deepest?.error ?? 'it does not fit.'}`;
  };
  return (value) => {
    if (isOver) return undefined;
    try {
      if (steady === undefined)
        throw new Unchecked(`its schema has more than ${SCHEMA_CAP.toLocaleString('en')} values`);
      return steady ? run(value) : boundedRun(() => run(value), CHECK_LIMIT_MS);
    } catch (thrown) {
      isOver = true;
      throw thrown instanceof Unchecked ? thrown : unchecked(thrown);
    }
  };
}

/** Checks by tool, kept until a tool is listed with another schema. */
export class OutputChecks {
  readonly #checks = new Map<string, { readonly text: string; readonly check: Check }>();

  /** `onUnchecked` hears of each tool whose output is not checked any more, and why. */
  constructor(private readonly onUnchecked: (tool: string, why: string) => void) {}

  /** Takes the schemas of a new list, which are not deep; of tools that are gone the last one stays. */
  learn(tools: ReadonlyMap<string, JsonObject>): void {
    for (const [name, tool] of tools) {
      const schema = tool['outputSchema'];
      if (!isJsonObject(schema)) {
        this.#checks.delete(name);
        continue;
      }
      const text = canonicalJson(schema);
      if (this.#checks.get(name)?.text === text) continue;
      this.#checks.set(name, { text, check: schemaCheck(schema) });
    }
  }

  /** What is wrong with the structured content of a result. */
  problem(tool: string, result: JsonObject): string | undefined {
    const known = this.#checks.get(tool);
    if (!known || result['isError'] === true) return undefined;
    if (result['structuredContent'] === undefined)
      return 'it is missing, though the tool declares an output schema.';
    try {
      return known.check(result['structuredContent']);
    } catch (thrown) {
      if (!(thrown instanceof Unchecked)) throw thrown;
      this.onUnchecked(tool, thrown.message);
      return undefined;
    }
  }
}
