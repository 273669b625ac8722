export { FoundServers, type FoundServersView } from './import/found-servers.tsx';
export { ServersPage, type ServersPageProps } from './servers-page.tsx';
