import { Save } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import { isJsonObject } from '../../../../shared/lib/json.ts';
import type { JsonObject } from '../../../../shared/lib/json.ts';
import type { SavedCall } from '../../../../shared/mcp/bench.ts';
import type { ServerState } from '../../../../shared/mcp/server-state.ts';
import type { ToolInfo } from '../../../../shared/mcp/tool.ts';
import { text } from '../../../../shared/texts/catalogue.ts';
import { bench as benchTexts } from '../../../../shared/texts/en/bench.ts';
import { useKeyMatch } from '../../../lib/actions/action-context.tsx';
import { isComposing } from '../../../lib/is-composing.ts';
import { useIpc } from '../../../lib/ipc-context.tsx';
import { useAction } from '../../../lib/use-action.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { BenchActions } from '../bench-actions.tsx';
import { USUAL_TIMEOUT } from '../bench-timeouts.ts';
import { initialValue } from '../../../../shared/mcp/schema-form/form-value.ts';
import { memoryKeys } from '../memory-keys.ts';
import type { Runs } from '../runs/use-runs.ts';
import { remember, useRemembered } from '../use-remembered.ts';
import { ResultPanel } from './result-panel.tsx';
import { SaveCallDialog } from './save-call-dialog.tsx';
import { ToolForm } from './tool-form.tsx';
import { ToolList } from './tool-list.tsx';
import { useCheck } from './use-check.ts';
import { useSavedCalls } from './use-saved-calls.ts';

const words = benchTexts.tools;

/** What is opened: a tool, perhaps with the arguments of a saved call. */
interface Opened {
  readonly tool: string;
  readonly saved?: string;
  /** Grows when arguments are to be taken over. */
  readonly turn: number;
}

export interface ToolsViewProps {
  readonly server: ServerState;
  readonly runs: Runs;
  readonly onRead: (uri: string) => void;
}

/** Saved calls and tools, the form of one, and what its call gave. */
export function ToolsView({ server, runs, onRead }: ToolsViewProps) {
  const ipc = useIpc();
  const saved = useSavedCalls(server.id);
  const [opened, setOpened] = useRemembered<Opened | undefined>(
    memoryKeys.tool(server.id),
    () => undefined,
  );
  const remove = useAction((id: string) => ipc.call('bench.removeSavedCall', { id }));
  const name = opened?.tool ?? server.tools[0]?.name;
  const tool = server.tools.find((one) => one.name === name);
  const savedCall = saved.find(({ id }) => id === opened?.saved);
  const openSaved = (call: SavedCall) => {
    remember(memoryKeys.args(server.id, call.id), call.arguments);
    setOpened({ tool: call.tool, saved: call.id, turn: (opened?.turn ?? 0) + 1 });
  };
  return (
    <div className="grid min-h-0 flex-1 grid-cols-[minmax(140px,204px)_minmax(250px,372px)_minmax(220px,1fr)]">
      <ToolList
        server={server}
        saved={saved}
        selected={opened?.saved ?? name}
        onTool={(next) => setOpened({ tool: next, turn: (opened?.turn ?? 0) + 1 })}
        onSaved={openSaved}
        onRemoveSaved={(call) => void remove.run(call.id)}
      />
      {tool === undefined ? (
        <p className="p-4 text-muted">{name === undefined ? words.choose : words.toolGone}</p>
      ) : (
        <OneTool
          key={`${tool.name} ${String(opened?.turn ?? 0)}`}
          server={server}
          tool={tool}
          savedId={opened?.saved}
          savedCall={savedCall}
          runs={runs}
          onRead={onRead}
          onSaved={openSaved}
        />
      )}
    </div>
  );
}

interface OneToolProps extends ToolsViewProps {
  readonly tool: ToolInfo;
  readonly savedId: string | undefined;
  readonly savedCall: SavedCall | undefined;
  readonly onSaved: (call: SavedCall) => void;
}

/** Form and result of one tool. */
function OneTool(props: OneToolProps) {
  const { server, tool, savedId, savedCall, runs, onRead, onSaved } = props;
  const start = () => initialValue(tool.inputSchema, tool.inputSchema);
  const key = memoryKeys.args(server.id, savedId ?? tool.name);
  const [value, setValue] = useRemembered<unknown>(key, () => savedCall?.arguments ?? start());
  const [timeoutMs, setTimeoutMs] = useRemembered(
    memoryKeys.timeout(server.id),
    () => USUAL_TIMEOUT,
  );
  const [trouble, setTrouble] = useState<string | undefined>(undefined);
  const [resets, setResets] = useState(0);
  const [shownId, setShownId] = useState<string | undefined>(undefined);
  const [isSaving, setSaving] = useState(false);
  const verdict = useCheck(server.id, tool.name, value ?? {});
  const calls = runs.list
    .filter(({ request }) => request.kind === 'tool' && request.name === tool.name)
    .toReversed();
  const shown = calls.find(({ id }) => id === shownId) ?? calls[0];
  const running = calls.find(({ state }) => state === 'running');
  const args: JsonObject = isJsonObject(value) ? value : {};
  const call = async () => {
    if (trouble !== undefined || running !== undefined) return;
    const request = { kind: 'tool', name: tool.name, arguments: args } as const;
    const begun = await runs.start(request, timeoutMs);
    if (begun !== undefined) setShownId(begun.id);
  };
  const matches = useKeyMatch();
  const onKeyDown = (event: KeyboardEvent) => {
    if (!matches(event, 'answer.submit')) return;
    if (isSaving || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    void call();
  };
  return (
    <div className="contents" onKeyDown={onKeyDown}>
      <BenchActions>
        <Button
          icon={<Icon of={Save} size={14} />}
          disabled={trouble !== undefined}
          onClick={() => setSaving(true)}
        >
          {words.saveCall}
        </Button>
      </BenchActions>
      <ToolForm
        key={resets}
        tool={tool}
        value={value}
        verdict={verdict}
        timeoutMs={timeoutMs}
        running={running}
        trouble={trouble}
        onValue={setValue}
        onTrouble={setTrouble}
        onTimeout={setTimeoutMs}
        onReset={() => {
          setValue(savedCall?.arguments ?? start());
          setTrouble(undefined);
          setResets(resets + 1);
        }}
        onCall={() => void call()}
        onStop={() => running !== undefined && runs.cancel(running.id)}
      />
      <div className="flex min-h-0 min-w-0 flex-col *:flex-1">
        {runs.error !== undefined && (
          <div className="!flex-none px-4 pt-3">
            <ErrorBox
              role="alert"
              sentence={runs.error.sentence}
              details={runs.error.details}
              actions={<LinkButton onClick={runs.clearError}>{text.ui.dismiss}</LinkButton>}
            />
          </div>
        )}
        <ResultPanel
          tool={tool.title ?? tool.name}
          run={shown}
          calls={calls}
          onShow={(run) => setShownId(run.id)}
          onStop={(run) => runs.cancel(run.id)}
          onRead={onRead}
        />
      </div>
      {isSaving && (
        <SaveCallDialog
          serverId={server.id}
          tool={tool.name}
          suggested={savedCall?.name ?? tool.title ?? tool.name}
          args={args}
          onClose={() => setSaving(false)}
          onSaved={(saved) => {
            setSaving(false);
            onSaved(saved);
          }}
        />
      )}
    </div>
  );
}
