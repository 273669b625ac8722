export { ArchivedRow, SessionSidebar, type SessionSidebarProps } from './session-sidebar.tsx';
export { createSessionView, type SessionViewStore } from './session-view.ts';
export { sessionTitle } from './session-title.ts';
