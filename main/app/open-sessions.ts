import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/logger.ts';
import type { ProfilePaths } from '../lib/profile-paths.ts';
import type { Hub } from '../mcp/hub/hub-contract.ts';
import { sdkSessionQuery } from '../sessions/sdk-session-query.ts';
import type { PermissionBook } from '../sessions/permissions/permission-book.ts';
import type { SessionEvents, SessionService } from '../sessions/session-service-contract.ts';
import { DesktopSessions } from '../sessions/session-service.ts';
import { transcriptArchive } from '../sessions/transcript-archive.ts';
import { runtimeProcesses } from './runtime-processes.ts';
import type { Stores } from './stores.ts';

export interface SessionContext {
  readonly paths: ProfilePaths;
  readonly clock: Clock;
  readonly log: Log;
  readonly stores: Stores;
  readonly hub: Hub;
  readonly permissions: PermissionBook;
  readonly events: SessionEvents;
}

/** The session service over the SDK and the hub, not yet started. */
export function openSessions(context: SessionContext): SessionService {
  const { paths, clock, log, stores, hub, events } = context;
  return new DesktopSessions({
    paths,
    clock,
    log,
    directory: stores.providers,
    facades: (session) => hub.facades(session),
    permissions: context.permissions,
    archive: transcriptArchive(paths),
    startQuery: sdkSessionQuery({
      createTransport: runtimeProcesses(clock),
      configRoot: paths.root,
      clock,
      log,
      environment: process.env,
    }),
    defaultModel: () => stores.settings.get().defaultModel,
    events,
  });
}
