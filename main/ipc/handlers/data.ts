import type { Handlers } from '../../../shared/ipc/contract.ts';
import type {
  dataCalls,
  Deletion,
  ProfileData,
  ProfilePart,
  TrashedSession,
} from '../../../shared/ipc/routes/data.ts';
import type { ExportFormat } from '../../../shared/ipc/routes/session-list.ts';
import type { Caller } from '../caller.ts';
import type { RequireGesture } from '../gesture.ts';

/** All that is kept in the profile. What asks the person gives undefined or false when they said no. */
export interface ProfileDataDesk {
  measure(signal: AbortSignal): Promise<ProfileData>;
  show(part: ProfilePart): Promise<void>;
  trash(): Promise<{
    readonly sessions: readonly (Pick<TrashedSession, 'id' | 'deletedAt'> & {
      readonly title: string | undefined;
    })[];
    readonly keptDays: number;
  }>;
  /** Resolves with the size of the backup. */
  backUp(signal: AbortSignal): Promise<number | undefined>;
  restore(signal: AbortSignal): Promise<boolean>;
  /** Resolves with how many sessions were written. */
  export(format: ExportFormat, redact: boolean, signal: AbortSignal): Promise<number | undefined>;
  delete(what: Deletion, signal: AbortSignal): Promise<boolean>;
}

/** Handlers of `data.*`. */
export function dataHandlers(
  desk: ProfileDataDesk,
  requireGesture: RequireGesture,
): Handlers<typeof dataCalls, Caller> {
  return {
    'data.measure': (_, { signal }) => desk.measure(signal),
    'data.show': ({ part }, caller) => {
      requireGesture(caller);
      return desk.show(part);
    },
    'data.trash': async () => {
      const { sessions, keptDays } = await desk.trash();
      return {
        keptDays,
        sessions: sessions.map(({ id, title, deletedAt }) => ({
          id,
          deletedAt,
          ...(title === undefined ? {} : { title }),
        })),
      };
    },
    'data.backUp': async (_, caller) => {
      requireGesture(caller);
      const bytes = await desk.backUp(caller.signal);
      return bytes === undefined ? {} : { bytes };
    },
    'data.restore': async (_, caller) => {
      requireGesture(caller);
      return { restarts: await desk.restore(caller.signal) };
    },
    'data.export': async ({ format, redact }, caller) => {
      requireGesture(caller);
      const sessions = await desk.export(format, redact, caller.signal);
      return sessions === undefined ? {} : { sessions };
    },
    'data.delete': async ({ what }, caller) => {
      requireGesture(caller);
      return { deleted: await desk.delete(what, caller.signal) };
    },
  };
}
