import type { CredentialPayload, InitializeRequest } from '../../../../shared/agent/frames.ts';
import type { ProviderKind } from '../../../../shared/agent/provider.ts';
import type { ServerDefinitionWithValues } from '../tools/process-server.ts';
import type { BuiltInTool } from '../builtin/built-in-tool.ts';
import { HostServer } from '../tools/host-server.ts';
import { ProcessServer } from '../tools/process-server.ts';
import { ToolRegistry } from '../tools/tool-registry.ts';
import type { SessionDependencies } from './session-dependencies.ts';

export interface SessionServers {
  readonly registry: ToolRegistry;
  /** In-process servers by name. */
  readonly hosted: ReadonlyMap<string, HostServer>;
}

/** Makes the links to all servers of a session; none is started. Disabled is also what the host filtered out (SDK-11). */
export function makeServers(
  init: InitializeRequest,
  dependencies: SessionDependencies,
  providerKind: () => ProviderKind,
  builtIns: readonly BuiltInTool[] = [],
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
  const own = init.servers.map(
    (server) =>
      new ProcessServer({
        name: server.name,
        definition: withValues(server.definition, dependencies.credentials.servers[server.name]),
        disabled: server.disabled,
        clock: dependencies.clock,
        timeoutMs: server.timeout_ms,
        connect: (definition, signal) => dependencies.connect(server.name, definition, signal),
      }),
  );
  const links = [...hosted.values(), ...own];
  return { registry: new ToolRegistry(links, init.tools, providerKind, builtIns), hosted };
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
