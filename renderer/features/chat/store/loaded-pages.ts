import { transcriptFrom } from '../../../../shared/agent/transcript.ts';
import type { TranscriptItem } from '../../../../shared/agent/transcript.ts';
import type { SessionPage } from '../../../../shared/ipc/routes/sessions.ts';

/** Pages that are loaded at the same time; a list that is too long can neither be scrolled nor kept. */
export const MOST_PAGES = 12;

interface LoadedPage {
  readonly order: readonly string[];
  readonly items: Readonly<Record<string, TranscriptItem>>;
  readonly earlier: number | undefined;
  readonly later: number | undefined;
}

/** A part of the conversation before the newest messages: pages that follow each other. */
export interface LoadedPages {
  readonly pages: readonly LoadedPage[];
  readonly order: readonly string[];
  readonly items: Readonly<Record<string, TranscriptItem>>;
  /** Where the newest messages begin; undefined when nothing comes before them. */
  readonly end: number | undefined;
  /** Cursor of what comes before all that is loaded. */
  readonly earlier: number | undefined;
  /** Another number for pages that do not go on from those before: what is drawn of them begins anew. */
  readonly place: number;
  /** Cursor of what lies between the pages and the newest messages; undefined when they meet. */
  readonly gap: number | undefined;
}

/** Only the newest messages are loaded, which begin at `end`. */
export function noPages(end: number | undefined, place = 0): LoadedPages {
  return { pages: [], order: [], items: {}, end, earlier: end, place, gap: undefined };
}

/** With a page at the begin. */
export function withEarlier(loaded: LoadedPages, page: SessionPage): LoadedPages {
  return joined([pageFrom(page), ...loaded.pages].slice(0, MOST_PAGES), loaded);
}

/** With a page at the end. */
export function withLater(loaded: LoadedPages, page: SessionPage): LoadedPages {
  return joined([...loaded.pages, pageFrom(page)].slice(-MOST_PAGES), loaded);
}

/** This page alone. */
export function onlyPage(loaded: LoadedPages, page: SessionPage): LoadedPages {
  return joined([pageFrom(page)], { ...loaded, place: loaded.place + 1 });
}

function pageFrom({ messages, earlier, later }: SessionPage): LoadedPage {
  const { order, items } = transcriptFrom(messages);
  return { order, items, earlier, later };
}

function joined(
  pages: readonly LoadedPage[],
  { end, place }: Pick<LoadedPages, 'end' | 'place'>,
): LoadedPages {
  const later = pages.at(-1)?.later;
  return {
    pages,
    order: pages.flatMap((page) => page.order),
    items: Object.assign({}, ...pages.map((page) => page.items)) as LoadedPages['items'],
    end,
    earlier: pages[0]?.earlier,
    place,
    gap: later === undefined || later === end ? undefined : later,
  };
}
