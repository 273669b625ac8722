import { Suspense, type ReactNode } from 'react';
import type { ServerState } from '../../../shared/mcp/server-state.ts';
import { bench as benchTexts } from '../../../shared/texts/en/bench.ts';
import { TabPanel } from '../../ui/tabs.tsx';

/** Draws a view of the bench over one server. */
export type RenderBench = (
  server: ServerState,
  view: 'resources' | 'prompts' | 'traffic',
) => ReactNode;

const panel = 'flex min-h-0 flex-1 flex-col outline-none data-[state=inactive]:hidden';

export interface BenchTabsProps {
  readonly server: ServerState;
  readonly renderBench: RenderBench;
}

/** Resources, prompts and traffic of a server. Only the tab that is open reads anything. */
export function BenchTabs({ server, renderBench }: BenchTabsProps) {
  const isConnected = server.status === 'connected';
  return (['resources', 'prompts', 'traffic'] as const).map((view) => (
    <TabPanel key={view} value={view} className={panel}>
      {isConnected || view === 'traffic' ? (
        <Suspense fallback={null}>{renderBench(server, view)}</Suspense>
      ) : (
        <p className="px-5 pt-3.5 text-muted">{benchTexts.notConnected(server.name)}</p>
      )}
    </TabPanel>
  ));
}
