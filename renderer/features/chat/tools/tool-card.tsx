import clsx from 'clsx';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { memo, useId, useState } from 'react';
import type { ToolCallItem } from '../../../../shared/agent/transcript.ts';
import { hintNames, hintState } from '../../../../shared/mcp/hints.ts';
import { text } from '../../../../shared/texts/catalogue.ts';
import { formatDuration, formatElapsed } from '../../../lib/format.ts';
import { useAppData } from '../../../lib/app-data-context.tsx';
import { SignInAction } from '../../../lib/sign-in-action.tsx';
import { useNow } from '../../../lib/use-now.ts';
import { Badge, HintBadge } from '../../../ui/badge.tsx';
import { ExactText } from '../../../ui/exact-text.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { StatusMark, type Status } from '../../../ui/status-mark.tsx';
import { useItem } from '../store/chat-context.tsx';
import { useKept } from '../transcript/open-states.ts';
import { argumentSummary } from './exact-json.ts';
import { SubAgent } from './sub-agent.tsx';
import { ToolCardApp } from './tool-card-app.tsx';
import { ToolBody, type CardState } from './tool-body.tsx';

/** Calls in a row share one frame. */
export const ToolCards = memo(function ToolCards({
  ids,
  waitingIds,
}: {
  readonly ids: readonly string[];
  readonly waitingIds: readonly string[];
}) {
  return (
    <section
      aria-label={text.chat.tools}
      className="divide-y divide-line overflow-hidden rounded-card border border-line bg-raised"
    >
      {ids.map((id) => (
        <ToolCard key={id} id={id} waiting={waitingIds.includes(id)} />
      ))}
    </section>
  );
});

const marks: Record<CardState, Status> = {
  pending: 'idle',
  waiting: 'waiting',
  running: 'running',
  ok: 'done',
  error: 'error',
  denied: 'denied',
  interrupted: 'interrupted',
};

/** A call: its head, and its body when it is open. */
export function ToolCard({ id, waiting }: { readonly id: string; readonly waiting: boolean }) {
  const item = useItem(id);
  const [chosen, setChosen] = useKept<boolean>(`${id} open`);
  const bodyId = useId();
  const serverName = useServerName(item?.kind === 'tool-call' ? item.serverName : undefined);
  if (item?.kind !== 'tool-call') return null;
  const state: CardState =
    waiting && (item.state === 'pending' || item.state === 'running') ? 'waiting' : item.state;
  const open = chosen ?? state === 'error';
  return (
    <article data-tool={item.toolName} data-state={state}>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={bodyId}
        onClick={() => setChosen(!open)}
        className="flex h-(--row-tool) w-full min-w-0 items-center gap-2 px-2.5 -outline-offset-2 hover:bg-hover"
      >
        <StatusMark status={marks[state]} label={text.chat.toolStates[state]} />
        <span className="max-w-[40%] flex-none truncate font-medium">
          <ExactText value={item.title ?? item.toolName} className="!whitespace-pre" />
        </span>
        {serverName !== undefined && (
          <span className="max-w-[25%] flex-none truncate text-small text-subtle">
            {serverName}
          </span>
        )}
        <span className="min-w-0 flex-1 truncate font-mono text-code text-subtle">
          {!open && <ExactText value={argumentSummary(item.input)} className="!whitespace-pre" />}
        </span>
        {hintNames
          .filter((hint) => hintState(item.annotations, hint) === 'true')
          .map((hint) => (
            <HintBadge key={hint} hint={hint} state="true" />
          ))}
        {item.isEdited && <Badge tone="accent">{text.chat.argumentsChanged}</Badge>}
        <StateWords item={item} state={state} />
        <Icon of={open ? ChevronDown : ChevronRight} size={14} className="text-subtle" />
      </button>
      {open && (
        <div id={bodyId} className="flex flex-col gap-2 pr-2.5 pb-2.5 pl-[33px]">
          {state === 'error' && <MissingSignIn serverKey={item.serverName} />}
          <ToolBody item={item} state={state} />
        </div>
      )}
      <SubAgent item={item} />
      <ToolCardApp item={item} />
    </article>
  );
}

/** The name that the person gave to a server; its key when it is gone. */
function useServerName(key: string | undefined): string | undefined {
  const name = useAppData((data) => data.servers.find((server) => server.key === key)?.name);
  return name ?? key;
}

/** A call that failed while its server wants a sign-in: the way to it stands where it blocks. */
function MissingSignIn({ serverKey }: { readonly serverKey: string | undefined }) {
  const server = useAppData((data) => data.servers.find(({ key }) => key === serverKey));
  const needs = useAppData(
    (data) => data.signIns.find(({ serverId }) => serverId === server?.id)?.needs,
  );
  if (server === undefined || (server.status !== 'needs-auth' && needs !== 'more-access')) {
    return null;
  }
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 text-warning-text">
      <ExactText value={text.signIn.needsSignIn(server.name)} />
      <SignInAction serverId={server.id} serverName={server.name} />
    </p>
  );
}

/** The end of a head: time, progress, or the state in words. */
function StateWords({ item, state }: { readonly item: ToolCallItem; readonly state: CardState }) {
  if (state === 'running') return <RunningWords item={item} />;
  const words = state === 'waiting' || state === 'denied' || state === 'interrupted';
  return (
    <>
      {words && (
        <span
          className={clsx(
            'flex-none text-small',
            state === 'waiting' ? 'text-warning-text' : 'text-muted',
          )}
          aria-hidden="true"
        >
          {text.chat.toolStates[state]}
        </span>
      )}
      {item.durationMs !== undefined && state !== 'denied' && (
        <span className="flex-none text-small text-subtle">{formatDuration(item.durationMs)}</span>
      )}
    </>
  );
}

function RunningWords({ item }: { readonly item: ToolCallItem }) {
  const { progress } = item;
  // The moment at which the call began, by this window's clock.
  const [seen, setSeen] = useState({
    progress,
    startedAt: Date.now() - (progress?.elapsedMs ?? 0),
  });
  if (seen.progress !== progress) {
    setSeen({
      progress,
      startedAt: progress === undefined ? seen.startedAt : Date.now() - progress.elapsedMs,
    });
  }
  const now = useNow(1000);
  const { value, total, message } = progress ?? {};
  const known = value !== undefined && total !== undefined && total > 0;
  const words = message ?? (known ? text.chat.progressOf(value, total) : undefined);
  return (
    <>
      {words !== undefined && (
        <span className="max-w-[30%] flex-none truncate text-small text-muted">{words}</span>
      )}
      {known && (
        <progress
          value={value}
          max={total}
          aria-label={text.chat.progressOf(value, total)}
          className="h-1 w-18 flex-none appearance-none overflow-hidden rounded-full [&::-webkit-progress-bar]:bg-meter-track [&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:bg-accent-text"
        />
      )}
      <span className="min-w-8 flex-none text-right text-small text-subtle">
        {formatElapsed(now - seen.startedAt)}
      </span>
    </>
  );
}
