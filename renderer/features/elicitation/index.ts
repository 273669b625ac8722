export { QuestionView, SessionQuestions } from './lazy-views.ts';
export { useAnswerDrafts } from './use-answer-drafts.ts';
