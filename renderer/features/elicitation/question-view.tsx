import type { OpenQuestion } from '../../../shared/ipc/routes/elicitations.ts';
import { useAppData } from '../../lib/app-data-context.tsx';
import type { QuestionPlace } from './answer-frame.tsx';
import { FormQuestion } from './form-question.tsx';
import { SamplingQuestion } from './sampling-question.tsx';
import { UrlQuestion } from './url-question.tsx';

export interface QuestionViewProps extends QuestionPlace {
  readonly question: OpenQuestion;
  readonly onOpenServer: (serverId: string) => void;
}

/** One question of a server. Give it a key of the question's id. */
export function QuestionView({ question, onOpenServer, ...place }: QuestionViewProps) {
  const isRemote = useAppData(({ servers }) =>
    servers.some(({ id, definition }) => id === question.serverId && 'url' in definition),
  );
  switch (question.kind) {
    case 'form':
      return (
        <FormQuestion
          {...place}
          question={question}
          onSignIn={
            isRemote
              ? () => {
                  place.onSetAside?.();
                  onOpenServer(question.serverId);
                }
              : undefined
          }
        />
      );
    case 'url':
      return <UrlQuestion {...place} question={question} />;
    case 'sampling':
      return <SamplingQuestion {...place} question={question} />;
  }
}
