import { messageOf } from '../../shared/lib/errors.ts';
import type { Clock } from '../lib/clock.ts';
import type { Disposable } from '../lib/disposable.ts';
import type { Log } from '../lib/logger.ts';
import type { ProfilePaths } from '../lib/profile-paths.ts';
import type { Hub } from '../mcp/hub/hub-contract.ts';
import { PermissionBook } from '../sessions/permissions/permission-book.ts';
import { ToolControls } from '../sessions/permissions/tool-controls.ts';
import type { ToolDirectory } from '../sessions/permissions/tool-directory.ts';
import { GrantStore } from '../storage/grant-store.ts';
import { tellTrouble } from './data-trouble.ts';
import type { Notices } from './notices.ts';

export interface PermissionContext {
  readonly paths: ProfilePaths;
  readonly clock: Clock;
  readonly log: Log;
  readonly notices: Notices;
  readonly hub: Hub;
}

export interface Permissions extends Disposable {
  readonly book: PermissionBook;
  readonly controls: ToolControls;
}

/** What the person allowed and denied, over the file of the profile and the tools of the hub. */
export async function openPermissions(context: PermissionContext): Promise<Permissions> {
  const { paths, clock, log, notices, hub } = context;
  const store = await GrantStore.open({
    path: paths.permissionsFile,
    clock,
    onTrouble: tellTrouble(notices, 'permissions-corrupt'),
  });
  const tools = toolsOf(hub);
  const book = new PermissionBook({ store, tools, clock, log });
  forgetRemoved(hub, book, log);
  return {
    book,
    controls: new ToolControls({ book, tools, clock }),
    dispose: () => book.dispose(),
  };
}

function toolsOf(hub: Hub): ToolDirectory {
  return {
    recordOf: (serverId) => hub.recordOf(serverId),
    // What no server has (the tools of the runtime itself, those of a server that is gone) is no failure here.
    toolDefinition: (serverId, tool) =>
      hub.recordOf(serverId) && hub.toolDefinition(serverId, tool),
    toolNames: (serverId) => {
      const server = hub.list().find((one) => one.id === serverId);
      return server?.tools.map((tool) => tool.name) ?? [];
    },
    updateSettings: (serverId, change) => hub.updateSettings(serverId, change),
    onChange: (listener) => hub.onChange(listener),
  };
}

/** Nothing is left of a server that the person removed. One that was never seen in this run is none of those. */
function forgetRemoved(hub: Hub, book: PermissionBook, log: Log): void {
  let known = new Set<string>();
  hub.onChange((servers) => {
    const present = new Set(servers.map((server) => server.id));
    for (const id of known) {
      if (present.has(id) || hub.recordOf(id)) continue;
      book.forgetServer(id).catch((failure: unknown) => {
        log('warn', 'Grants of a removed server could not be removed.', {
          reason: messageOf(failure),
        });
      });
    }
    known = present;
  });
}
