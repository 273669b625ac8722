import type { z } from 'zod';
import type { mcpStatusResponse } from '../../../shared/agent/frames.ts';
import { statusConfig } from './mcp-server-config.ts';
import type { ParsedOptions } from './option-schema.ts';
import type { McpServerStatus } from './query-contract.ts';

/** The runtime's answer as hosts read it (SDK-31): servers of the options with their configuration, without values and instances. */
export function serverStatuses(
  servers: z.output<typeof mcpStatusResponse>['servers'],
  configured: ParsedOptions['servers'],
): McpServerStatus[] {
  return servers.map(({ tools, config, error, ...server }) => {
    const ours = configured.get(server.name);
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
  });
}

type StatusTool = NonNullable<McpServerStatus['tools']>[number];

function withoutEmptyHints({ annotations, ...tool }: StatusTool): StatusTool {
  return annotations && Object.keys(annotations).length > 0 ? { ...tool, annotations } : tool;
}
