import type { ServerState } from '../../shared/mcp/server-state.ts';

/** The groups of the server list, in the order in which they are shown. */
export const serverGroups = ['need-you', 'connecting', 'connected', 'off'] as const;
export type ServerGroup = (typeof serverGroups)[number];

/** The group that a server belongs to. What is on and cannot work without the person needs them. */
export function serverGroup(server: Pick<ServerState, 'status' | 'trusted'>): ServerGroup {
  switch (server.status) {
    case 'failed':
    case 'needs-auth':
      return 'need-you';
    case 'pending':
    case 'connecting':
      return server.trusted ? 'connecting' : 'need-you';
    case 'connected':
      return 'connected';
    case 'disabled':
      return 'off';
  }
}
