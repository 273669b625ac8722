import type { CredentialPayload, InitializeRequest } from '../../../../shared/agent/frames.ts';
import type { ProviderKind } from '../../../../shared/agent/provider.ts';
import type { ServerDefinitionWithValues } from '../tools/process-server.ts';
import type { BuiltInTool } from '../builtin/built-in-tool.ts';
import type { HookRunner } from '../hooks/hook-runner.ts';
import { HostServer } from '../tools/host-server.ts';
import { ProcessServer } from '../tools/process-server.ts';
import { ElicitationDesk } from '../tools/elicitation-desk.ts';
import { SessionSignIns } from '../tools/session-sign-ins.ts';
import { ToolRegistry } from '../tools/tool-registry.ts';
import type { SessionDependencies } from './session-dependencies.ts';

export interface SessionServers {
  readonly registry: ToolRegistry;
  /** In-process servers by name. */
  readonly hosted: ReadonlyMap<string, HostServer>;
  readonly signIns: SessionSignIns;
}

/** The servers of the host and those of settings whose name it does not use (SDK-12). Disabled is what it filtered out. */
export function withAdded(
  init: Pick<InitializeRequest, 'servers' | 'sdk_servers' | 'allowed_servers'>,
  added: readonly InitializeRequest['servers'][number][],
): InitializeRequest['servers'] {
  const taken = new Set([...init.servers, ...init.sdk_servers].map(({ name }) => name));
  const allowed = init.allowed_servers;
  return [
    ...init.servers,
    ...added
      .filter(({ name }) => !taken.has(name))
      .map((server) => ({
        ...server,
        disabled: server.disabled || (allowed !== undefined && !allowed.includes(server.name)),
      })),
  ];
}

/** Makes the links to all servers of a session; none is started. Disabled is also what the host filtered out (SDK-11). */
export function makeServers(
  init: InitializeRequest,
  dependencies: SessionDependencies,
  providerKind: () => ProviderKind,
  builtIns: readonly BuiltInTool[] = [],
  hooks?: () => HookRunner,
): SessionServers {
  const hosted = new Map(
    init.sdk_servers.map((server) => [
      server.name,
      new HostServer({
        name: server.name,
        clock: dependencies.clock,
        timeoutMs: server.timeout_ms,
        send: async (message) => {
          await dependencies.ask({
            subtype: 'mcp_message',
            server_name: server.name,
            message,
          });
        },
      }),
    ]),
  );
  const { clock, log } = dependencies;
  const signIns = new SessionSignIns({ configRoot: init.config_root, clock, log });
  const questions = hooks && deskOf(init, dependencies, hooks);
  const own = init.servers.map((server) => {
    const definition = withValues(server.definition, dependencies.credentials.servers[server.name]);
    const signIn =
      definition.type === 'stdio' ? undefined : signIns.make(server.name, definition.url);
    const link = new ProcessServer({
      name: server.name,
      definition,
      disabled: server.disabled,
      clock,
      timeoutMs: server.timeout_ms,
      connect: (...call) => dependencies.connect(server.name, ...call),
      signIn,
      questions,
    });
    if (signIn) signIns.add(link, signIn);
    return link;
  });
  const links = [...hosted.values(), ...own];
  return { registry: new ToolRegistry(links, init.tools, providerKind, builtIns), hosted, signIns };
}

function deskOf(
  init: InitializeRequest,
  { ask, emit, log }: SessionDependencies,
  hooks: () => HookRunner,
): ElicitationDesk {
  return new ElicitationDesk({
    sessionId: init.session_id,
    hasHost: init.has_elicitation,
    hooks,
    ask,
    emit,
    onDiagnostic: (message) => log('warn', message),
  });
}

/** The definition with the values that came apart from the frames (RT-5). */
function withValues(
  definition: ServerDefinitionWithValues,
  values: CredentialPayload['servers'][string] | undefined,
): ServerDefinitionWithValues {
  return definition.type === 'stdio'
    ? { ...definition, env: { ...definition.env, ...values?.env } }
    : { ...definition, headers: { ...definition.headers, ...values?.headers } };
}
