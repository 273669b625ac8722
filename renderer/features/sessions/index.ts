export { ArchivedRow, SessionSidebar, type SessionSidebarProps } from './session-sidebar.tsx';
export { createSessionView, type SessionViewStore } from './session-view.ts';
export { OpenSessionActions, type OpenSessionActionsProps } from './open-session-actions.tsx';
export { useSessionOrder } from './use-session-order.ts';
export { sessionTitle } from './session-title.ts';
