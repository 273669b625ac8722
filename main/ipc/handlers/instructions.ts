import type { Handlers } from '../../../shared/ipc/contract.ts';
import type { instructionCalls } from '../../../shared/ipc/routes/instructions.ts';
import type { TurnEditor } from '../../sessions/turn-editor.ts';
import type { InstructionsFile } from '../../storage/instructions-file.ts';
import type { Caller } from '../caller.ts';
import type { RequireGesture } from '../gesture.ts';

/** Handlers of `instructions.*`. What a model is told from now on needs a key press or click (SE-5). */
export function instructionHandlers(
  own: InstructionsFile,
  turns: Pick<TurnEditor, 'instructions' | 'setInstructions'>,
  requireGesture: RequireGesture,
): Handlers<typeof instructionCalls, Caller> {
  return {
    'instructions.ofPerson': () => own.read(),
    'instructions.setOfPerson': ({ before, text }, caller) => {
      requireGesture(caller);
      return own.write(before, text);
    },
    'instructions.ofSession': async ({ sessionId }) => ({
      text: await turns.instructions(sessionId),
    }),
    'instructions.setOfSession': ({ sessionId, text }, caller) => {
      requireGesture(caller);
      return turns.setInstructions(sessionId, text.trim());
    },
  };
}
