/** A message that was found in the list of sessions, and the words that it was found by. */
export interface FoundMessage {
  readonly messageUuid: string;
  readonly query: string;
}
