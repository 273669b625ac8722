import { Archive, ArrowLeft, ListFilter, Search, X } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { SessionSummary } from '../../../shared/ipc/routes/sessions.ts';
import { text } from '../../../shared/texts/catalogue.ts';
import { useShortcut } from '../../lib/actions/action-context.tsx';
import { useAppData } from '../../lib/app-data-context.tsx';
import type { FoundMessage } from '../../lib/found-message.ts';
import { isComposing } from '../../lib/is-composing.ts';
import { useIpc } from '../../lib/ipc-context.tsx';
import { useAction } from '../../lib/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { inputClass } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ariaShortcut, Kbd } from '../../ui/kbd.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Menu, MenuChoices, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { InstructionsDialog } from './instructions-dialog.tsx';
import { SearchResults } from './search-results.tsx';
import { DeleteDialog, ExportDialog } from './session-dialogs.tsx';
import { SessionList, type SessionActions } from './session-list.tsx';
import { sessionTitle } from './session-title.ts';
import type { SessionViewStore } from './session-view.ts';
import { useSessionSearch } from './use-session-search.ts';

export interface SessionSidebarProps {
  readonly view: SessionViewStore;
  readonly openId: string | undefined;
  /** Opens a session, at a message where one was found. */
  readonly onOpen: (sessionId: string, found?: FoundMessage) => void;
  /** The session that was open is not there any more. */
  readonly onGone: () => void;
}

/** Search, the list of sessions or what was found, and what is done with them. */
export function SessionSidebar({ view, openId, onOpen, onGone }: SessionSidebarProps) {
  const { query, showsArchived, grouping } = useStore(view);
  const all = useSessions();
  const loading = useAppData((data) => data.status === 'loading');
  const sessions = useMemo(
    () => all.filter((session) => (session.archived === true) === showsArchived),
    [all, showsArchived],
  );
  const [withArchived, setWithArchived] = useState(false);
  const scroller = useRef<HTMLDivElement>(null);
  const work = useSessionWork({ openId, onOpen, onGone });
  const { found, more } = useSessionSearch(query.trim(), withArchived || showsArchived);
  const clear = () => {
    view.setState({ query: '' });
    setWithArchived(false);
  };
  return (
    <>
      <SearchRow view={view} onClear={clear} onImport={work.startImport} />
      <div
        ref={scroller}
        className="thin-scroll -mr-0.5 min-h-0 flex-1 overflow-y-auto pb-2 pl-2 [scrollbar-gutter:stable]"
      >
        {showsArchived && query === '' && (
          <ListRow
            mark={<Icon of={ArrowLeft} />}
            label={text.sessions.backToSessions}
            onClick={() => view.setState({ showsArchived: false })}
          />
        )}
        {query.trim() !== '' ? (
          found !== undefined && (
            <SearchResults
              query={found.query}
              search={found.search}
              sessions={all}
              openId={openId}
              onOpen={onOpen}
              onClear={clear}
              onSearchArchived={withArchived ? undefined : () => setWithArchived(true)}
              onMore={found.search.before === undefined ? undefined : more}
            />
          )
        ) : sessions.length > 0 ? (
          <SessionList
            sessions={sessions}
            grouping={grouping}
            openId={openId}
            actions={work.actions}
            scroller={scroller}
          />
        ) : loading ? (
          <ListSkeleton />
        ) : (
          <p className="px-2 pt-2 text-small text-subtle">
            {showsArchived ? text.sessions.noArchived : text.sessions.empty}
          </p>
        )}
      </div>
      {work.below}
    </>
  );
}

/** All sessions; one in which a server asks something needs the person, whatever else it does. */
function useSessions(): readonly SessionSummary[] {
  const sessions = useAppData((data) => data.sessions);
  const questions = useAppData((data) => data.questions);
  return useMemo(() => {
    const asking = new Set(questions.flatMap(({ sessionIds }) => sessionIds));
    return asking.size === 0
      ? sessions
      : sessions.map((session) =>
          asking.has(session.id) ? { ...session, state: 'waiting' as const } : session,
        );
  }, [sessions, questions]);
}

interface SearchRowProps {
  readonly view: SessionViewStore;
  readonly onClear: () => void;
  readonly onImport: () => void;
}

function SearchRow({ view, onClear, onImport }: SearchRowProps) {
  const { query, grouping } = useStore(view);
  const field = useRef<HTMLInputElement>(null);
  const searchKeys = useShortcut('search.sessions');
  return (
    <div className="flex flex-none items-center gap-1 px-2 pb-2">
      <div className="relative min-w-0 flex-1">
        <Icon
          of={Search}
          size={14}
          className="pointer-events-none absolute top-1/2 left-2 -translate-y-1/2 text-muted"
        />
        <input
          ref={field}
          type="search"
          data-session-search=""
          aria-label={text.sessions.searchLabel}
          aria-keyshortcuts={searchKeys && ariaShortcut(searchKeys)}
          placeholder={text.sessions.search}
          autoComplete="off"
          spellCheck={false}
          maxLength={1000}
          value={query}
          onChange={(event) => view.setState({ query: event.target.value })}
          onKeyDown={(event) => {
            if (isComposing(event.nativeEvent)) return;
            if (event.key === 'Escape' && query !== '') {
              event.stopPropagation();
              onClear();
            }
          }}
          className={`${inputClass} h-(--control) !pr-8 !pl-7 not-focus:not-aria-invalid:border-transparent not-focus:bg-hover [&::-webkit-search-cancel-button]:hidden`}
        />
        <span className="absolute top-1/2 right-1 flex -translate-y-1/2 items-center">
          {query === '' ? (
            <span className="pointer-events-none">
              {searchKeys !== undefined && <Kbd keys={searchKeys} />}
            </span>
          ) : (
            <IconButton
              size="small"
              icon={X}
              label={text.sessions.clearSearch}
              onClick={() => {
                onClear();
                field.current?.focus();
              }}
            />
          )}
        </span>
      </div>
      <Menu
        align="end"
        label={text.sessions.options}
        trigger={<IconButton size="small" icon={ListFilter} label={text.sessions.options} />}
      >
        <MenuChoices
          value={grouping}
          onValueChange={(value) => view.setState({ grouping: value === 'day' ? 'day' : 'folder' })}
          groups={[
            {
              label: text.sessions.groupBy,
              options: [
                { value: 'folder', label: text.sessions.byFolder },
                { value: 'day', label: text.sessions.byDay },
              ],
            },
          ]}
        />
        <MenuSeparator />
        <MenuItem label={text.sessions.import} onSelect={onImport} />
      </Menu>
    </div>
  );
}

