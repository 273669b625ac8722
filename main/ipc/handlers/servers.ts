import type { Handlers } from '../../../shared/ipc/contract.ts';
import type { serverCalls } from '../../../shared/ipc/routes/servers.ts';
import type { TypedDrafts } from '../../mcp/config/setup/typed-drafts.ts';
import type { Hub } from '../../mcp/hub/hub-contract.ts';
import type { Caller } from '../caller.ts';

/** Handlers of `servers.*`. What starts or changes a server waits for the person's answer in main's consent view. */
export function serverHandlers(
  hub: Hub,
  drafts: TypedDrafts,
): Handlers<typeof serverCalls, Caller> {
  return {
    'servers.list': () => ({ servers: [...hub.list()], sequence: hub.sequence }),
    'servers.add': ({ scope, ...draft }, { signal }) =>
      drafts.add(draft, scope ?? { kind: 'user' }, signal),
    'servers.update': ({ serverId, draft, keepEnv, keepHeaders }, { signal }) =>
      drafts.update(serverId, draft, { env: keepEnv, headers: keepHeaders }, signal),
    'servers.remove': ({ serverId }) => drafts.remove(serverId),
    'servers.setEnabled': ({ serverId, enabled }, { signal }) =>
      hub.setEnabled(serverId, enabled, signal),
    'servers.restart': ({ serverId }) => hub.restart(serverId),
    'servers.logs': ({ serverId }) => ({ lines: [...hub.logs(serverId)] }),
    'servers.findCommand': async ({ command }) => {
      const { path, searched } = await hub.findCommand(command);
      return { path, searched: [...searched] };
    },
  };
}
