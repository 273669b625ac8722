import type { ToolCallItem, ToolCallState } from '../../../../shared/agent/transcript.ts';
import { text } from '../../../../shared/texts/catalogue.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { ExactText } from '../../../ui/exact-text.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { useKept } from '../transcript/open-states.ts';
import { JsonTree } from './json-tree.tsx';
import { KnownToolView } from './known-tool-view.tsx';
import { knownTool } from './known-tools.ts';
import { RunInBench } from './run-in-bench.tsx';
import { ToolArguments } from './tool-arguments.tsx';
import { ToolResult } from './tool-result.tsx';

export type CardState = ToolCallState | 'waiting';
type View = 'result' | 'tree' | 'arguments' | 'raw';

export interface ToolBodyProps {
  readonly item: ToolCallItem;
  readonly state: CardState;
}

/** What a call was given and gave back. */
export function ToolBody({ item, state }: ToolBodyProps) {
  const isOver =
    state === 'ok' || state === 'error' || state === 'denied' || state === 'interrupted';
  const [chosen, setView] = useKept<View>(`${item.id} view`);
  const known = knownTool(item);
  const view = chosen ?? (isOver || known !== undefined ? 'result' : 'arguments');
  const tree = treeOf(item);
  const raw = exactRaw(item);
  const [more, setMore] = useKept<boolean>(`${item.id} more`);
  if (state === 'error' && more !== true && known === undefined && isOneLine(item)) {
    return (
      <div className="flex items-start gap-2.5">
        <p className="min-w-0 flex-1 text-danger-text [overflow-wrap:anywhere]">
          {failureSentence(item)}
        </p>
        <RunInBench item={item} />
        <Button size="small" tone="quiet" onClick={() => setMore(true)}>
          {text.ui.details}
        </Button>
      </div>
    );
  }
  return (
    <>
      {state === 'error' && known === undefined && (
        <p className="text-danger-text [overflow-wrap:anywhere]">{failureSentence(item)}</p>
      )}
      {state === 'denied' && (
        <p className="text-muted">
          {item.denial === undefined ? text.chat.toolDenied : <ExactText value={item.denial} />}
        </p>
      )}
      {state === 'interrupted' && <p className="text-muted">{text.chat.toolInterrupted}</p>}
      <div className="flex items-center justify-between gap-2">
        <SegmentedControl<View>
          label={text.chat.view}
          value={view}
          onValueChange={setView}
          options={[
            { value: 'result', label: text.chat.result, disabled: !isOver && known === undefined },
            ...(tree === undefined ? [] : [{ value: 'tree' as const, label: text.chat.tree }]),
            { value: 'arguments', label: text.chat.arguments },
            { value: 'raw', label: text.chat.raw },
          ]}
        />
        <span className="flex flex-wrap items-center justify-end gap-1">
          {isOver && <RunInBench item={item} />}
          <CopyButton look="text" label={text.chat.copyJson} value={raw} />
        </span>
      </div>
      {view === 'arguments' && <ToolArguments input={item.input} />}
      {view === 'result' &&
        (known === undefined ? <ToolResult call={item} /> : <KnownToolView tool={known} />)}
      {view === 'tree' && <JsonTree label={text.chat.result} value={tree} />}
      {view === 'raw' && (
        <pre
          tabIndex={0}
          className="thin-scroll max-h-80 overflow-auto rounded-control border border-line bg-inset px-2.5 py-2 font-mono text-code"
        >
          <ExactText value={raw} />
        </pre>
      )}
    </>
  );
}

function exactRaw(item: ToolCallItem): string {
  return JSON.stringify(
    {
      tool: item.name,
      arguments: item.input,
      state: item.state,
      content: item.content,
      ...(item.structuredContent === undefined
        ? {}
        : { structuredContent: item.structuredContent }),
    },
    undefined,
    2,
  );
}

/** The failure says no more than its sentence. */
function isOneLine(item: ToolCallItem): boolean {
  const [only, ...others] = item.content;
  if (others.length > 0 || item.structuredContent !== undefined) return false;
  if (only === undefined) return true;
  return (
    typeof only['text'] === 'string' &&
    only['text'].length <= 500 &&
    !only['text'].trim().includes('\n')
  );
}

/** The tool's own first words, or one of ours. */
function failureSentence(item: ToolCallItem) {
  const first = item.content.find(
    (block) => block.type === 'text' && typeof block['text'] === 'string',
  );
  const words = typeof first?.['text'] === 'string' ? first['text'].trim() : '';
  const line = words.split('\n')[0] ?? '';
  return line === '' ? text.chat.toolFailed : <ExactText value={line.slice(0, 500)} />;
}

/** What can be shown as a tree: the structured content, or a text that is JSON. */
function treeOf(item: ToolCallItem): unknown {
  if (item.structuredContent !== undefined) return item.structuredContent;
  const [only, ...others] = item.content;
  const written = others.length === 0 ? only?.['text'] : undefined;
  if (typeof written !== 'string' || !/^\s*[[{]/.test(written) || written.length > MOST_JSON)
    return undefined;
  try {
    return JSON.parse(written) as unknown;
  } catch {
    return undefined;
  }
}

/** Longer texts are not read as JSON. */
const MOST_JSON = 2_000_000;
