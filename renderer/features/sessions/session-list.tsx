import {
  Archive,
  ArchiveRestore,
  Download,
  FolderOpen,
  GitFork,
  Pencil,
  Pin,
  PinOff,
  Trash2,
} from 'lucide-react';
import { CalendarDays, Folder, MessageSquare, MessageSquareText } from 'lucide-react';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { Virtualizer } from 'virtua';
import type { SessionSummary } from '../../../shared/ipc/routes/sessions.ts';
import { text } from '../../../shared/texts/catalogue.ts';
import { instructions as instructionTexts } from '../../../shared/texts/en/instructions.ts';
import { useListKey } from '../../lib/actions/action-context.tsx';
import { ContextMenu, ContextMenuItem, ContextMenuSeparator } from '../../ui/context-menu.tsx';
import { Icon } from '../../ui/icon.tsx';
import { rovingTarget } from '../../ui/roving-target.ts';
import { listEntries, type Grouping, type ListEntry } from './list-entries.ts';
import { SessionRow, TitleField } from './session-row.tsx';
import { sessionTitle } from './session-title.ts';

/** From so many lines on only those near the view are mounted. */
const VIRTUAL_FROM = 150;

/** What can be done with a session of the list. */
export interface SessionActions {
  readonly open: (sessionId: string) => void;
  readonly rename: (session: SessionSummary, title: string) => void;
  readonly mark: (
    session: SessionSummary,
    marks: { readonly pinned?: boolean; readonly archived?: boolean },
  ) => void;
  /** Shows its folder in the system's file manager. */
  readonly reveal: (session: SessionSummary) => void;
  readonly fork: (session: SessionSummary) => void;
  readonly startExport: (session: SessionSummary) => void;
  readonly startInstructions: (session: SessionSummary) => void;
  readonly startDelete: (session: SessionSummary) => void;
}

export interface SessionListProps {
  readonly sessions: readonly SessionSummary[];
  readonly grouping: Grouping;
  readonly openId: string | undefined;
  readonly actions: SessionActions;
  /** What scrolls around the list. */
  readonly scroller: RefObject<HTMLElement | null>;
}

/** Sessions in groups, newest first: one tab stop, arrows move, F2 renames, Delete deletes, the menu key has the rest. */
export function SessionList({ sessions, grouping, openId, actions, scroller }: SessionListProps) {
  // Groups by day change at midnight, which the next change of a session shows soon enough.
  const entries = useMemo(() => listEntries(sessions, grouping, Date.now()), [sessions, grouping]);
  const focus = useRovingFocus(entries, openId);
  const [editing, setEditing] = useState<string | undefined>(undefined);
  const [menuId, setMenuId] = useState<string | undefined>(undefined);
  const find = (id: string | undefined) => sessions.find((session) => session.id === id);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const session = find(focus.idOf(event.target));
    if (session !== undefined && event.key === 'F2') setEditing(session.id);
    else if (session !== undefined && event.key === 'Delete') actions.startDelete(session);
    else if (!focus.move(event)) return;
    event.preventDefault();
  };
  const render = (entry: ListEntry) =>
    entry.kind === 'head' ? (
      <GroupHead key={entry.key} entry={entry} />
    ) : editing === entry.session.id ? (
      <TitleField
        key={entry.key}
        session={entry.session}
        onDone={(title) => {
          setEditing(undefined);
          focus.to(entry.session.id);
          if (title !== undefined) actions.rename(entry.session, title);
        }}
      />
    ) : (
      <SessionRow
        key={entry.key}
        session={entry.session}
        selected={entry.session.id === openId}
        isStop={entry.session.id === focus.stop}
        onOpen={actions.open}
        onFocus={focus.note}
      />
    );
  const menuSession = find(menuId);
  return (
    <ContextMenu
      label={text.sessions.menu(sessionTitle(menuSession))}
      onCloseFocus={(event) => {
        // A title that is being written has the focus already.
        if (editing !== undefined) event.preventDefault();
        else if (menuId !== undefined) {
          event.preventDefault();
          focus.to(menuId);
        }
      }}
      target={
        <div
          ref={focus.list}
          role="group"
          aria-label={text.sessions.list}
          onKeyDown={onKeyDown}
          onContextMenu={(event) => {
            const id = focus.idOf(event.target);
            if (id === undefined) event.preventDefault();
            else setMenuId(id);
          }}
        >
          {entries.length < VIRTUAL_FROM ? (
            entries.map(render)
          ) : (
            <Virtualizer
              scrollRef={scroller}
              data={entries}
              keepMounted={focus.mounted}
              itemSize={32}
            >
              {render}
            </Virtualizer>
          )}
        </div>
      }
    >
      {menuSession !== undefined && (
        <SessionMenu
          session={menuSession}
          actions={actions}
          onRename={() => setEditing(menuSession.id)}
        />
      )}
    </ContextMenu>
  );
}

