import { ParleyError } from '../../shared/lib/errors.ts';
import type { Caller } from './caller.ts';

/** How long a key press or click counts for what the page asks for (SE-5), in ms. */
const GESTURE_MS = 1_000;

/** Throws `session.no-gesture` unless the person pressed a key or clicked in the caller's window just before. */
export type RequireGesture = (caller: Caller) => void;

/** The rule for what is no question of main's consent view, and yet nothing that a page does by itself. */
export function gestureRule(now: () => number): RequireGesture {
  return ({ lastInputAt }) => {
    if (now() - lastInputAt <= GESTURE_MS) return;
    const message = 'This needs a click or a key press in the window, so it was not done.';
    throw new ParleyError('session.no-gesture', message);
  };
}
