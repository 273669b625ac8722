import type { ReactNode } from 'react';
import type { JsonObject } from '../../../shared/lib/json.ts';
import type { ServerState } from '../../../shared/mcp/server-state.ts';
import { memoryKeys } from './memory-keys.ts';
import { prepareCall } from './prepare-call.ts';
import { PromptsView } from './prompts/prompts-view.tsx';
import { ResourcesView } from './resources/resources-view.tsx';
import { useRuns } from './runs/use-runs.ts';
import { ToolsView } from './tools/tools-view.tsx';
import { TrafficView } from './traffic/traffic-view.tsx';
import { remember } from './use-remembered.ts';

export const benchViews = ['tools', 'resources', 'prompts', 'traffic'] as const;
export type BenchViewName = (typeof benchViews)[number];

export interface BenchViewProps {
  readonly server: ServerState;
  readonly view: BenchViewName;
  readonly renderMarkdown: (text: string) => ReactNode;
  /** Shows another view of the same server; undefined where there is only this one. */
  readonly onView?: ((view: BenchViewName) => void) | undefined;
}

/** One view of the bench over one server. Give it the server's id as key. */
export function BenchView({ server, view, renderMarkdown, onView }: BenchViewProps) {
  const runs = useRuns(server.id);
  const read = (uri: string) => {
    remember(memoryKeys.resource(server.id), uri);
    onView?.('resources');
  };
  const openTool = (tool: string, args: JsonObject) => {
    prepareCall(server.id, tool, args);
    onView?.('tools');
  };
  switch (view) {
    case 'tools':
      return <ToolsView server={server} runs={runs} onRead={read} />;
    case 'resources':
      return <ResourcesView server={server} runs={runs} renderMarkdown={renderMarkdown} />;
    case 'prompts':
      return <PromptsView server={server} runs={runs} onRead={read} />;
    case 'traffic':
      return (
        <TrafficView server={server} onOpenTool={onView === undefined ? undefined : openTool} />
      );
  }
}
