import type {
  Excerpt,
  SessionHit,
  SessionSearch,
} from '../../../shared/ipc/routes/session-list.ts';
import type { SessionSummary } from '../../../shared/ipc/routes/sessions.ts';
import { text } from '../../../shared/texts/catalogue.ts';
import type { FoundMessage } from '../../lib/found-message.ts';
import { Button } from '../../ui/button.tsx';
import { RovingList } from '../../ui/roving-list.tsx';
import { sessionTitle } from './session-title.ts';

export interface SearchResultsProps {
  readonly query: string;
  readonly search: SessionSearch;
  readonly sessions: readonly SessionSummary[];
  readonly openId: string | undefined;
  readonly onOpen: (sessionId: string, found?: FoundMessage) => void;
  readonly onClear: () => void;
  /** Absent when the archived ones were searched. */
  readonly onSearchArchived: (() => void) | undefined;
  /** Absent when there is no more. */
  readonly onMore: (() => void) | undefined;
}

/** Sessions that were found, each with the words around what was looked for. */
export function SearchResults(props: SearchResultsProps) {
  const { search, sessions, openId, onOpen } = props;
  const known = new Map(sessions.map((session) => [session.id, session]));
  const hits = search.hits.filter(({ sessionId }) => known.has(sessionId));
  if (hits.length === 0 && !search.isIncomplete) return <NoResults {...props} />;
  return (
    <>
      <p role="status" className="px-2 pt-1 pb-1.5 text-small text-subtle">
        {text.sessions.resultCount(hits.length)}
        {search.isIncomplete && ` ${text.sessions.incomplete}`}
      </p>
      <RovingList label={text.sessions.results}>
        {hits.map((hit) => (
          <HitRow
            key={hit.sessionId}
            hit={hit}
            session={known.get(hit.sessionId)}
            selected={hit.sessionId === openId}
            onOpen={() =>
              hit.message === undefined
                ? onOpen(hit.sessionId)
                : onOpen(hit.sessionId, { messageUuid: hit.message.uuid, query: props.query })
            }
          />
        ))}
      </RovingList>
      {props.onMore !== undefined && (
        <Button size="small" tone="quiet" className="mt-1" onClick={props.onMore}>
          {text.sessions.moreResults}
        </Button>
      )}
    </>
  );
}

interface HitRowProps {
  readonly hit: SessionHit;
  readonly session: SessionSummary | undefined;
  readonly selected: boolean;
  readonly onOpen: () => void;
}

function HitRow({ hit, session, selected, onOpen }: HitRowProps) {
  return (
    <button
      type="button"
      data-session={hit.sessionId}
      aria-current={selected ? 'page' : undefined}
      className={`flex w-full min-w-0 flex-col gap-0.5 rounded-control px-2 py-1.5 text-left ${selected ? 'bg-selected' : 'hover:bg-hover'}`}
      onClick={onOpen}
    >
      <span className="w-full truncate font-medium">
        {hit.title === undefined ? sessionTitle(session) : <Marked excerpt={hit.title} />}
      </span>
      {hit.message !== undefined && (
        <span className="line-clamp-2 w-full text-small [overflow-wrap:anywhere] text-muted">
          <Marked excerpt={hit.message.excerpt} />
        </span>
      )}
    </button>
  );
}

/** A text with what was found in it marked. */
function Marked({ excerpt }: { readonly excerpt: Excerpt }) {
  const pieces: React.ReactNode[] = [];
  let end = 0;
  for (const [from, to] of excerpt.marks) {
    pieces.push(excerpt.text.slice(end, from));
    pieces.push(
      <mark key={from} className="rounded-[2px] bg-warning-soft text-inherit">
        {excerpt.text.slice(from, to)}
      </mark>,
    );
    end = to;
  }
  return (
    <>
      {pieces}
      {excerpt.text.slice(end)}
    </>
  );
}

function NoResults({ query, search, onClear, onSearchArchived }: SearchResultsProps) {
  const words = text.sessions;
  return (
    <div role="status" className="flex flex-col gap-1.5 px-2 pt-3.5">
      <p className="font-medium [overflow-wrap:anywhere]">{words.noMatch(query)}</p>
      <p className="text-small text-muted">
        {search.searched === 1 ? words.searchedOne : words.searchedMany(search.searched)}
        {search.leftOut === 1 && ` ${words.leftOutOne}`}
        {search.leftOut > 1 && ` ${words.leftOutMany(search.leftOut)}`}
      </p>
      <div className="mt-1.5 flex flex-col items-start gap-1.5">
        {search.leftOut > 0 && onSearchArchived !== undefined && (
          <Button size="small" onClick={onSearchArchived}>
            {words.searchArchived}
          </Button>
        )}
        <Button size="small" tone="quiet" onClick={onClear}>
          {words.clearSearch}
        </Button>
      </div>
    </div>
  );
}
