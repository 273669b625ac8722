import { CircleAlert, Earth, Eye, Trash2, X, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import type { SavedCall } from '../../../../shared/mcp/bench.ts';
import type { HintName } from '../../../../shared/mcp/hints.ts';
import type { ServerState } from '../../../../shared/mcp/server-state.ts';
import type { ToolInfo } from '../../../../shared/mcp/tool.ts';
import { text } from '../../../../shared/texts/catalogue.ts';
import { bench as benchTexts } from '../../../../shared/texts/en/bench.ts';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ListRow } from '../../../ui/list-row.tsx';
import { RovingList } from '../../../ui/roving-list.tsx';
import { VirtualRows } from '../../../ui/virtual-rows.tsx';
import { hasWords, SearchField } from '../search-field.tsx';

const words = benchTexts.tools;
/** From this many on, only rows near the view are mounted. */
const MANY_ROWS = 100;

export interface ToolListProps {
  readonly server: ServerState;
  readonly saved: readonly SavedCall[];
  /** Name of a tool, or id of a saved call. */
  readonly selected: string | undefined;
  readonly onTool: (tool: string) => void;
  readonly onSaved: (call: SavedCall) => void;
  readonly onRemoveSaved: (call: SavedCall) => void;
}

/** Saved calls over the tools of a server. */
export function ToolList(props: ToolListProps) {
  const { server, saved, selected, onTool, onSaved, onRemoveSaved } = props;
  const [query, setQuery] = useState('');
  const wanted = query.trim();
  const tools = server.tools.filter(({ name, title, description }) =>
    hasWords(wanted, name, title, description),
  );
  const calls = saved.filter((call) => hasWords(wanted, call.name, call.tool));
  return (
    <nav aria-label={words.list} className="flex min-h-0 flex-col border-r border-line">
      <SearchField
        label={words.search}
        value={query}
        onValueChange={setQuery}
        className="px-2 pt-2.5 pb-1"
      />
      <RovingList
        label={words.list}
        className="thin-scroll flex min-h-0 flex-1 flex-col gap-px overflow-y-auto px-2 pb-3 *:flex-none"
      >
        {calls.length > 0 && (
          <>
            <GroupHead>{words.saved}</GroupHead>
            {calls.map((call) => (
              <SavedRow
                key={call.id}
                call={call}
                selected={selected === call.id}
                onOpen={() => onSaved(call)}
                onRemove={() => onRemoveSaved(call)}
              />
            ))}
          </>
        )}
        <GroupHead>{words.all}</GroupHead>
        <VirtualRows
          rows={tools}
          from={MANY_ROWS}
          keyOf={(tool) => tool.name}
          render={(tool) => (
            <ListRow
              key={tool.name}
              data-tool={tool.name}
              label={tool.title ?? tool.name}
              meta={<HintMark tool={tool} />}
              selected={selected === tool.name}
              strong
              onClick={() => onTool(tool.name)}
            />
          )}
        />
        {tools.length === 0 && (
          <p className="px-2 py-1 text-small text-subtle">
            {server.tools.length === 0 ? words.noTools : words.nothingFound}
          </p>
        )}
        {wanted === '' && server.setAside.length > 0 && (
          <>
            <GroupHead>{words.setAside}</GroupHead>
            {server.setAside.map(({ name, reason }) => (
              <div key={name} className="flex items-start gap-2 px-2 py-1">
                <Icon of={CircleAlert} size={12} className="mt-1 text-danger-text" />
                <div className="min-w-0">
                  <p className="[overflow-wrap:anywhere]">{name}</p>
                  <p className="text-small text-subtle [overflow-wrap:anywhere]">{reason}</p>
                </div>
              </div>
            ))}
          </>
        )}
      </RovingList>
    </nav>
  );
}

/** The head of a group in a list of the bench. */
export function GroupHead({ children }: { readonly children: React.ReactNode }) {
  return <h3 className="px-2 pt-2.5 pb-1 text-small font-medium text-subtle">{children}</h3>;
}

interface SavedRowProps {
  readonly call: SavedCall;
  readonly selected: boolean;
  readonly onOpen: () => void;
  readonly onRemove: () => void;
}

function SavedRow({ call, selected, onOpen, onRemove }: SavedRowProps) {
  return (
    <div className="group relative flex items-center">
      <ListRow
        data-saved={call.name}
        label={call.name}
        selected={selected}
        strong
        className="group-focus-within:pr-8 group-hover:pr-8"
        onClick={onOpen}
      />
      <IconButton
        icon={X}
        size="small"
        iconSize={12}
        label={words.removeSaved(call.name)}
        className="absolute right-1 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 focus-visible:opacity-100"
        onClick={onRemove}
      />
    </div>
  );
}

const marks: Readonly<Record<HintName, { readonly icon: LucideIcon; readonly tone: string }>> = {
  destructive: { icon: Trash2, tone: 'text-hint-destructive-text' },
  readOnly: { icon: Eye, tone: 'text-hint-readonly-text' },
  openWorld: { icon: Earth, tone: 'text-hint-openworld-text' },
};

/** The weightiest hint that is declared true. */
function HintMark({ tool }: { readonly tool: ToolInfo }) {
  const hint = (['destructive', 'readOnly', 'openWorld'] as const).find(
    (name) => tool.annotations[name] === true,
  );
  if (hint === undefined) return null;
  return (
    <span className={marks[hint].tone} title={text.ui.hints[hint].true}>
      <Icon of={marks[hint].icon} size={12} />
      <span className="sr-only">{text.ui.hints[hint].true}</span>
    </span>
  );
}
