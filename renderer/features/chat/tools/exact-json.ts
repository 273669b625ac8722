import { isJsonObject } from '../../../../shared/lib/json.ts';

/** JSON text, indented. A line break inside a string stays written as `\n` and is followed by a real one, so that long texts can be read. */
export function exactJson(value: unknown): string {
  const json = JSON.stringify(value, undefined, 2) as string | undefined;
  if (json === undefined) return 'undefined';
  return json.replace(/(?<!\\)((?:\\\\)*)\\n/g, '$1\\n\n');
}

/** One line that stands for the arguments in a tool's head. */
export function argumentSummary(input: unknown): string {
  if (!isJsonObject(input)) return input === undefined ? '' : compact(input);
  const fields = Object.entries(input);
  const only = fields[0];
  if (fields.length === 1 && only !== undefined && typeof only[1] === 'string')
    return bound(only[1]);
  return bound(fields.map(([name, value]) => `${name}: ${compact(value)}`).join('  '));
}

function compact(value: unknown): string {
  return value === undefined ? '' : bound(JSON.stringify(value));
}

function bound(text: string): string {
  return text.slice(0, 300);
}
