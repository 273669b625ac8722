import type { OpenQuestion, QuestionAnswer } from '../../../shared/ipc/routes/elicitations.ts';
import { text } from '../../../shared/texts/catalogue.ts';
import { useAppDataStore } from '../../lib/app-data-context.tsx';
import { useIpc } from '../../lib/ipc-context.tsx';
import { CallError } from '../../lib/ipc.ts';
import { useAction, type Action } from '../../lib/use-action.ts';
import { announce } from '../../ui/announcer.tsx';

/** Sends the answer of a question to main and takes it off the list, also when it was over before. */
export function useAnswer({ questionId }: OpenQuestion): Action<[QuestionAnswer]> {
  const ipc = useIpc();
  const store = useAppDataStore();
  return useAction(async (answer: QuestionAnswer) => {
    try {
      await ipc.call('elicitations.answer', { questionId, answer });
    } catch (error) {
      if (error instanceof CallError && error.code === 'session.no-prompt')
        announce(text.errors[error.code]);
      else throw error;
    }
    store.setState(({ questions }) => ({
      questions: questions.filter((open) => open.questionId !== questionId),
    }));
  });
}
