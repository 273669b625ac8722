import { isJsonObject } from '../../../shared/lib/json.ts';
import type { JsonObject } from '../../../shared/lib/json.ts';
import type { ServerRecord } from '../../../shared/mcp/server-config.ts';
import type { ServerState } from '../../../shared/mcp/server-state.ts';
import type { McpClientConnection } from '../client/connection.ts';
import { appAddress } from './apps/tool-app.ts';
import { publicDefinition } from './public-definition.ts';
import type { ServerLine } from './server-line.ts';
import { isTrusted } from './trust.ts';

/** `{ resources: { subscribe: true } }` is `resources` and `resources.subscribe`. */
function capabilityNames(capabilities: JsonObject): string[] {
  return Object.entries(capabilities).flatMap(([name, value]) => {
    if (!isJsonObject(value)) return value === undefined ? [] : [name];
    const parts = Object.keys(value).filter((part) => value[part] === true);
    return [name, ...parts.map((part) => `${name}.${part}`)];
  });
}

function connectionPart(connection: McpClientConnection, { lists }: ServerLine) {
  const { era, protocolVersion, serverInfo, instructions, capabilities } = connection;
  const { resources, templates, prompts } = lists.offer;
  return {
    era,
    protocolVersion,
    serverInfo,
    capabilities: capabilityNames(capabilities),
    ...(instructions === undefined ? {} : { instructions }),
    ...(capabilities['resources'] === undefined || !lists.knows('resources')
      ? {}
      : { resources: { count: resources.length, templates: templates.length } }),
    ...(capabilities['prompts'] === undefined || !lists.knows('prompts')
      ? {}
      : { prompts: { count: prompts.length } }),
  };
}

/** What the window shows of a server. `running` is what runs, `stored` what was decided since. */
export function stateOf(
  running: ServerRecord,
  stored: ServerRecord,
  line: ServerLine,
): ServerState {
  const { connection, failure, connectingSince, connectedAt, lists, health } = line;
  const { lastExchange, degraded } = health;
  const known = new Set(stored.knownTools ?? []);
  const isKnown = stored.knownTools !== undefined;
  const newTools = isKnown ? [...lists.tools.raw.keys()].filter((name) => !known.has(name)) : [];
  return {
    id: running.id,
    key: running.key,
    name: stored.name,
    origin: running.definition.type === 'builtin' ? 'builtin' : 'user',
    definition: publicDefinition(running.definition),
    enabled: running.enabled,
    trusted: isTrusted(running),
    startTimeoutMs: stored.startTimeoutMs,
    settings: stored.settings,
    status: line.status,
    tools: lists.tools.tools.map((tool) =>
      appAddress(lists.tools.raw.get(tool.name)) === undefined ? tool : { ...tool, hasApp: true },
    ),
    setAside: [...lists.tools.setAside],
    ...(newTools.length > 0 ? { newTools } : {}),
    ...(failure ? { failure } : {}),
    ...(connectingSince === undefined ? {} : { connectingSince }),
    ...(connection ? connectionPart(connection, line) : {}),
    ...(connectedAt === undefined ? {} : { connectedAt }),
    ...(lastExchange ? { lastExchange } : {}),
    ...(degraded ? { degraded } : {}),
  };
}
