export { ServersPage, type ServersPageProps } from './servers-page.tsx';
