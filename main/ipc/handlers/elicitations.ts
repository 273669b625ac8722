import type { Handlers } from '../../../shared/ipc/contract.ts';
import type { elicitationCalls, OpenQuestion } from '../../../shared/ipc/routes/elicitations.ts';
import type { ElicitationDesk } from '../../sessions/elicitation-desk.ts';
import type { InboxHistory } from '../../sessions/inbox-history.ts';
import type { Caller } from '../caller.ts';

export type QuestionDesk = Pick<ElicitationDesk, 'questions' | 'answer' | 'openUrl'>;

/** Handlers of `elicitations.*`. An address is opened only from main's consent view. */
export function elicitationHandlers(
  desk: QuestionDesk,
  history: Pick<InboxHistory, 'answered'>,
): Handlers<typeof elicitationCalls, Caller> {
  const questionOf = (id: string): OpenQuestion | undefined =>
    desk.questions.find(({ questionId }) => questionId === id);
  return {
    'elicitations.list': () => ({ questions: [...desk.questions] }),
    'elicitations.answer': ({ questionId, answer }, { lastInputAt }) => {
      const question = questionOf(questionId);
      desk.answer(questionId, answer, lastInputAt);
      if (question) history.answered(question, answer.action);
    },
    'elicitations.openUrl': async ({ questionId }, { signal }) => {
      const question = questionOf(questionId);
      const end = await desk.openUrl(questionId, signal);
      if (question && end.outcome === 'declined') history.answered(question, 'decline');
      return end;
    },
  };
}
