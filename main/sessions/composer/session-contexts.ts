import type { ContextUsageResponse } from '../../../shared/agent/about-frames.ts';
import type {
  ContextUsageOf,
  OfferedServer,
  OfferedTool,
  SessionContextOf,
} from '../../../shared/ipc/routes/composer.ts';
import { messageOf } from '../../../shared/lib/errors.ts';
import type { ServerState } from '../../../shared/mcp/server-state.ts';
import { toolSettingsOf } from '../../../shared/mcp/tool-settings.ts';
import { visibilityOf } from '../../mcp/hub/apps/tool-app.ts';
import type { Hub } from '../../mcp/hub/hub-contract.ts';
import { sees } from '../../mcp/hub/open-sessions.ts';
import type { LiveSession } from '../live-session.ts';
import type { PermissionBook } from '../permissions/permission-book.ts';

export interface SessionContextsDeps {
  readonly hub: Pick<Hub, 'list' | 'toolDefinition'>;
  readonly permissions: Pick<PermissionBook, 'judge'>;
  readonly sessions: { live(sessionId: string): Promise<LiveSession> };
}

/** What the next request of a session carries, as its runtime counts it and its servers are. */
export class SessionContexts {
  readonly #deps: SessionContextsDeps;
  /** What runtimes told last, also after they were given back. */
  readonly #told = new WeakMap<LiveSession, ContextUsageResponse>();

  constructor(deps: SessionContextsDeps) {
    this.#deps = deps;
  }

  /** `wake` starts a runtime where there is none. A runtime that cannot be asked is told as `problem`. */
  async of(sessionId: string, wake: boolean): Promise<SessionContextOf> {
    const session = await this.#deps.sessions.live(sessionId);
    let live: ContextUsageResponse | undefined;
    let problem: string | undefined;
    try {
      live = await (await session.about(wake && session.recorded))?.contextUsage();
    } catch (failure) {
      problem = messageOf(failure);
    }
    if (live) this.#told.set(session, live);
    const told = live ?? this.#told.get(session);
    return {
      usage: told ? usageOf(told) : null,
      isLive: live !== undefined,
      ...(problem === undefined ? {} : { problem }),
      own: told ? ownTools(told) : [],
      servers: this.#deps.hub.list().map((server) => this.#server(session, server, told)),
    };
  }

  #server(
    session: LiveSession,
    server: ServerState,
    told: ContextUsageResponse | undefined,
  ): OfferedServer {
    const { cwd, id } = session.facts;
    const state = stateOf(server, sees({ id, folder: cwd }, server.settings));
    const carried = (told?.tools ?? []).filter(({ server_name: key }) => key === server.key);
    const tokens = carried.reduce((sum, tool) => sum + tool.tokens, 0);
    return {
      serverId: server.id,
      name: server.name,
      state,
      ...(state === 'failed' && server.failure ? { reason: server.failure.message } : {}),
      ...(told && state === 'used' ? { tokens } : {}),
      tools: state === 'used' ? this.#tools(session, server, told) : [],
    };
  }

  #tools(
    session: LiveSession,
    server: ServerState,
    told: ContextUsageResponse | undefined,
  ): OfferedTool[] {
    const leftOut = new Map(
      (told?.left_out ?? [])
        .filter(({ server_name: key }) => key === server.key)
        .map(({ tool_name: name, reason }) => [name, reason]),
    );
    const counted = new Map(
      (told?.tools ?? [])
        .filter(({ server_name: key }) => key === server.key)
        .map(({ tool_name: name, tokens }) => [name, tokens]),
    );
    const listed = server.tools.map(({ name, title, annotations }): OfferedTool => {
      const named = { name, ...(title === undefined ? {} : { title }) };
      const reason = leftOut.get(name);
      if (toolSettingsOf(server.settings, name).enabled === false)
        return { ...named, state: 'off' };
      if (!visibilityOf(this.#deps.hub.toolDefinition(server.id, name)).model)
        return { ...named, state: 'for-app' };
      if (reason !== undefined) return { ...named, state: 'left-out', reason };
      const tokens = counted.get(name);
      const { behavior } = this.#deps.permissions.judge({
        sessionId: session.facts.id,
        serverId: server.id,
        tool: name,
        input: {},
        declared: annotations,
      });
      return {
        ...named,
        state: behavior === 'deny' ? 'denied' : 'carried',
        ...(tokens === undefined ? {} : { tokens }),
      };
    });
    const setAside = server.setAside.map(({ name, reason }): OfferedTool => ({
      name,
      state: 'left-out',
      reason,
    }));
    return [...listed, ...setAside];
  }
}

function stateOf(server: ServerState, isSeen: boolean): OfferedServer['state'] {
  if (!server.enabled) return 'off';
  if (!isSeen) return 'other-folder';
  switch (server.status) {
    case 'connected':
      return 'used';
    case 'needs-auth':
      return 'needs-auth';
    case 'failed':
      return server.failure?.code === 'not-trusted' ? 'not-trusted' : 'failed';
    case 'connecting':
      return 'connecting';
    case 'pending':
      return server.trusted ? 'not-started' : 'not-trusted';
    case 'disabled':
      return 'off';
  }
}

function ownTools(told: ContextUsageResponse): OfferedTool[] {
  return [
    ...(told.tools ?? [])
      .filter((tool) => tool.server_name === undefined)
      .map(({ tool_name: name, title, tokens }): OfferedTool => ({
        name,
        ...(title === undefined ? {} : { title }),
        state: 'carried',
        tokens,
      })),
    ...(told.left_out ?? [])
      .filter((tool) => tool.server_name === undefined)
      .map(({ tool_name: name, reason }): OfferedTool => ({ name, state: 'left-out', reason })),
  ];
}

function usageOf(told: ContextUsageResponse): ContextUsageOf {
  const partOf = (name: ContextUsageResponse['parts'][number]['name']): number =>
    told.parts.find((part) => part.name === name)?.tokens ?? 0;
  const spentOf = (spent: {
    readonly tokens: number | null;
    readonly cost_usd: number | null;
  }) => ({
    tokens: spent.tokens,
    costUsd: spent.cost_usd,
  });
  return {
    total: told.total_tokens,
    isEstimate: told.estimated,
    system: partOf('system'),
    tools: partOf('tools'),
    messages: partOf('messages'),
    window: told.is_window_known === false ? null : (told.context_window ?? null),
    ...(told.compact_at === undefined ? {} : { compactAt: told.compact_at }),
    ...(told.spent?.turn ? { turn: spentOf(told.spent.turn) } : {}),
    ...(told.spent ? { session: spentOf(told.spent.session) } : {}),
    ...(told.prices_of === undefined ? {} : { pricesOf: told.prices_of }),
  };
}
