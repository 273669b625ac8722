import type { JsonObject } from '../../../shared/lib/json.ts';
import type { Log } from '../../lib/logger.ts';
import type { ListMethod } from './connection.ts';
import { McpError } from './mcp-error.ts';

/** Pages of a list that are read at most. */
const PAGE_CAP = 64;

export const listField = {
  'tools/list': 'tools',
  'prompts/list': 'prompts',
  'resources/list': 'resources',
  'resources/templates/list': 'resourceTemplates',
} as const satisfies Record<ListMethod, string>;

/** The list in one page; throws what is wrong with it. */
export function itemsOf(method: ListMethod, page: JsonObject, server: string): unknown[] {
  const field = listField[method];
  const items = page[field];
  if (Array.isArray(items)) return items as unknown[];
  // Some languages write an empty list so.
  if (items === null) return [];
  throw new McpError(
    'protocol',
    `The server “${server}” answered ${method} without a list in result.${field}.`,
    { server, part: `result.${field}` },
  );
}

/** Reads all pages into one; the fields of the first page stay. Stops at a cursor that comes again and at the cap. */
export async function allPages(
  method: ListMethod,
  server: string,
  log: Log,
  ask: (params: JsonObject) => Promise<JsonObject>,
): Promise<JsonObject> {
  const listed: unknown[] = [];
  const seen = new Set<string>();
  let first: JsonObject | undefined;
  let cursor: string | undefined;
  for (let page = 0; page < PAGE_CAP; page += 1) {
    const result = await ask(cursor === undefined ? {} : { cursor });
    const { nextCursor, ...rest } = result;
    for (const item of itemsOf(method, result, server)) listed.push(item);
    first ??= rest;
    const whole = { ...first, [listField[method]]: listed };
    if (typeof nextCursor !== 'string' || nextCursor === '') return whole;
    if (seen.has(nextCursor)) {
      log('warn', `${method} repeats a cursor and was cut there`, { page });
      return whole;
    }
    seen.add(nextCursor);
    cursor = nextCursor;
  }
  log('warn', `${method} has too many pages and was cut`, { pages: PAGE_CAP });
  return { ...first, [listField[method]]: listed };
}
