import { ExternalLink } from 'lucide-react';
import type { QuestionOf } from '../../../shared/ipc/routes/elicitations.ts';
import { text } from '../../../shared/texts/catalogue.ts';
import { useIpc } from '../../lib/ipc-context.tsx';
import { useAction } from '../../lib/use-action.ts';
import { LinkButton } from '../../ui/button.tsx';
import { ExactText } from '../../ui/exact-text.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AnswerFrame, type QuestionPlace } from './answer-frame.tsx';
import { useAnswer } from './use-answer.ts';

const words = text.elicitation;

export interface UrlQuestionProps extends QuestionPlace {
  readonly question: QuestionOf<'url'>;
}

/** An address that a server wants opened. Main shows it once more, whole and examined, before anything is opened. */
export function UrlQuestion({ question, ...place }: UrlQuestionProps) {
  const ipc = useIpc();
  const { questionId, serverName, refusal } = question;
  const answer = useAnswer(question);
  const open = useAction(() => ipc.call('elicitations.openUrl', { questionId }));
  const isOpened = question.phase === 'opened';
  const finish = isOpened ? () => void answer.run({ action: 'done' }) : () => void open.run();
  return (
    <AnswerFrame
      {...place}
      question={question}
      icon={ExternalLink}
      title={isOpened ? words.openedTitle(serverName) : words.urlTitle(serverName)}
      message={question.message}
      busy={answer.busy || open.busy}
      error={answer.error ?? open.error}
      submitLabel={isOpened ? (question.isRetried ? words.done : words.close) : words.review}
      onSubmit={refusal === undefined ? finish : undefined}
      onDecline={
        isOpened && !question.isRetried ? undefined : () => void answer.run({ action: 'decline' })
      }
      onCancel={() => void answer.run({ action: 'cancel' })}
    >
      <p
        aria-label={words.address}
        className="rounded-control border border-line bg-inset px-[11px] py-[9px] font-mono text-[13px] leading-[21px]"
      >
        <ExactText value={question.url} />
      </p>
      {refusal !== undefined && <Notice tone="danger">{words.refusals[refusal]}</Notice>}
      {isOpened ? (
        <Notice
          actions={<LinkButton onClick={() => void open.run()}>{words.openAgain}</LinkButton>}
        >
          {question.isRetried ? words.openedRetried(serverName) : words.openedAlone(serverName)}
        </Notice>
      ) : (
        refusal === undefined && <p className="text-small text-muted">{words.reviewNote}</p>
      )}
    </AnswerFrame>
  );
}
