import { isJsonObject } from '../../../shared/lib/json.ts';
import type { JsonObject } from '../../../shared/lib/json.ts';

/** An argument that travels in a header as well, so that a proxy can route by it. */
export interface ParamHeader {
  readonly name: string;
  /** Keys that lead to the argument. */
  readonly path: readonly string[];
}

export type ParamHeaderScan =
  | { readonly headers: readonly ParamHeader[]; readonly fault?: undefined }
  | { readonly headers?: undefined; readonly fault: string };

const KEYWORD = 'x-mcp-header';
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const TYPES: readonly unknown[] = ['string', 'integer', 'boolean'];

function faultOf(node: JsonObject, path: readonly string[]): string | undefined {
  const name = node[KEYWORD];
  const place = path.join('.');
  if (typeof name !== 'string' || name === '')
    return `The header of its argument "${place}" has no name.`;
  if (!TOKEN.test(name))
    return `The header name ${JSON.stringify(name)} of its argument "${place}" is not allowed in HTTP.`;
  if (!TYPES.includes(node['type']))
    return `Its argument "${place}" may not travel in a header: only strings, integers and booleans may.`;
  return undefined;
}

/** Whether the keyword is anywhere below, where no header may be declared. */
function holdsKeyword(value: unknown): boolean {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next !== 'object' || next === null) continue;
    if (isJsonObject(next) && Object.hasOwn(next, KEYWORD)) return true;
    for (const one of Object.values(next) as unknown[]) open.push(one);
  }
  return false;
}

/** Data in a schema that is no schema: a keyword in it declares nothing. */
const NO_SCHEMAS = new Set(['properties', 'default', 'examples', 'const', 'enum']);

/** Finds the declared headers in an input schema, or why the declarations make the tool unusable over HTTP. */
export function scanParamHeaders(inputSchema: unknown): ParamHeaderScan {
  const headers: ParamHeader[] = [];
  const taken = new Set<string>();
  const open: { node: unknown; path: readonly string[] }[] = [{ node: inputSchema, path: [] }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, path } = next;
    if (!isJsonObject(node)) continue;
    if (Object.hasOwn(node, KEYWORD)) {
      const fault =
        path.length === 0 ? 'Its schema as a whole names a header.' : faultOf(node, path);
      if (fault !== undefined) return { fault };
      const name = String(node[KEYWORD]);
      if (taken.has(name.toLowerCase()))
        return { fault: `Two of its arguments name the header ${name}.` };
      taken.add(name.toLowerCase());
      headers.push({ name, path });
    }
    for (const [keyword, value] of Object.entries(node)) {
      if (!NO_SCHEMAS.has(keyword) && keyword !== KEYWORD && holdsKeyword(value))
        return {
          fault: `It names a header below "${keyword}", where no argument is certain to be.`,
        };
    }
    const { properties } = node;
    if (!isJsonObject(properties)) continue;
    for (const [key, child] of Object.entries(properties))
      open.push({ node: child, path: [...path, key] });
  }
  return { headers };
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean' || Number.isSafeInteger(value)) return String(value);
  return undefined;
}

/** Header values are visible ASCII; everything else travels as Base64 of its UTF-8. */
export function encodeHeaderValue(value: string): string {
  const isPlain = /^[\x21-\x7e]([\x20-\x7e\t]*[\x21-\x7e])?$/.test(value);
  const looksEncoded = value.startsWith('=?base64?') && value.endsWith('?=');
  if (isPlain && !looksEncoded) return value;
  return `=?base64?${Buffer.from(value, 'utf8').toString('base64')}?=`;
}

/** The headers of one call. Arguments that are absent or null have none. */
export function paramHeaders(
  declared: readonly ParamHeader[],
  args: JsonObject,
): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const { name, path } of declared) {
    let value: unknown = args;
    for (const key of path)
      value = isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
    const text = textOf(value);
    if (text !== undefined) headers[`Mcp-Param-${name}`] = encodeHeaderValue(text);
  }
  return headers;
}
