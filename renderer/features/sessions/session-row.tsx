import { Pencil } from 'lucide-react';
import { memo, useEffect, useRef, useState } from 'react';
import type { SessionSummary } from '../../../shared/ipc/routes/sessions.ts';
import { text } from '../../../shared/texts/catalogue.ts';
import { useHasDraft } from '../../lib/drafts.ts';
import { formatElapsed, formatWhen } from '../../lib/format.ts';
import { isComposing } from '../../lib/is-composing.ts';
import { useNow } from '../../lib/use-now.ts';
import { inputClass } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ListRow, type ListRowProps } from '../../ui/list-row.tsx';
import { StatusMark, type Status } from '../../ui/status-mark.tsx';
import { sessionTitle } from './session-title.ts';

export interface SessionRowProps {
  readonly session: SessionSummary;
  readonly selected: boolean;
  /** The row that Tab reaches. */
  readonly isStop: boolean;
  readonly onOpen: (sessionId: string) => void;
  readonly onFocus: (sessionId: string) => void;
}

/** One session of the list: state, title, when or what. */
export const SessionRow = memo(function SessionRow({
  session,
  selected,
  isStop,
  onOpen,
  onFocus,
}: SessionRowProps) {
  const now = useNow(session.state === 'running' ? 1000 : 30_000);
  const hasDraft = useHasDraft(session.id) && !selected;
  const { status, meta, tone } = rowState(session, now);
  const title = sessionTitle(session);
  return (
    <ListRow
      strong
      data-session={session.id}
      data-state={session.state}
      tabIndex={isStop ? 0 : -1}
      title={title}
      className={status === 'unread' ? 'font-semibold' : undefined}
      mark={
        <StatusMark
          status={status}
          label={status === 'interrupted' ? '' : text.ui.stateMarks[status]}
        />
      }
      label={title}
      meta={
        hasDraft ? (
          <span className="flex items-center gap-1.5">
            <Icon of={Pencil} size={12} />
            <span className="sr-only">{text.sessions.draft}</span>
            {meta}
          </span>
        ) : (
          meta
        )
      }
      tone={tone}
      selected={selected}
      onClick={() => onOpen(session.id)}
      onFocus={() => onFocus(session.id)}
    />
  );
});

function rowState(
  session: SessionSummary,
  now: number,
): { status: Exclude<Status, 'error'>; meta: string; tone: NonNullable<ListRowProps['tone']> } {
  switch (session.state) {
    case 'running':
      return {
        status: 'running',
        meta: formatElapsed(now - (session.turnStartedAt ?? now)),
        tone: 'accent',
      };
    case 'waiting':
      return { status: 'waiting', meta: text.sessions.needsYou, tone: 'warning' };
    case 'failed':
      return { status: 'failed', meta: text.sessions.failed, tone: 'danger' };
    case 'interrupted':
      return { status: 'interrupted', meta: text.sessions.interrupted, tone: 'normal' };
    case 'idle':
      return {
        status: session.unread === true ? 'unread' : 'idle',
        meta: formatWhen(session.updatedAt, now),
        tone: 'normal',
      };
  }
}

export interface TitleFieldProps {
  readonly session: SessionSummary;
  /** The new title; undefined when nothing is to change. */
  readonly onDone: (title: string | undefined) => void;
}

/** The title of a row while it is written: Enter and leaving keep it, Escape does not. */
export function TitleField({ session, onDone }: TitleFieldProps) {
  const [value, setValue] = useState(session.title);
  const field = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const finish = (title: string | undefined) => {
    if (isDone.current) return;
    isDone.current = true;
    onDone(title === session.title ? undefined : title);
  };
  return (
    <input
      ref={field}
      type="text"
      aria-label={text.sessions.titleLabel}
      autoComplete="off"
      spellCheck={false}
      maxLength={500}
      value={value}
      onChange={(event) => setValue(event.target.value)}
      onBlur={() => finish(value)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (isComposing(event.nativeEvent)) return;
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        // The focus moves to the row, which the same press must not open.
        event.preventDefault();
        finish(event.key === 'Enter' ? value : undefined);
      }}
      className={`${inputClass} h-(--row)`}
    />
  );
}
