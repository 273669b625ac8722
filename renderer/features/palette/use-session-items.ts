import { Bot, MessageSquare, Shield } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import type { SessionHit } from '../../../shared/ipc/routes/session-list.ts';
import type { SessionMode, SessionSummary } from '../../../shared/ipc/routes/sessions.ts';
import { text } from '../../../shared/texts/catalogue.ts';
import { turnTexts } from '../../../shared/texts/en/turns.ts';
import { useAppData } from '../../lib/app-data-context.tsx';
import { formatElapsed, formatWhen } from '../../lib/format.ts';
import { useIpc } from '../../lib/ipc-context.tsx';
import type { PaletteItem } from './palette-item.ts';
import type { PalettePlaces } from './palette.tsx';

const words = text.shell.palette;
/** Sessions that are offered while nothing is typed. */
const RECENT = 5;
/** Typing rests for so long before main searches the messages, in ms. */
const PAUSE_MS = 120;

/** Sessions by title, at once; with words also those whose messages hold them, as main finds them. */
export function useSessionItems(query: string, places: PalettePlaces): readonly PaletteItem[] {
  const sessions = useAppData((data) => data.sessions);
  const { hits, query: asked } = useMessageHits(query);
  return useMemo(() => {
    const now = Date.now();
    if (query === '') {
      return sessions
        .filter(({ archived }) => archived !== true)
        .slice(0, RECENT)
        .map((session) => sessionItem(session, {}, places, now));
    }
    const byId = new Map(hits.map((hit) => [hit.sessionId, hit]));
    return sessions.map((session) =>
      sessionItem(session, { hit: byId.get(session.id), query, asked }, places, now),
    );
  }, [sessions, hits, asked, query, places]);
}

function sessionItem(
  session: SessionSummary,
  {
    hit,
    query = '',
    asked = '',
  }: {
    readonly hit?: SessionHit | undefined;
    readonly query?: string;
    readonly asked?: string;
  },
  places: PalettePlaces,
  now: number,
): PaletteItem {
  const title = session.title === '' ? text.app.newSession : session.title;
  const excerpt = hit?.title === undefined ? hit?.message?.excerpt.text : undefined;
  return {
    id: `session ${session.id}`,
    group: 'sessions',
    title: excerpt === undefined ? title : words.foundIn(title, excerpt),
    icon: session.state === 'idle' ? MessageSquare : session.state,
    note: noteOf(session, now),
    // An excerpt shows the place of one word; main has found them all.
    words: [session.folder ?? '', hit === undefined ? '' : asked].join('\n'),
    run: () =>
      places.session(
        session.id,
        excerpt === undefined || hit?.message === undefined
          ? undefined
          : { messageUuid: hit.message.uuid, query },
      ),
  };
}

function noteOf(session: SessionSummary, now: number): string {
  if (session.state === 'waiting') return words.needsYou;
  if (session.state === 'running' && session.turnStartedAt !== undefined)
    return `${words.running} ${formatElapsed(now - session.turnStartedAt)}`;
  const folder = session.folder?.split(/[\\/]/).findLast((part) => part !== '');
  const when = session.archived === true ? words.archived : formatWhen(session.updatedAt, now);
  return folder === undefined ? when : `${folder}, ${when}`;
}

interface MessageHits {
  /** What they were asked for by. */
  readonly query: string;
  readonly hits: readonly SessionHit[];
}
const noHits: MessageHits = { query: '', hits: [] };

function useMessageHits(query: string): MessageHits {
  const ipc = useIpc();
  const [found, setFound] = useState(noHits);
  useEffect(() => {
    if (query.length < 2) {
      setFound(noHits);
      return undefined;
    }
    let isOver = false;
    const timer = setTimeout(() => {
      ipc.call('sessionList.search', { query, archived: true }).then(
        ({ hits }) => {
          if (!isOver) setFound({ query, hits });
        },
        // Main's log has the reason; titles are found all the same.
        () => undefined,
      );
    }, PAUSE_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [ipc, query]);
  return found;
}

/** Models and modes of the session that is open. */
export function useChoiceItems(sessionId: string | undefined): readonly PaletteItem[] {
  const ipc = useIpc();
  const session = useAppData((data) => data.sessions.find(({ id }) => id === sessionId));
  const providers = useAppData((data) => data.providers);
  return useMemo(() => {
    if (session === undefined || session.readOnly !== undefined) return [];
    const current = (isIt: boolean) => (isIt ? { note: words.current } : {});
    const modes: readonly SessionMode[] = ['default', 'acceptEdits', 'plan'];
    return [
      ...modes.map((mode): PaletteItem => ({
        id: `mode ${mode}`,
        group: 'session',
        title: words.useMode(turnTexts.modes[mode].label),
        icon: Shield,
        ...current((session.mode ?? 'default') === mode),
        run: () => ipc.call('turns.setMode', { sessionId: session.id, mode }),
      })),
      ...providers.flatMap((provider) =>
        provider.models.map((model): PaletteItem => ({
          id: `model ${provider.id} ${model.id}`,
          group: 'session',
          title: words.useModel(provider.kind === 'offline' ? provider.label : model.label),
          icon: Bot,
          note:
            session.model.provider_id === provider.id && session.model.id === model.id
              ? words.current
              : provider.label,
          run: () =>
            ipc.call('sessions.setModel', {
              sessionId: session.id,
              model: { provider_id: provider.id, id: model.id },
            }),
        })),
      ),
    ];
  }, [ipc, session, providers]);
}