const headIcons = { pin: Pin, folder: Folder, none: MessageSquare, day: CalendarDays };

function GroupHead({ entry }: { readonly entry: Extract<ListEntry, { kind: 'head' }> }) {
  return (
    <h3
      className="flex h-8 items-end gap-1.5 px-2 pb-1 text-small font-medium text-subtle"
      title={entry.path}
    >
      <Icon of={headIcons[entry.icon]} size={12} className="mb-[3px]" />
      <span className="truncate">{entry.label}</span>
    </h3>
  );
}

interface SessionMenuProps {
  readonly session: SessionSummary;
  readonly actions: SessionActions;
  readonly onRename: () => void;
}

function SessionMenu({ session, actions, onRename }: SessionMenuProps) {
  const words = text.sessions;
  const isBusy = session.state === 'running' || session.state === 'waiting';
  const isPinned = session.pinned === true;
  const isArchived = session.archived === true;
  return (
    <>
      <ContextMenuItem icon={Pencil} label={words.rename} keys={['F2']} onSelect={onRename} />
      <ContextMenuItem
        icon={isPinned ? PinOff : Pin}
        label={isPinned ? words.unpin : words.pin}
        onSelect={() => actions.mark(session, { pinned: !isPinned })}
      />
      <ContextMenuItem
        icon={isArchived ? ArchiveRestore : Archive}
        label={isArchived ? words.unarchive : words.archive}
        disabled={isBusy}
        onSelect={() => actions.mark(session, { archived: !isArchived })}
      />
      <ContextMenuItem
        icon={MessageSquareText}
        label={instructionTexts.session.action}
        disabled={session.readOnly !== undefined}
        onSelect={() => actions.startInstructions(session)}
      />
      {session.folder !== null && (
        <ContextMenuItem
          icon={FolderOpen}
          label={words.showFolder}
          onSelect={() => actions.reveal(session)}
        />
      )}
      <ContextMenuItem icon={GitFork} label={words.fork} onSelect={() => actions.fork(session)} />
      <ContextMenuItem
        icon={Download}
        label={words.export}
        onSelect={() => actions.startExport(session)}
      />
      <ContextMenuSeparator />
      <ContextMenuItem
        danger
        icon={Trash2}
        label={words.delete}
        keys={['Delete']}
        onSelect={() => actions.startDelete(session)}
      />
    </>
  );
}

/** Frames that a row may take until it can have the focus. */
const MOST_FRAMES = 60;

/** One tab stop over rows of which not all are mounted. */
function useRovingFocus(entries: readonly ListEntry[], openId: string | undefined) {
  const list = useRef<HTMLDivElement>(null);
  const keyOf = useListKey();
  const [noted, setNoted] = useState<string | undefined>(undefined);
  const [wanted, setWanted] = useState<string | undefined>(undefined);
  const ids = useMemo(
    () => entries.flatMap((entry) => (entry.kind === 'session' ? [entry.session.id] : [])),
    [entries],
  );
  const has = (id: string | undefined) => id !== undefined && ids.includes(id);
  const stop = has(noted) ? noted : has(openId) ? openId : ids[0];
  // Rows that must be there whatever is in view: the tab stop, and the one that gets the focus next.
  const mounted = entries.flatMap((entry, index) =>
    entry.key === stop || entry.key === wanted ? [index] : [],
  );
  useEffect(() => {
    if (wanted === undefined) return;
    let frame = 0;
    let frames = 0;
    const attempt = () => {
      const row = list.current?.querySelector<HTMLElement>(`[data-session="${wanted}"]`);
      row?.focus();
      frames += 1;
      // A row that has just been mounted is hidden until it is measured, and what is hidden takes no focus.
      if ((row && document.activeElement === row) || frames > MOST_FRAMES) setWanted(undefined);
      else frame = requestAnimationFrame(attempt);
    };
    attempt();
    return () => cancelAnimationFrame(frame);
  }, [wanted]);
  const idOf = (target: EventTarget): string | undefined =>
    target instanceof HTMLElement
      ? target.closest<HTMLElement>('[data-session]')?.dataset['session']
      : undefined;
  return {
    list,
    stop,
    mounted,
    idOf,
    note: setNoted,
    to: setWanted,
    /** True when the key moves the focus. */
    move: (event: KeyboardEvent<HTMLDivElement>): boolean => {
      if (event.ctrlKey || event.metaKey || event.altKey) return false;
      const at = ids.indexOf(idOf(event.target) ?? '');
      const to = at === -1 ? undefined : rovingTarget(keyOf(event), at, ids.length);
      const id = to === undefined ? undefined : ids[to];
      if (id === undefined) return false;
      setWanted(id);
      return true;
    },
  };
}
