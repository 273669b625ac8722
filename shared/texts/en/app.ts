import type { AppNotice } from '../../ipc/routes/app.ts';

/** Words of the window around the pages. */
export const app = {
  /** By which numbers, lists and times are written. */
  locale: 'en',
  dateLocale: 'en-GB',
  name: 'Parley',
  windowTitle: (page: string) => `${page} – Parley`,
  sidebar: 'Sessions and pages',
  pages: 'Pages',
  hideSidebar: 'Hide sidebar',
  showSidebar: 'Show sidebar',
  newSession: 'New session',
  inbox: 'Inbox',
  inboxWaiting: (count: number) =>
    count === 1 ? '1 thing waits for you' : `${String(count)} things wait for you`,
  servers: 'Servers',
  settings: 'Settings',
  serversNeedYou: (count: number) =>
    count === 1 ? '1 server needs you' : `${String(count)} servers need you`,
  serversConnecting: (count: number) =>
    count === 1 ? '1 server is connecting' : `${String(count)} servers are connecting`,
  panel: 'Session details',
  showPanel: 'Show panel',
  hidePanel: 'Hide panel',
  panelOverview: 'Overview',
  panelChanges: 'Changes',
  panelServers: 'Servers',
  manage: 'Manage',
  noServers: 'No server is on. Sessions have no tools until one is.',
  toolCount: (count: number) => (count === 1 ? '1 tool' : `${String(count)} tools`),
  serverStatus: {
    pending: 'Not started',
    connecting: 'Connecting',
    connected: 'Connected',
    failed: 'Failed',
    'needs-auth': 'Needs sign-in',
    disabled: 'Off',
  },
  connectingFor: (elapsed: string) => `Connecting ${elapsed}`,
  page: 'Page',
  notices: 'Notices',
  noticeSentences: {
    'settings-corrupt':
      'The settings file could not be read. It was kept aside and the defaults are used.',
    'servers-corrupt':
      'The file of servers could not be read. It was kept aside and the list starts anew.',
    'providers-corrupt':
      'The file of providers could not be read. It was kept aside and the list starts anew.',
    'secrets-corrupt':
      'The file of keys could not be read. It was kept aside; enter the keys of your providers again.',
    'permissions-corrupt':
      'The file of permissions could not be read. It was kept aside; every tool is asked for again.',
    'bench-corrupt':
      'The file of saved calls could not be read. It was kept aside and the list starts anew.',
    'data-newer':
      'A data file was written by a newer version of Parley. It is not changed by this one.',
    'data-unmigrated':
      'A data file of an earlier version of Parley could not be taken over. It is as it was; what it holds is missing until it can.',
    'main-error':
      'Something failed in the background. Parley goes on; the details tell what it was.',
    'keychain-unavailable':
      'There is no usable system keychain. Keys are kept in memory and are gone when you quit.',
    'link-ignored':
      'A link that answers a sign-in was not used: no sign-in waits for it. Start the sign-in again in Parley.',
    'server-entry-invalid': 'A server in the file could not be used. The others are not affected.',
  } satisfies Record<AppNotice['kind'], string>,
  justNow: 'now',
  minutesAgo: (minutes: number) => `${String(minutes)} min`,
  yesterday: 'Yest.',
};
