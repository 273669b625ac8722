import clsx from 'clsx';
import { ChevronDown, ChevronRight, CircleMinus, Hand, SquareArrowOutUpRight } from 'lucide-react';
import { useId, useState } from 'react';
import type {
  OfferedServer,
  OfferedTool,
  SessionContextOf,
} from '../../../../shared/ipc/routes/composer.ts';
import { composerTexts as words } from '../../../../shared/texts/en/composer.ts';
import { ExactText } from '../../../ui/exact-text.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { formatTokens } from './format-tokens.ts';

/** Tools by server, and of each that is not carried the reason. */
export function OfferedTools(props: {
  readonly context: SessionContextOf;
  readonly onOpenServer: (serverId: string) => void;
}) {
  const { own, servers } = props.context;
  const count = [...own, ...servers.flatMap(({ tools }) => tools)].filter(isCarried).length;
  const used = servers.filter(({ state }) => state === 'used');
  const others = servers.filter(({ state }) => state !== 'used');
  return (
    <>
      <div className="mb-1 flex min-h-5 items-center gap-1.5">
        <h2 className="text-small font-semibold">{words.nextRequest}</h2>
        <span className="flex-1" />
        <span className="text-small text-subtle">{words.toolsCarried(count)}</span>
      </div>
      {count === 0 && <p className="text-small text-subtle">{words.noTools}</p>}
      <ul>
        {own.length > 0 && <ToolGroup name={words.ownTools} tools={own} tokens={tokensOf(own)} />}
        {used.map((server) => (
          <ToolGroup
            key={server.serverId}
            name={server.name}
            tools={server.tools}
            tokens={server.tokens}
            onOpen={() => props.onOpenServer(server.serverId)}
          />
        ))}
        {others.map((server) => (
          <UnusedServer
            key={server.serverId}
            server={server}
            onOpen={() => props.onOpenServer(server.serverId)}
          />
        ))}
      </ul>
    </>
  );
}

interface ToolGroupProps {
  readonly name: string;
  readonly tools: readonly OfferedTool[];
  readonly tokens: number | undefined;
  readonly onOpen?: () => void;
}

function ToolGroup({ name, tools, tokens, onOpen }: ToolGroupProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const carried = tools.filter(isCarried).length;
  const left = tools.length - tools.filter(({ state }) => state === 'carried').length;
  const count = words.toolsCarried(carried);
  return (
    <li>
      <div className="flex min-h-7 items-center gap-1">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          className="-ml-1 flex min-h-7 min-w-0 flex-1 items-center gap-1.5 rounded-control px-1 hover:bg-hover"
        >
          <Icon of={isOpen ? ChevronDown : ChevronRight} size={12} className="text-subtle" />
          <span className="min-w-0 flex-1 truncate text-left">
            <ExactText value={name} />
          </span>
          {left > 0 && <Icon of={CircleMinus} size={12} className="text-warning-text" />}
          <span className="flex-none text-small text-subtle">
            {tokens === undefined ? count : words.serverTokens(count, formatTokens(tokens))}
          </span>
        </button>
        {onOpen && <OpenButton name={name} onOpen={onOpen} />}
      </div>
      {isOpen && (
        <ul id={id} className="mb-1 border-l border-line pl-3 ml-1">
          {tools.map((tool) => (
            <ToolLine key={`${tool.state} ${tool.name}`} tool={tool} />
          ))}
        </ul>
      )}
    </li>
  );
}

function ToolLine({ tool }: { readonly tool: OfferedTool }) {
  const isPlain = tool.state === 'carried';
  return (
    <li className="py-0.5 text-small">
      <div className="flex items-baseline gap-2">
        {tool.state === 'denied' && (
          <Icon of={Hand} size={12} className="self-center text-warning-text" />
        )}
        <span className={clsx('min-w-0 flex-1 truncate', !isPlain && 'text-muted')}>
          <ExactText value={tool.title ?? tool.name} />
        </span>
        <span className="flex-none text-subtle">
          {tool.tokens === undefined ? '' : formatTokens(tool.tokens)}
        </span>
      </div>
      {!isPlain && (
        <p className="text-subtle">
          <ExactText value={tool.reason ?? words.toolStates[tool.state]} />
        </p>
      )}
    </li>
  );
}

function UnusedServer(props: { readonly server: OfferedServer; readonly onOpen: () => void }) {
  const { server, onOpen } = props;
  if (server.state === 'used') return null;
  return (
    <li className="py-0.5">
      <div className="flex min-h-6 items-center gap-1">
        <span className="min-w-0 flex-1 truncate text-muted">
          <ExactText value={server.name} />
        </span>
        <span className="flex-none text-small text-subtle">{words.serverStates[server.state]}</span>
        <OpenButton name={server.name} onOpen={onOpen} />
      </div>
      <p className="text-small text-subtle">
        <ExactText value={server.reason ?? words.serverReasons[server.state]} />
      </p>
    </li>
  );
}

function OpenButton(props: { readonly name: string; readonly onOpen: () => void }) {
  return (
    <IconButton
      icon={SquareArrowOutUpRight}
      size="small"
      iconSize={12}
      tooltipSide="left"
      label={words.openServer(props.name)}
      onClick={props.onOpen}
    />
  );
}

/** What is denied goes with the request, too. */
function isCarried({ state }: OfferedTool): boolean {
  return state === 'carried' || state === 'denied';
}

function tokensOf(tools: readonly OfferedTool[]): number | undefined {
  const counted = tools.flatMap(({ tokens }) => tokens ?? []);
  return counted.length === 0 ? undefined : counted.reduce((left, right) => left + right, 0);
}
