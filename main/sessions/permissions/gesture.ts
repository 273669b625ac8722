import { ParleyError } from '../../../shared/lib/errors.ts';
import type { Clock } from '../../lib/clock.ts';

/** How long after a key press or click what makes calls easier counts (SE-5), in ms. */
const GESTURE_WINDOW_MS = 1_000;

/** Throws `session.no-gesture` unless the person pressed a key or clicked just before. */
export function requireGesture(clock: Clock, lastInputAt: number): void {
  if (clock.now() - lastInputAt <= GESTURE_WINDOW_MS) return;
  throw new ParleyError(
    'session.no-gesture',
    'Allowing needs a click or a key press in the window, so it was not taken.',
  );
}
