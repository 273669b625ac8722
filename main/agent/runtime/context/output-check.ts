import type { JsonObject } from '../../../../shared/lib/json.ts';
import { messageOf } from '../../../../shared/lib/errors.ts';
import { schemaCheck } from '../../../mcp/client/output-check.ts';

/** What an answer is worth: its value, or why it does not fit, as a sentence for the model. */
export type OutputVerdict =
  { readonly value: unknown; readonly problem?: undefined } | { readonly problem: string };

export type OutputCheck = (text: string) => OutputVerdict;

/** The schema of the output cannot be used. */
export class OutputSchemaError extends Error {
  override readonly name = 'OutputSchemaError';
}

/** A check of final answers by a JSON Schema, bounded in time. Throws `OutputSchemaError` for a schema that cannot be used. */
export function outputCheck(schema: JsonObject): OutputCheck {
  try {
    for (const value of [null, '', 0, true, [], {}]) schemaCheck(schema)(value);
  } catch (error) {
    throw new OutputSchemaError(
      `The schema in \`outputFormat\` cannot be used: ${messageOf(error).split('\n', 1)[0] ?? ''}`,
    );
  }
  return (text) => {
    const found = jsonIn(text);
    if (!found) return { problem: 'The answer holds no JSON.' };
    try {
      // A check that failed once accepts everything from then on, so each answer gets one of its own.
      const problem = schemaCheck(schema)(found.value);
      return problem === undefined
        ? { value: found.value }
        : { problem: `The answer does not fit the schema at ${problem}` };
    } catch (error) {
      return { problem: `The answer could not be checked: ${messageOf(error)}` };
    }
  };
}

/** What the model is told of the wanted form, behind its system prompt. */
export function outputInstructions(schema: JsonObject): string {
  return [
    'When the work is done, answer with one JSON value and nothing else: no fence, no sentence around it. It must fit this JSON Schema:',
    JSON.stringify(schema),
  ].join('\n');
}

/** What the model is told when its answer does not fit. */
export function repairRequest(problem: string): string {
  return `${problem} Answer again with the whole JSON value and nothing else.`;
}

/** The JSON value that a text is, or that stands in a fence, or between its first and last bracket. */
function jsonIn(text: string): { readonly value: unknown } | undefined {
  const trimmed = text.trim();
  const fenced = /```(?:json)?\s*\n([\s\S]*?)\n\s*```/.exec(trimmed)?.[1];
  const start = trimmed.search(/[[{]/);
  const end = Math.max(trimmed.lastIndexOf('}'), trimmed.lastIndexOf(']'));
  const candidates = [trimmed, fenced, start === -1 ? undefined : trimmed.slice(start, end + 1)];
  for (const candidate of candidates) {
    if (candidate === undefined || candidate === '') continue;
    try {
      return { value: JSON.parse(candidate) as unknown };
    } catch {
      // The next candidate may be one.
    }
  }
  return undefined;
}
