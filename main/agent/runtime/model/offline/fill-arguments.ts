import { Validator } from '@cfworker/json-schema';
import type { JsonObject } from '../../../../../shared/lib/json.ts';
import { RunTooLong, boundedRun } from '../../../../mcp/client/bounded-run.ts';
import type { ModelTool } from '../model-contract.ts';
import { FillState } from './fill-state.ts';
import { takeKeyed } from './keyed-values.ts';
import { takeOptional, takeRequired } from './loose-values.ts';
import type { Token } from './prompt-tokens.ts';
import { fieldsOf } from './tool-fields.ts';
import type { Field } from './tool-fields.ts';
import { takeWords } from './word-values.ts';

/** A field whose value must be asked for. */
export interface MissingField {
  readonly name: string;
  readonly description: string | undefined;
  /** Values that are possible, when they are few. */
  readonly choices: readonly string[];
  /** Why what the prompt says does not do. */
  readonly problem: string | undefined;
}

type Filled =
  | { readonly kind: 'complete'; readonly input: JsonObject }
  | { readonly kind: 'missing'; readonly fields: readonly MissingField[] }
  | { readonly kind: 'unusable'; readonly reason: string };

interface FillOptions {
  readonly tool: ModelTool;
  readonly tokens: readonly Token[];
  readonly source: string;
  readonly spoken: ReadonlySet<number>;
  readonly wordsFrom: number;
  /** The prompt names the tool outright. */
  readonly outright: boolean;
  /** Values that are known before, by the name of their field. */
  readonly given: ReadonlyMap<string, unknown>;
}

/** How long the check of one call may take, in ms. */
const CHECK_LIMIT_MS = 250;

const freeText = new Set(
  'query question q prompt text message input instruction instructions request search term terms topic'.split(
    ' ',
  ),
);

/** Arguments for a call, taken from the tokens of a prompt. What is complete also validates against the schema. */
export function fillArguments(options: FillOptions): Filled {
  const fields = fieldsOf(options.tool.inputSchema);
  const state = new FillState(
    options.tool,
    fields,
    options.tokens,
    options.source,
    options.spoken,
    options.wordsFrom,
  );
  for (const { name } of fields)
    if (options.given.has(name)) state.values.set(name, options.given.get(name));
  takeKeyed(state);
  takeRequired(state);
  takeWords(state, options.outright);
  if (!options.outright) takeWholePrompt(state);
  takeOptional(state);
  takeDefaults(state);
  return checked(state);
}

/** A question put to a tool that was not named is the question itself. */
function takeWholePrompt(state: FillState): void {
  const [field, ...others] = state.open(true);
  if (!field || others.length > 0 || !field.words.some((word) => freeText.has(word))) return;
  if (field.kinds.has('string') && field.schema['enum'] === undefined) {
    state.values.set(field.name, state.source.trim().replace(/[.!?。！？]+$/u, ''));
  }
}

function takeDefaults(state: FillState): void {
  for (const field of state.open(true)) {
    const { schema } = field;
    const choices = schema['enum'];
    if (Object.hasOwn(schema, 'const')) state.values.set(field.name, schema['const']);
    else if (Object.hasOwn(schema, 'default')) state.values.set(field.name, schema['default']);
    else if (Array.isArray(choices) && choices.length === 1)
      state.values.set(field.name, choices[0]);
  }
}

function checked(state: FillState): Filled {
  const missing = state.fields.filter(
    (field) => (field.required || state.problems.has(field.name)) && !state.values.has(field.name),
  );
  if (missing.length > 0) {
    return {
      kind: 'missing',
      fields: missing.map((field) => describe(field, state.problems.get(field.name))),
    };
  }
  try {
    // A server can write a pattern that takes for ever.
    return boundedRun(() => validated(state), CHECK_LIMIT_MS);
  } catch (failure) {
    if (failure instanceof RunTooLong) {
      const reason = 'the check of its arguments by its input schema takes too long';
      return { kind: 'unusable', reason };
    }
    const why = failure instanceof Error ? failure.message : String(failure);
    return { kind: 'unusable', reason: `its input schema cannot be read (${why.slice(0, 200)})` };
  }
}

function validated(state: FillState): Filled {
  const { inputSchema } = state.tool;
  const draft = JSON.stringify(inputSchema['$schema'] ?? '').includes('draft-07') ? '7' : '2020-12';
  const validator = new Validator(inputSchema, draft, false);
  for (;;) {
    const input: JsonObject = Object.fromEntries(state.values);
    const result = validator.validate(input);
    if (result.valid) return { kind: 'complete', input };
    const wrong = state.fields.filter((field) =>
      result.errors.some((error) => pointsInto(error.instanceLocation, field.name)),
    );
    const droppable = wrong.filter((field) => !field.required && state.values.has(field.name));
    if (droppable.length === 0) {
      const asked = wrong.filter((field) => field.required);
      const last = result.errors.at(-1)?.error ?? 'they do not fit its schema';
      if (asked.length === 0)
        return {
          kind: 'unusable',
          reason: `its arguments cannot be made from the prompt: ${last}`,
        };
      return {
        kind: 'missing',
        fields: asked.map((field) => describe(field, reasonFor(field, state, result.errors))),
      };
    }
    for (const field of droppable) state.values.delete(field.name);
  }
}

function pointsInto(location: string, name: string): boolean {
  const key = encodeURI(name.replaceAll('~', '~0').replaceAll('/', '~1'));
  return [name, key].some((part) => location === `#/${part}` || location.startsWith(`#/${part}/`));
}

function reasonFor(
  field: Field,
  state: FillState,
  errors: readonly { readonly instanceLocation: string; readonly error: string }[],
): string {
  const said = JSON.stringify(state.values.get(field.name) ?? null);
  const own = errors.filter((error) => pointsInto(error.instanceLocation, field.name)).at(-1);
  return `${said.slice(0, 100)} does not fit: ${own?.error ?? 'the schema refuses it'}`;
}

function describe(field: Field, problem: string | undefined): MissingField {
  const { description } = field.schema;
  const choices = field.schema['enum'];
  return {
    name: field.name,
    description:
      typeof description === 'string' && description !== '' ? description.slice(0, 300) : undefined,
    choices: Array.isArray(choices)
      ? choices.slice(0, 12).map((choice) => JSON.stringify(choice))
      : [],
    problem,
  };
}
