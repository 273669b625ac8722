export { QuestionView } from './question-view.tsx';
export { SessionQuestions, titleOf, useAnswerDrafts } from './session-questions.tsx';
