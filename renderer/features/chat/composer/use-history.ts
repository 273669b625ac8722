import { useRef, type KeyboardEvent } from 'react';
import { useKeyMatch } from '../../../lib/actions/action-context.tsx';

/** Steps through what was sent before. */
export interface HistorySteps {
  /** What the field is to hold after this key; undefined when the key is not for the history. */
  readonly of: (event: KeyboardEvent<HTMLTextAreaElement>, value: string) => string | undefined;
  readonly reset: () => void;
}

/** ArrowUp, or what the person chose, in an empty field goes back; an entry that was changed is the person's own text and stays. */
export function useHistory(history: (() => readonly string[]) | undefined): HistorySteps {
  const place = useRef(-1);
  const matches = useKeyMatch();
  return {
    of: (event, value) => {
      const isPlain = !(event.shiftKey || event.altKey || event.ctrlKey || event.metaKey);
      const isForward = isPlain && event.key === 'ArrowDown';
      const by = matches(event, 'message.recall') ? 1 : isForward ? -1 : 0;
      if (by === 0 || history === undefined) return undefined;
      const entries = history();
      if (value === '') place.current = -1;
      else if (value !== entries[place.current]) return undefined;
      const { selectionStart, selectionEnd, value: whole } = event.currentTarget;
      // Inside a text of several lines the arrows move between them.
      const between = by === 1 ? whole.slice(0, selectionStart) : whole.slice(selectionEnd);
      if (between.includes('\n')) return undefined;
      const next = place.current + by;
      if (next < -1 || next >= entries.length) return undefined;
      place.current = next;
      return next === -1 ? '' : entries[next];
    },
    reset: () => {
      place.current = -1;
    },
  };
}
