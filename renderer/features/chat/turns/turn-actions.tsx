import { createContext, useContext } from 'react';

/** What can be done with the messages of the open conversation; absent where nothing can, such as in a read-only one. */
export interface TurnActions {
  /** Shows the dialog in which the message is changed and asked again. */
  readonly edit: (messageUuid: string, words: string) => void;
  /** Asks it again as it is, after a word on what goes. */
  readonly again: (messageUuid: string) => void;
  /** Asks it again as it is, without a word: where nothing goes by it. Rejects like the call. */
  readonly atOnce: (messageUuid: string) => Promise<void>;
  /** Copies the session up to this message as one of its own. */
  readonly fork: (messageUuid: string) => void;
  /** Shows what files go back to before this message, and brings them back; absent in a session without a folder. */
  readonly rewind?: (messageUuid: string) => void;
  /** Why not now: a turn runs. */
  readonly isBusy: boolean;
}

const Context = createContext<TurnActions | undefined>(undefined);

export const TurnActionsProvider = Context.Provider;

export function useTurnActions(): TurnActions | undefined {
  return useContext(Context);
}
