import type { z } from 'zod';
import type { mcpStatusResponse } from '../../../../shared/agent/frames.ts';
import type { ServerLink } from '../tools/server-link.ts';

/** A server as `mcp_status` tells it, from live state (SDK-31). */
export function linkStatus(link: ServerLink): z.input<typeof mcpStatusResponse>['servers'][number] {
  const { tools, status, error, serverInfo, instructions, era, elicitation } = link.state;
  return {
    name: link.name,
    status,
    ...(error === undefined ? {} : { error }),
    ...(serverInfo === undefined ? {} : { serverInfo }),
    ...(instructions === undefined ? {} : { instructions }),
    ...(era === undefined ? {} : { era }),
    ...(elicitation === undefined ? {} : { elicitation }),
    ...(status === 'connected'
      ? {
          tools: tools.map((tool) => ({
            name: tool.name,
            ...(tool.title === undefined ? {} : { title: tool.title }),
            ...(tool.description === undefined ? {} : { description: tool.description }),
            ...(Object.keys(tool.annotations).length > 0 ? { annotations: tool.annotations } : {}),
          })),
        }
      : {}),
    config: link.config,
  };
}
