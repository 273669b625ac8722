import type { Handlers } from '../../../shared/ipc/contract.ts';
import type { elicitationCalls } from '../../../shared/ipc/routes/elicitations.ts';
import type { ElicitationDesk } from '../../sessions/elicitation-desk.ts';
import type { Caller } from '../caller.ts';

export type QuestionDesk = Pick<ElicitationDesk, 'questions' | 'answer' | 'openUrl'>;

/** Handlers of `elicitations.*`. An address is opened only from main's consent view. */
export function elicitationHandlers(desk: QuestionDesk): Handlers<typeof elicitationCalls, Caller> {
  return {
    'elicitations.list': () => ({ questions: [...desk.questions] }),
    'elicitations.answer': ({ questionId, answer }, { lastInputAt }) => {
      desk.answer(questionId, answer, lastInputAt);
    },
    'elicitations.openUrl': ({ questionId }, { signal }) => desk.openUrl(questionId, signal),
  };
}
