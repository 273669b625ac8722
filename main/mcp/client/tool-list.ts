import { isDeeperThan, isJsonObject } from '../../../shared/lib/json.ts';
import type { JsonObject } from '../../../shared/lib/json.ts';
import { hintsFromAnnotations } from '../../../shared/mcp/hints.ts';
import type { SetAsideTool, ToolInfo } from '../../../shared/mcp/tool.ts';
import { scanParamHeaders } from './param-headers.ts';
import { shownJson } from './shown-json.ts';

/** Deepest tool that is passed on, its schemas included. */
const DEPTH_CAP = 100;

export interface ToolList {
  readonly tools: readonly ToolInfo[];
  readonly setAside: readonly SetAsideTool[];
  /** As sent, by name. */
  readonly raw: ReadonlyMap<string, JsonObject>;
}

/** Why the tool cannot be used, or undefined. */
function fault(
  tool: JsonObject,
  taken: ReadonlySet<string>,
  hasHeaders: boolean,
): string | undefined {
  const { name, inputSchema } = tool;
  if (isDeeperThan(tool, DEPTH_CAP)) {
    return `It is nested deeper than ${DEPTH_CAP} levels, in its schema or elsewhere.`;
  }
  if (taken.has(String(name))) return 'Another tool of this server has the same name.';
  if (!isJsonObject(inputSchema)) return 'Its input schema is missing or no object.';
  const { type } = inputSchema;
  if (type !== undefined && type !== 'object') {
    return `Its input schema describes ${shownJson(type, 200)}, and arguments are always an object.`;
  }
  return hasHeaders ? scanParamHeaders(inputSchema).fault : undefined;
}

function toolInfo(name: string, tool: JsonObject): ToolInfo {
  const annotations = isJsonObject(tool['annotations']) ? tool['annotations'] : {};
  const title = [tool['title'], annotations['title']].find((one) => typeof one === 'string');
  const { description, inputSchema, outputSchema } = tool;
  return {
    name,
    ...(typeof title === 'string' ? { title } : {}),
    ...(typeof description === 'string' ? { description } : {}),
    // A schema without a type is common for tools without arguments; providers insist on one.
    inputSchema: { type: 'object', ...(isJsonObject(inputSchema) ? inputSchema : {}) },
    ...(isJsonObject(outputSchema) ? { outputSchema } : {}),
    annotations: hintsFromAnnotations(annotations),
  };
}

/**
 * Sorts what a server listed into usable tools and those set aside with the reason: a bad one never costs the others.
 * `hasHeaders`: arguments may travel in HTTP headers (modern era), so that bad declarations of them matter.
 */
export function sortTools(listed: readonly unknown[], hasHeaders = false): ToolList {
  const tools: ToolInfo[] = [];
  const setAside: SetAsideTool[] = [];
  const raw = new Map<string, JsonObject>();
  const taken = new Set<string>();
  listed.forEach((tool, index) => {
    const place = `(tool ${index + 1})`;
    if (!isJsonObject(tool)) {
      setAside.push({ name: place, reason: 'It is no object.' });
      return;
    }
    const { name } = tool;
    if (typeof name !== 'string' || name === '') {
      setAside.push({ name: place, reason: 'It has no name.' });
      return;
    }
    const reason = fault(tool, taken, hasHeaders);
    if (reason !== undefined) {
      setAside.push({ name, reason });
      return;
    }
    taken.add(name);
    tools.push(toolInfo(name, tool));
    raw.set(name, tool);
  });
  return { tools, setAside, raw };
}
