export { getSessionInfo, getSessionMessages, listSessions } from './read-sessions.ts';
export {
  archiveSession,
  deleteSession,
  forkSession,
  renameSession,
  tagSession,
} from './change-sessions.ts';
export type {
  GetSessionMessagesOptions,
  ListSessionsOptions,
  SessionInfo,
} from './read-sessions.ts';
export type { ForkSessionOptions } from './change-sessions.ts';
export type { SessionStoreOptions } from './session-store.ts';
