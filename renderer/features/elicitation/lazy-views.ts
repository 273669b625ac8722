import { lazy } from 'react';

/** What servers ask in the open session; loaded when one is opened. */
export const SessionQuestions = lazy(() =>
  import('./session-questions.tsx').then((view) => ({ default: view.SessionQuestions })),
);

/** One question with its answers; loaded when it is drawn first. */
export const QuestionView = lazy(() =>
  import('./question-view.tsx').then((view) => ({ default: view.QuestionView })),
);