/** The row below the list that opens the archived sessions; nothing while there are none. */
export function ArchivedRow({ view }: { readonly view: SessionViewStore }) {
  const count = useAppData((data) => data.sessions.filter((one) => one.archived === true).length);
  const shows = useStore(view, (state) => state.showsArchived);
  if (count === 0 && !shows) return null;
  return (
    <ListRow
      mark={<Icon of={Archive} />}
      label={text.sessions.archived}
      meta={
        <>
          <span aria-hidden="true">{count}</span>
          <span className="sr-only">{text.sessions.archivedCount(count)}</span>
        </>
      }
      aria-pressed={shows}
      className={shows ? 'bg-selected font-medium text-text' : undefined}
      onClick={() => view.setState({ showsArchived: !shows, query: '' })}
    />
  );
}

type Question =
  | { readonly kind: 'delete'; readonly session: SessionSummary }
  | { readonly kind: 'export'; readonly session: SessionSummary }
  | { readonly kind: 'instructions'; readonly session: SessionSummary };

/** What the menu and the keys of the list do, and what stands below it meanwhile. */
export function useSessionWork({ openId, onOpen, onGone }: Omit<SessionSidebarProps, 'view'>) {
  const ipc = useIpc();
  const [question, setQuestion] = useState<Question | undefined>(undefined);
  const [deleted, setDeleted] = useState<SessionSummary | undefined>(undefined);
  const work = useAction(async (act: () => Promise<unknown>) => act());
  useForgetDeleted(deleted, setDeleted);
  const actions: SessionActions = {
    open: onOpen,
    rename: ({ id }, title) =>
      void work.run(() => ipc.call('sessionList.rename', { sessionId: id, title })),
    mark: ({ id }, marks) =>
      void work.run(() => ipc.call('sessionList.mark', { sessionIds: [id], ...marks })),
    fork: ({ id }) =>
      void work.run(async () => onOpen((await ipc.call('sessionList.fork', { sessionId: id })).id)),
    reveal: ({ id }) => void work.run(() => ipc.call('shell.reveal', { sessionId: id })),
    startExport: (session) => setQuestion({ kind: 'export', session }),
    startInstructions: (session) => setQuestion({ kind: 'instructions', session }),
    startDelete: (session) => setQuestion({ kind: 'delete', session }),
  };
  const startImport = () =>
    void work.run(async () => {
      const made = await ipc.call('sessionList.import');
      if (made !== null) onOpen(made.id);
    });
  const undo = (session: SessionSummary) =>
    void work.run(async () => {
      await ipc.call('sessionList.restore', { sessionIds: [session.id] });
      setDeleted(undefined);
      onOpen(session.id);
    });
  const close = () => setQuestion(undefined);
  const below = (
    <>
      {work.error !== undefined && (
        <div className="flex-none px-2 pb-2">
          <ErrorBox
            role="alert"
            sentence={work.error.sentence}
            details={work.error.details}
            actions={
              <Button size="small" onClick={work.clearError}>
                {text.sessions.dismiss}
              </Button>
            }
          />
        </div>
      )}
      {deleted !== undefined && (
        <div
          role="status"
          className="mx-2 mb-2 flex flex-none items-center gap-2 rounded-card bg-overlay py-1.5 pr-1.5 pl-3 shadow-popover"
        >
          <span className="min-w-0 flex-1 truncate">
            {text.sessions.deleted(sessionTitle(deleted))}
          </span>
          <Button size="small" onClick={() => undo(deleted)}>
            {text.sessions.undo}
          </Button>
        </div>
      )}
      {question?.kind === 'delete' && (
        <DeleteDialog
          session={question.session}
          onClose={close}
          onDeleted={(session) => {
            setDeleted(session);
            if (session.id === openId) onGone();
          }}
        />
      )}
      {question?.kind === 'instructions' && (
        <InstructionsDialog sessionId={question.session.id} onClose={close} />
      )}
      {question?.kind === 'export' && <ExportDialog session={question.session} onClose={close} />}
    </>
  );
  return { actions, startImport, below };
}

/** How long the way back from a deletion stays in view, in ms; the trash keeps it much longer. */
const UNDO_MS = 20_000;

function useForgetDeleted(
  deleted: SessionSummary | undefined,
  setDeleted: (session: SessionSummary | undefined) => void,
): void {
  useEffect(() => {
    if (deleted === undefined) return;
    const timer = setTimeout(() => setDeleted(undefined), UNDO_MS);
    return () => clearTimeout(timer);
  }, [deleted, setDeleted]);
}

function ListSkeleton() {
  return (
    <Loading>
      <div className="flex flex-col gap-5 px-2 pt-3">
        <Skeleton className="w-40" />
        <Skeleton className="w-32" />
        <Skeleton className="w-44" />
      </div>
    </Loading>
  );
}
