import { useMemo, useState } from 'react';
import type { BenchRun } from '../../../../shared/mcp/bench.ts';
import { bench as benchTexts } from '../../../../shared/texts/en/bench.ts';
import { ToolAppView } from '../../../lib/apps/tool-app-view.tsx';
import { useToolApp } from '../../../lib/apps/use-tool-app.ts';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { TabPanel, Tabs } from '../../../ui/tabs.tsx';
import { useResult, type RunResult } from '../runs/use-result.ts';
import { ContentBlocks } from '../viewers/content-blocks.tsx';
import { JsonTree } from '../viewers/json-tree.tsx';
import { LastCalls } from './last-calls.tsx';
import { ResultHead } from './result-head.tsx';

const words = benchTexts.result;
type Tab = 'app' | 'structured' | 'text' | 'raw' | 'calls';
/** Calls that stand under a result. */
const FEW = 3;
/** Longer results are not drawn as a tree. */
const TREE_LIMIT = 8_000_000;

export interface ResultPanelProps {
  readonly tool: string;
  readonly run: BenchRun | undefined;
  /** Calls of this tool, newest first. */
  readonly calls: readonly BenchRun[];
  readonly onShow: (run: BenchRun) => void;
  readonly onStop: (run: BenchRun) => void;
  readonly onRead: (uri: string) => void;
}

/** What a call gave: structured, as content, as it came; and the calls before it. */
export function ResultPanel({ tool, run, calls, onShow, onStop, onRead }: ResultPanelProps) {
  const result = useResult(run);
  const value = result.state === 'ready' ? result.value : undefined;
  const isStructured = value !== undefined && Object.hasOwn(value, 'structuredContent');
  const [chosen, setChosen] = useState<Tab | undefined>(undefined);
  const request = run?.request;
  const serverId = run?.serverId;
  // Of a kept identity: another one would open the app anew.
  const appRequest = useMemo(
    () =>
      request?.kind === 'tool' && serverId !== undefined && value !== undefined
        ? { serverId, tool: request.name, input: request.arguments, result: { ...value } }
        : undefined,
    [request, serverId, value],
  );
  const app = useToolApp(appRequest);
  const hasApp = app.state !== 'none' && app.state !== 'loading';
  const usual = isStructured || value === undefined ? 'structured' : 'text';
  const tab =
    chosen !== undefined && (chosen !== 'app' || hasApp) ? chosen : hasApp ? 'app' : usual;
  const few = <FewCalls calls={calls} shown={run?.id} onShow={onShow} />;
  return (
    <section aria-label={words.label} className="flex min-h-0 min-w-0 flex-col">
      {run === undefined ? (
        <p className="px-4 pt-4 text-muted">{words.empty}</p>
      ) : (
        <ResultHead
          run={run}
          copied={result.state === 'ready' ? result.text : undefined}
          structured={value?.['structuredContent']}
          onStop={() => onStop(run)}
        />
      )}
      <Tabs<Tab>
        label={words.tabs.label}
        value={tab}
        onValueChange={setChosen}
        className="flex min-h-0 flex-1 flex-col"
        listClassName="mx-4 flex-none"
        tabs={[
          ...(hasApp ? [{ value: 'app' as const, label: words.tabs.app }] : []),
          { value: 'structured', label: words.tabs.structured },
          { value: 'text', label: words.tabs.text },
          { value: 'raw', label: words.tabs.raw },
          { value: 'calls', label: words.tabs.calls, count: calls.length },
        ]}
      >
        {hasApp && (
          <TabPanel value="app" className={panel}>
            <ToolAppView app={app} tool={tool} />
            {few}
          </TabPanel>
        )}
        <TabPanel value="structured" className={panel}>
          <ResultBody run={run} result={result}>
            {(whole, length) =>
              !Object.hasOwn(whole, 'structuredContent') ? (
                <p className="text-muted">{words.noStructured}</p>
              ) : length > TREE_LIMIT ? (
                <p className="text-muted">{words.tooLarge}</p>
              ) : (
                <JsonTree
                  key={run?.id}
                  label={words.tabs.structured}
                  value={whole['structuredContent']}
                  mismatches={run?.verdict?.mismatches ?? []}
                />
              )
            }
          </ResultBody>
          {few}
        </TabPanel>
        <TabPanel value="text" className={panel}>
          <ResultBody run={run} result={result}>
            {({ content }) =>
              Array.isArray(content) && content.length > 0 ? (
                <ContentBlocks blocks={content} source={tool} onRead={onRead} />
              ) : (
                <p className="text-muted">{words.noText}</p>
              )
            }
          </ResultBody>
          {few}
        </TabPanel>
        <TabPanel value="raw" className={panel}>
          <ResultBody run={run} result={result}>
            {(whole) => <RawResult value={whole} />}
          </ResultBody>
        </TabPanel>
        <TabPanel value="calls" className={panel}>
          <LastCalls runs={calls} shown={run?.id} onShow={onShow} />
        </TabPanel>
      </Tabs>
    </section>
  );
}

function RawResult({ value }: { readonly value: unknown }) {
  const written = useMemo(() => JSON.stringify(value, undefined, 2), [value]);
  return <CodeBlock exact title={words.tabs.raw} value={written} />;
}

interface ResultBodyProps {
  readonly run: BenchRun | undefined;
  readonly result: RunResult;
  readonly children: (value: Readonly<Record<string, unknown>>, length: number) => React.ReactNode;
}

function ResultBody({ run, result, children }: ResultBodyProps) {
  if (result.state === 'failed')
    return <ErrorBox sentence={words.loadFailed} details={result.error.details} />;
  if (result.state === 'ready') return children(result.value, result.text.length);
  if (run === undefined || run.state === 'running' || run.state === 'answered') return null;
  return <p className="text-muted">{words.failed}</p>;
}

function FewCalls({
  calls,
  shown,
  onShow,
}: {
  readonly calls: readonly BenchRun[];
  readonly shown: string | undefined;
  readonly onShow: (run: BenchRun) => void;
}) {
  if (calls.length === 0) return null;
  return (
    <div className="pt-4.5">
      <h3 className="pb-1 text-small text-subtle">{words.lastCalls}</h3>
      <LastCalls runs={calls.slice(0, FEW)} shown={shown} onShow={onShow} />
    </div>
  );
}

const panel =
  'thin-scroll min-h-0 flex-1 overflow-y-auto px-4 py-3 outline-none data-[state=inactive]:hidden';
