import { useCallback, useEffect, useState } from 'react';
import type { JsonObject } from '../../../shared/lib/json.ts';
import { readableError, type ReadableError } from '../../lib/error-sentence.ts';
import { useIpc } from '../../lib/ipc-context.tsx';

/** A list of a server, page by page. */
export interface PageList {
  readonly items: readonly JsonObject[];
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly error: ReadableError | undefined;
  readonly loadMore: () => void;
  readonly again: () => void;
}

type State = Pick<PageList, 'items' | 'isLoading' | 'error'> & {
  readonly cursor: string | undefined;
};
const empty: State = { items: [], isLoading: true, error: undefined, cursor: undefined };

/** Reads the first page of a list; `version` is what it is read again for, such as the number that the server lists. */
export function usePageList(
  serverId: string,
  list: 'resources' | 'templates' | 'prompts',
  version: string,
): PageList {
  const ipc = useIpc();
  const [state, setState] = useState<State>(empty);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let isOver = false;
    setState((before) => ({ ...before, isLoading: true, error: undefined }));
    ipc.call('bench.list', { serverId, list }).then(
      ({ items, nextCursor }) => {
        if (!isOver) setState({ items, isLoading: false, error: undefined, cursor: nextCursor });
      },
      (failure: unknown) => {
        if (!isOver) setState({ ...empty, isLoading: false, error: readableError(failure) });
      },
    );
    return () => {
      isOver = true;
    };
  }, [ipc, serverId, list, version, turn]);
  const { cursor } = state;
  const loadMore = useCallback(() => {
    if (cursor === undefined) return;
    setState((before) => ({ ...before, isLoading: true, cursor: undefined }));
    ipc.call('bench.list', { serverId, list, cursor }).then(
      ({ items, nextCursor }) =>
        setState((before) => ({
          items: [...before.items, ...items],
          isLoading: false,
          error: undefined,
          cursor: nextCursor,
        })),
      (failure: unknown) =>
        setState((before) => ({ ...before, isLoading: false, error: readableError(failure) })),
    );
  }, [ipc, serverId, list, cursor]);
  const again = useCallback(() => setTurn((before) => before + 1), []);
  const { items, isLoading, error } = state;
  return { items, isLoading, error, hasMore: cursor !== undefined, loadMore, again };
}
