export { InboxPage, useInboxCount } from './inbox-page.tsx';
export type { InboxItem, WaitingItem } from './inbox-items.ts';
