import { app } from 'electron';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/logger.ts';
import type { ProfilePaths } from '../lib/profile-paths.ts';
import { spawnManaged } from '../lib/subprocess.ts';
import { openEraFile } from '../mcp/config/era-file.ts';
import { ServerStore } from '../mcp/config/server-store.ts';
import type { ConsentGate } from '../mcp/hub/hub-contract.ts';
import { McpHub } from '../mcp/hub/hub.ts';
import { createSearchPath } from '../mcp/hub/search-path.ts';
import type { OAuthEngine } from '../mcp/oauth/oauth-contract.ts';
import { serveNotes } from '../mcp/servers/notes.ts';
import { tellTrouble } from './data-trouble.ts';
import type { Notices } from './notices.ts';

export interface HubContext {
  readonly paths: ProfilePaths;
  readonly clock: Clock;
  readonly log: Log;
  readonly notices: Notices;
  readonly consent: ConsentGate;
  readonly oauth: OAuthEngine;
}

/** The hub over the server records of the profile, not yet started. */
export async function openHub(context: HubContext): Promise<McpHub> {
  const { paths, clock, log, notices, consent, oauth } = context;
  const store = await ServerStore.open({
    path: paths.serversFile,
    clock,
    onTrouble: tellTrouble(notices, 'servers-corrupt'),
  });
  for (const { name, reason } of store.broken) {
    notices.add('server-entry-invalid', `${name}: ${reason}`);
  }
  const environment = process.env;
  return new McpHub({
    store,
    consent,
    clientName: 'parley',
    clientVersion: app.getVersion(),
    clock,
    log,
    spawn: spawnManaged,
    environment,
    searchPath: createSearchPath({ environment, spawn: spawnManaged, clock, log }),
    serverFolder: paths.serverFolder,
    oauth,
    eras: await openEraFile({ path: paths.erasFile, clock, log }),
    builtins: {
      notes: (transport) =>
        serveNotes(transport, { folder: paths.notes, version: app.getVersion() }),
    },
  });
}
