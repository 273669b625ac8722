import { Search, TriangleAlert } from 'lucide-react';
import { memo, useDeferredValue, useState } from 'react';
import { text } from '../../../shared/texts/catalogue.ts';
import { hintNames, hintState } from '../../../shared/mcp/hints.ts';
import type { ServerState } from '../../../shared/mcp/server-state.ts';
import { HintBadge } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';

const words = text.servers.tools;
/** The three answers have a column each when the page is wide enough, else they stand under the tool. */
const grid = '@[620px]:grid @[620px]:grid-cols-[minmax(0,1fr)_100px_100px_100px] @[620px]:gap-x-3';
/** Descriptions longer than this may not fit into two lines. */
const LONG_DESCRIPTION = 120;

type Tool = ServerState['tools'][number];

function matchesTool(tool: Tool, query: string): boolean {
  const haystack = `${tool.name}\n${tool.title ?? ''}\n${tool.description ?? ''}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => haystack.includes(word));
}

/** The tools of a server with what each declares about itself, and those that cannot be used, with the reason. */
export function ToolsTab({ server }: { readonly server: ServerState }) {
  const [query, setQuery] = useState('');
  const wanted = useDeferredValue(query.trim());
  const shown = server.tools.filter((tool) => matchesTool(tool, wanted));

  if (server.tools.length === 0 && server.setAside.length === 0) {
    return (
      <p className="text-muted">
        {server.status === 'connected' ? words.none : words.notConnected}
      </p>
    );
  }
  return (
    <div className="@container flex flex-col gap-2">
      <div className="flex items-center gap-3">
        <div className="relative w-52">
          <Icon
            of={Search}
            size={14}
            className="pointer-events-none absolute top-[7px] left-[9px] text-subtle"
          />
          <input
            type="text"
            role="searchbox"
            aria-label={words.search}
            placeholder={words.search}
            value={query}
            spellCheck={false}
            onChange={(event) => setQuery(event.target.value)}
            className="h-(--control) w-full rounded-control bg-quiet pr-2 pl-[29px] text-ui placeholder:text-subtle focus:outline-2 focus:-outline-offset-1 focus:outline-focus"
          />
        </div>
        <span role="status" className="text-small text-subtle">
          {wanted === '' ? '' : words.found(shown.length, server.tools.length)}
        </span>
      </div>
      {shown.length > 0 && (
        <div role="table" aria-label={words.table(server.name)} aria-rowcount={shown.length + 1}>
          <div role="rowgroup">
            <div role="row" className={`${grid} hidden h-7 items-center border-b border-line`}>
              {(['tool', ...hintNames] as const).map((column) => (
                <span
                  key={column}
                  role="columnheader"
                  className="text-small font-medium text-subtle"
                >
                  {words.columns[column]}
                </span>
              ))}
            </div>
          </div>
          <div role="rowgroup">
            {shown.map((tool) => (
              <ToolRow key={tool.name} tool={tool} />
            ))}
          </div>
        </div>
      )}
      {shown.length === 0 && wanted !== '' && (
        <p className="py-2 text-muted">{words.noMatch(wanted)}</p>
      )}
      <SetAside server={server} />
      {server.tools.length > 0 && <p className="text-small text-subtle">{words.footer}</p>}
    </div>
  );
}

/** Rows out of sight are not laid out, so that some hundred tools cost nothing. */
const ToolRow = memo(function ToolRow({ tool }: { readonly tool: Tool }) {
  const contradicts = tool.annotations.readOnly === true && tool.annotations.destructive === true;
  return (
    <div
      role="row"
      data-tool={tool.name}
      className={`${grid} items-center border-b border-line py-[7px] [contain-intrinsic-size:auto_55px] [content-visibility:auto]`}
    >
      <div role="cell" className="min-w-0">
        <div className="flex flex-wrap items-baseline gap-x-2">
          {tool.title !== undefined && tool.title !== tool.name && (
            <span className="min-w-0 font-medium [overflow-wrap:anywhere]">{tool.title}</span>
          )}
          <span className="min-w-0 font-mono text-code [overflow-wrap:anywhere] text-subtle">
            {tool.name}
          </span>
        </div>
        <Description value={tool.description ?? ''} />
        {contradicts && (
          <p className="flex items-center gap-1 text-small text-warning-text">
            <Icon of={TriangleAlert} size={12} />
            {words.contradiction}
          </p>
        )}
      </div>
      <div className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1 @[620px]:contents" role="presentation">
        {hintNames.map((hint) => (
          <span key={hint} role="cell" className="inline-flex items-center gap-1.5">
            <span className="text-small text-subtle @[620px]:hidden">{words.columns[hint]}</span>
            <HintBadge hint={hint} state={hintState(tool.annotations, hint)} words="answer" />
          </span>
        ))}
      </div>
    </div>
  );
});

function Description({ value }: { readonly value: string }) {
  const [whole, setWhole] = useState(false);
  if (value === '') return null;
  const long = value.length > LONG_DESCRIPTION || value.includes('\n');
  return (
    <div className="text-small text-subtle">
      <p
        className={
          whole
            ? '[overflow-wrap:anywhere] whitespace-pre-wrap'
            : 'line-clamp-2 [overflow-wrap:anywhere]'
        }
      >
        {value}
      </p>
      {long && (
        <LinkButton size="small" aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {whole ? words.less : words.more}
        </LinkButton>
      )}
    </div>
  );
}

function SetAside({ server }: { readonly server: ServerState }) {
  if (server.setAside.length === 0) return null;
  return (
    <section className="rounded-control bg-warning-soft px-3 py-2">
      <h3 className="flex items-center gap-1.5 font-medium">
        <Icon of={TriangleAlert} size={14} className="text-warning-text" />
        {words.setAside(server.setAside.length)}
      </h3>
      <p className="text-small text-muted">{words.setAsideNote}</p>
      <ul className="mt-1.5 flex flex-col gap-1">
        {server.setAside.map((tool, index) => (
          <li key={`${String(index)} ${tool.name}`} className="[overflow-wrap:anywhere]">
            <span className="font-mono text-code">{tool.name}</span>{' '}
            <span className="text-small text-muted">{tool.reason}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
