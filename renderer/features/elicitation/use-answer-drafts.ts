import { useEffect } from 'react';
import { useAppData } from '../../lib/app-data-context.tsx';
import { forgetOtherDrafts } from './form/draft-store.ts';

/** Forgets what was typed into questions that are over; put once into the window. */
export function useAnswerDrafts(): void {
  const questions = useAppData((data) => data.questions);
  const isLoaded = useAppData((data) => data.status === 'ready');
  useEffect(() => {
    if (isLoaded) forgetOtherDrafts(new Set(questions.map(({ questionId }) => questionId)));
  }, [questions, isLoaded]);
}
