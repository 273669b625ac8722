export { InboxPage, useInboxCount } from './inbox-page.tsx';
export type { InboxItem } from './inbox-items.ts';
