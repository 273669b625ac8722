import type { Handlers } from '../../../shared/ipc/contract.ts';
import type { serverCalls } from '../../../shared/ipc/routes/servers.ts';
import type { KeychainChoice } from '../../mcp/config/literal-secrets.ts';
import { ServerConfiguration } from '../../mcp/config/setup/server-configuration.ts';
import type { TypedDrafts } from '../../mcp/config/setup/typed-drafts.ts';
import type { Hub } from '../../mcp/hub/hub-contract.ts';
import type { Caller } from '../caller.ts';
import type { RequireGesture } from '../gesture.ts';

/**
 * Handlers of `servers.*`. What starts or changes a server waits for the person's answer in main's consent view; what needs no
 * question (another name, another value, a trusted server turned on, a removal) follows a key press or click.
 */
export function serverHandlers(
  hub: Hub,
  drafts: TypedDrafts,
  requireGesture: RequireGesture,
): Handlers<typeof serverCalls, Caller> {
  const configuration = new ServerConfiguration(hub);
  return {
    'servers.list': () => ({ servers: [...hub.list()], sequence: hub.sequence }),
    'servers.add': ({ scope, keychain, ...draft }, { signal }) =>
      drafts.add(draft, scope ?? { kind: 'user' }, signal, chosen(keychain)),
    'servers.update': ({ serverId, draft, keepEnv, keepHeaders, keychain }, caller) => {
      requireGesture(caller);
      const keep = { env: keepEnv, headers: keepHeaders };
      return drafts.update(serverId, draft, keep, caller.signal, chosen(keychain));
    },
    'servers.configure': ({ serverId, change }, caller) => {
      requireGesture(caller);
      return configuration.change(serverId, change, caller.signal);
    },
    'servers.remove': ({ serverId }, caller) => {
      requireGesture(caller);
      return drafts.remove(serverId);
    },
    'servers.setEnabled': ({ serverId, enabled }, caller) => {
      if (enabled) requireGesture(caller);
      return hub.setEnabled(serverId, enabled, caller.signal);
    },
    'servers.restart': ({ serverId }) => hub.restart(serverId),
    'servers.logs': ({ serverId }) => ({ lines: [...hub.logs(serverId)] }),
    'servers.findCommand': async ({ command }) => {
      const { path, searched } = await hub.findCommand(command);
      return { path, searched: [...searched] };
    },
  };
}

type Given = Record<'env' | 'headers', Record<string, boolean> | undefined>;

function chosen(keychain: Partial<Given> | undefined): KeychainChoice {
  const { env, headers } = keychain ?? {};
  return { ...(env ? { env } : {}), ...(headers ? { headers } : {}) };
}
