import { Validator } from '@cfworker/json-schema';
import { canonicalJson } from '../../../shared/lib/json.ts';
import type { JsonObject } from '../../../shared/lib/json.ts';

type Check = (value: unknown) => string | undefined;

function draftOf(schema: JsonObject): '4' | '7' | '2019-09' | '2020-12' {
  const { $schema } = schema;
  const declared = typeof $schema === 'string' ? $schema : '';
  if (declared.includes('draft-04')) return '4';
  if (declared.includes('draft-07') || declared.includes('draft-06')) return '7';
  return declared.includes('2019-09') ? '2019-09' : '2020-12';
}

/**
 * Makes a check of values by a schema: it gives what does not fit, as a sentence, or undefined. A schema that cannot be
 * used (a reference that leads outside, a broken pattern) checks nothing. Nothing is ever fetched.
 */
export function schemaCheck(schema: JsonObject): Check {
  let validator: Validator | undefined;
  return (value) => {
    try {
      validator ??= new Validator(schema, draftOf(schema), true);
      const { valid, errors } = validator.validate(value);
      if (valid) return undefined;
      const deepest = errors.at(-1);
      const place = deepest?.instanceLocation.replace(/^#/, '') ?? '';
      return `${place === '' ? 'the whole' : place}: ${deepest?.error ?? 'it does not fit.'}`;
    } catch {
      return undefined;
    }
  };
}

/** Checks by tool, kept until a tool is listed with another schema. */
export class OutputChecks {
  readonly #checks = new Map<string, { readonly text: string; readonly check: Check }>();

  /** Takes the schemas of a new list; of tools that are gone the last one stays. */
  learn(tools: ReadonlyMap<string, JsonObject>): void {
    for (const [name, tool] of tools) {
      const schema = tool['outputSchema'];
      if (typeof schema !== 'object' || schema === null) {
        this.#checks.delete(name);
        continue;
      }
      const text = canonicalJson(schema);
      if (this.#checks.get(name)?.text === text) continue;
      this.#checks.set(name, { text, check: schemaCheck(schema as JsonObject) });
    }
  }

  /** What is wrong with the structured content of a result. */
  problem(tool: string, result: JsonObject): string | undefined {
    const known = this.#checks.get(tool);
    if (!known || result['isError'] === true) return undefined;
    if (result['structuredContent'] === undefined)
      return 'it is missing, though the tool declares an output schema.';
    return known.check(result['structuredContent']);
  }
}
