import { formatElapsed, formatWhen } from '../../lib/format.ts';
import { once } from '../../lib/once.ts';
import { serverGroup, serverGroups } from '../../lib/server-groups.ts';
import type { ServerGroup } from '../../lib/server-groups.ts';
import type { ServerState } from '../../../shared/mcp/server-state.ts';
import { text } from '../../../shared/texts/catalogue.ts';
import { formatAge } from './server-time.ts';

/** Marks of a server row; a subset of the marks of the ui kit. */
export type ServerMark = 'error' | 'warning' | 'key' | 'waiting' | 'running' | 'ok' | 'off';
export type WhyTone = 'subtle' | 'warning' | 'danger';

/** After this long a start is worth an explanation, in ms. */
const LONG_START = 10_000;

export interface ServerSection {
  readonly group: ServerGroup;
  readonly servers: readonly ServerState[];
}

const byName = once(
  () => new Intl.Collator(text.app.locale, { numeric: true, sensitivity: 'base' }),
);

/** True when every word of the query is in the name, key, reason, command, address or a tool of the server. */
function matchesServer(server: ServerState, query: string, now: number): boolean {
  const { definition } = server;
  const haystack = [
    server.name,
    server.key,
    serverWhy(server, now).text,
    definition.type === 'stdio' ? [definition.command, ...definition.args].join(' ') : '',
    'url' in definition ? definition.url : '',
    ...server.tools.map((tool) => `${tool.name} ${tool.title ?? ''}`),
  ]
    .join('\n')
    .toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => haystack.includes(word));
}

/**
 * Servers in the groups of the list, each sorted by name, so that nothing moves under the pointer while time passes.
 * Empty groups are left out.
 */
export function groupServers(
  servers: readonly ServerState[],
  query: string,
  now: number,
): readonly ServerSection[] {
  const wanted = servers.filter((server) => matchesServer(server, query.trim(), now));
  return serverGroups
    .map((group) => ({
      group,
      servers: wanted
        .filter((server) => serverGroup(server) === group)
        .toSorted((a, b) => byName().compare(a.name, b.name) || (a.id < b.id ? -1 : 1)),
    }))
    .filter((section) => section.servers.length > 0);
}

/** True when the server only waits for the person to look at its definition. */
export function waitsForReview(server: ServerState): boolean {
  return server.failure?.code === 'not-trusted' || (server.enabled && !server.trusted);
}

export function serverMark(server: ServerState): ServerMark {
  switch (server.status) {
    case 'failed':
      return waitsForReview(server) ? 'waiting' : 'error';
    case 'needs-auth':
      return 'key';
    case 'pending':
    case 'connecting':
      return waitsForReview(server) ? 'waiting' : 'running';
    case 'connected':
      return server.degraded ? 'warning' : 'ok';
    case 'disabled':
      return 'off';
  }
}

function failureWhy(server: ServerState): string {
  const { failure, definition } = server;
  const why = text.servers.why;
  const code = failure?.code ?? 'unknown';
  const command =
    failure?.command ?? (definition.type === 'stdio' ? definition.command : server.name);
  switch (code) {
    case 'command-not-found':
    case 'not-executable':
      return why[code](command);
    case 'exited-early':
      return why[code](failure?.exitCode ?? null);
    case 'unknown':
      return failure?.message ?? why.unknown;
    default:
      return why[code];
  }
}

/** The line under the name: why the server is in its state. */
export function serverWhy(
  server: ServerState,
  now: number,
): { readonly text: string; readonly tone: WhyTone } {
  const why = text.servers.why;
  if (server.status !== 'disabled' && server.status !== 'connected' && waitsForReview(server)) {
    return { text: why['not-trusted'], tone: 'warning' };
  }
  switch (server.status) {
    case 'failed':
      return { text: failureWhy(server), tone: 'danger' };
    case 'needs-auth':
      return { text: why['needs-auth'], tone: 'warning' };
    case 'pending':
      return { text: why.waiting, tone: 'subtle' };
    case 'connecting':
      return { text: connectingWhy(server, now), tone: 'subtle' };
    case 'connected':
      return server.degraded
        ? { text: server.degraded.reason, tone: 'warning' }
        : { text: connectedWhy(server), tone: 'subtle' };
    case 'disabled':
      return { text: server.trusted ? why.off : why.notReviewed, tone: 'subtle' };
  }
}

function connectingWhy(server: ServerState, now: number): string {
  const why = text.servers.why;
  if (server.definition.type !== 'stdio') return why.connectingRemote;
  const since = server.connectingSince ?? now;
  return now - since > LONG_START ? why.startingLong : why.starting;
}

function connectedWhy(server: ServerState): string {
  const why = text.servers.why;
  const { tools, setAside, newTools = [], resources, settings } = server;
  if (setAside.length > 0) return why.toolsSetAside(tools.length, setAside.length);
  if (server.origin === 'builtin') return why.toolsBuiltin(tools.length);
  const { scope } = settings;
  return [
    why.tools(tools.length),
    newTools.length > 0 ? why.newTools(newTools.length) : '',
    resources && resources.count > 0 ? why.resources(resources.count) : '',
    scope.kind === 'folder' ? why.folderOnly(scope.folder.split(/[\\/]/).at(-1) ?? '') : '',
  ]
    .filter((part) => part !== '')
    .join(', ');
}

/** At the right of a row: the last exchange, the elapsed time of a start, the moment of a failure. */
export function serverMeta(server: ServerState, now: number): string {
  if (server.status === 'connecting') {
    return server.connectingSince === undefined ? '' : formatElapsed(now - server.connectingSince);
  }
  if (server.status === 'failed' && server.failure !== undefined) {
    return formatWhen(server.failure.at, now);
  }
  return server.lastExchange === undefined ? '' : formatAge(server.lastExchange.at, now);
}
