import type { JsonObject } from '../../../shared/lib/json.ts';

/** The least that the client package takes as an answer in the modern era, by method. */
const least: Readonly<Record<string, JsonObject>> = {
  'tools/list': { tools: [] },
  'tools/call': { content: [] },
  'prompts/list': { prompts: [] },
  'prompts/get': { messages: [] },
  'resources/list': { resources: [] },
  'resources/templates/list': { resourceTemplates: [] },
  'resources/read': { contents: [] },
  'completion/complete': { completion: { values: [] } },
  'server/discover': { supportedVersions: [], capabilities: {} },
};

/** An empty result of a method that passes the package's checks. */
export function plainResult(method: string): JsonObject {
  const own = Object.hasOwn(least, method) ? least[method] : undefined;
  return { resultType: 'complete', ttlMs: 0, cacheScope: 'private', ...own };
}
