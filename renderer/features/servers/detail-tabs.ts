import type { ServerState } from '../../../shared/mcp/server-state.ts';
import { text } from '../../../shared/texts/catalogue.ts';

/** The tabs of one server. */
export type Tab = 'overview' | 'tools' | 'resources' | 'prompts' | 'logs' | 'traffic' | 'settings';

const words = text.servers.tabs;

/** The tabs in their order, with what the server lists; those of the bench where it is there. */
export function detailTabs(
  server: ServerState,
  withBench: boolean,
): { readonly value: Tab; readonly label: string; readonly count?: number }[] {
  const isConnected = server.status === 'connected';
  const counted = (count: number | undefined) =>
    isConnected && count !== undefined ? { count } : {};
  return [
    { value: 'overview', label: words.overview },
    { value: 'tools', label: words.tools, ...counted(server.tools.length) },
    ...(withBench
      ? [
          {
            value: 'resources' as const,
            label: words.resources,
            ...counted(server.resources?.count),
          },
          { value: 'prompts' as const, label: words.prompts, ...counted(server.prompts?.count) },
        ]
      : []),
    { value: 'logs', label: words.logs },
    ...(withBench ? [{ value: 'traffic' as const, label: words.traffic }] : []),
    { value: 'settings', label: words.settings },
  ];
}
