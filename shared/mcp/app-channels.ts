/**
 * Channels between main and the page around an MCP app. Messages of the app travel as JSON text, bounded where they are
 * sent and where they arrive. (No zod here: the preload uses this file.)
 */
export const APP_MESSAGE_CHANNEL = 'parley:app-message';
export const APP_FLOOD_CHANNEL = 'parley:app-flood';
export const APP_POST_CHANNEL = 'parley:app-post';
/** Height of the app and how much of it is scrolled out at the top, in px. */
export const APP_PLACE_CHANNEL = 'parley:app-place';

/** Longest message of an app, in characters. */
export const LONGEST_APP_MESSAGE = 1_000_000;
/** Messages of an app within one second; one that sends more is ended. */
const MOST_A_SECOND = 200;

/** Counts the messages of an app. Returns false once there were too many in a second. */
export function createMessageMeter(now: () => number): () => boolean {
  let since = now();
  let count = 0;
  return () => {
    if (now() - since >= 1_000) {
      since = now();
      count = 0;
    }
    count += 1;
    return count <= MOST_A_SECOND;
  };
}
