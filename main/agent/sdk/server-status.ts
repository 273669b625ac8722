import type { z } from 'zod';
import type { mcpStatusResponse } from '../../../shared/agent/frames.ts';
import { statusConfig } from './mcp-server-config.ts';
import type { McpServerStatus } from './query-contract.ts';

type ToldServer = z.output<typeof mcpStatusResponse>['servers'][number];
type StatusTool = NonNullable<McpServerStatus['tools']>[number];

/** The status of a server as `mcpServerStatus()` tells it. `ours` is its configuration where the host gave it. */
export function serverStatusOf(
  { tools, config, error, ...server }: ToldServer,
  ours: Parameters<typeof statusConfig>[0] | undefined,
): McpServerStatus {
  return {
    ...server,
    config: ours ? statusConfig(ours) : config,
    ...(server.status === 'failed'
      ? { error: error ?? 'The server failed and gave no reason.' }
      : error === undefined
        ? {}
        : { error }),
    ...(tools ? { tools: tools.map(withoutEmptyHints) } : {}),
  };
}

function withoutEmptyHints({ annotations, ...tool }: StatusTool): StatusTool {
  return annotations && Object.keys(annotations).length > 0 ? { ...tool, annotations } : tool;
}
