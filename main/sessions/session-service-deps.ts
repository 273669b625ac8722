import type { ModelRef } from '../../shared/agent/provider.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/logger.ts';
import type { ProfilePaths } from '../lib/profile-paths.ts';
import type { PermissionBook } from './permissions/permission-book.ts';
import type { SessionArchive } from './session-archive.ts';
import type { Facades } from './session-facades.ts';
import type { StartSessionQuery } from './session-query.ts';
import type { ProviderDirectory, SessionEvents } from './session-service-contract.ts';

/** What the desktop's sessions are made of. */
export interface SessionServiceDeps {
  readonly paths: ProfilePaths;
  readonly clock: Clock;
  readonly log: Log;
  readonly directory: ProviderDirectory;
  /** The servers of a session, by key. */
  readonly facades: (session: { readonly id: string; readonly folder: string }) => Facades;
  readonly permissions: PermissionBook;
  /** Whether the person trusts a folder now. */
  readonly isTrusted: (folder: string) => Promise<boolean>;
  readonly archive: SessionArchive;
  readonly startQuery: StartSessionQuery;
  /** Grows when the person's own instructions change. */
  readonly instructionsRevision: () => number;
  /** Model of new sessions. */
  readonly defaultModel: () => ModelRef;
  /** Whether models name sessions. */
  readonly modelTitles: () => boolean;
  readonly events: SessionEvents;
}
