export { SessionList, type SessionListProps } from './session-list.tsx';
export { sessionTitle } from './session-title.ts';
