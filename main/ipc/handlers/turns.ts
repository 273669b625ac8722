import type { Handlers } from '../../../shared/ipc/contract.ts';
import type { turnCalls } from '../../../shared/ipc/routes/turns.ts';
import type { TurnEditor } from '../../sessions/turn-editor.ts';
import type { Caller } from '../caller.ts';
import type { RequireGesture } from '../gesture.ts';

/** Handlers of `turns.*`. What takes messages away or widens what tools may do needs a key press or click (SE-5). */
export function turnHandlers(
  turns: TurnEditor,
  requireGesture: RequireGesture,
): Handlers<typeof turnCalls, Caller> {
  return {
    'turns.editQueued': ({ sessionId, messageUuid, text }) =>
      turns.changeQueued(sessionId, messageUuid, text),
    'turns.removeQueued': ({ sessionId, messageUuid }) =>
      turns.changeQueued(sessionId, messageUuid, undefined),
    'turns.sendNow': ({ sessionId, messageUuid }) => turns.sendNow(sessionId, messageUuid),
    'turns.countBehind': async ({ sessionId, messageUuid }) => ({
      count: await turns.countBehind(sessionId, messageUuid),
    }),
    'turns.rerun': (rerun, caller) => {
      requireGesture(caller);
      return turns.rerun(rerun);
    },
    'turns.setMode': ({ sessionId, mode }, caller) => {
      requireGesture(caller);
      return turns.setMode(sessionId, mode);
    },
  };
}
