import { MessageCircleQuestionMark } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { OpenQuestion } from '../../../shared/ipc/routes/elicitations.ts';
import { text } from '../../../shared/texts/catalogue.ts';
import { useAppData } from '../../lib/app-data-context.tsx';
import { isWriting } from '../../lib/is-writing.ts';
import { announce } from '../../ui/announcer.tsx';
import { Button } from '../../ui/button.tsx';
import { ExactText } from '../../ui/exact-text.tsx';
import { Icon } from '../../ui/icon.tsx';
import { QuestionView } from './question-view.tsx';

const words = text.elicitation;

export interface SessionQuestionsProps {
  readonly sessionId: string;
  readonly onOpenServer: (serverId: string) => void;
}

/**
 * What servers ask in the session that is open: one dialog at a time, oldest first. While the person writes, or has set a
 * question aside, a line says that it waits. Give it a key of the session's id.
 */
export function SessionQuestions({ sessionId, onOpenServer }: SessionQuestionsProps) {
  const all = useAppData((data) => data.questions);
  const questions = useMemo(
    () => all.filter((question) => question.sessionIds.includes(sessionId)),
    [all, sessionId],
  );
  const [shownId, setShownId] = useState<string | undefined>(undefined);
  const found = questions.findIndex((question) => question.questionId === shownId);
  const index = found === -1 ? 0 : found;
  const question = questions[index];
  const questionId = question?.questionId;
  const [isOpen, setOpen] = useState(false);
  const before = useRef<string | undefined>(undefined);
  useEffect(() => {
    setShownId(questionId);
    const isNext = before.current !== undefined && questionId !== before.current;
    const isFree = !isWriting(document.activeElement);
    before.current = questionId;
    setOpen((wasOpen) => questionId !== undefined && ((isNext && wasOpen) || isFree));
  }, [questionId]);
  const sentence = question && words.waits(titleOf(question));
  // Said once for each question, also when two say the same.
  useEffect(() => {
    if (sentence !== undefined) announce(sentence, 'assertive');
  }, [questionId, sentence]);
  if (question === undefined) return null;
  if (isOpen && shownId === questionId) {
    return (
      <QuestionView
        key={questionId}
        look="dialog"
        question={question}
        position={index + 1}
        total={questions.length}
        onSetAside={() => setOpen(false)}
        onOpenServer={onOpenServer}
      />
    );
  }
  return (
    <div
      role="status"
      className="flex flex-none items-center gap-2 border-b border-line bg-warning-soft px-4 py-1.5"
    >
      <Icon of={MessageCircleQuestionMark} size={14} className="text-warning-text" />
      <span className="min-w-0 flex-1 truncate">
        <ExactText value={titleOf(question)} />
      </span>
      {questions.length > 1 && (
        <span className="text-small text-subtle">
          {words.position(index + 1, questions.length)}
        </span>
      )}
      <Button size="small" onClick={() => setOpen(true)}>
        {words.answer}
      </Button>
    </div>
  );
}

/** What a question is about, as its dialog is called. */
export function titleOf(question: OpenQuestion): string {
  switch (question.kind) {
    case 'form':
      return words.formTitle(question.serverName);
    case 'url':
      return question.phase === 'opened'
        ? words.openedTitle(question.serverName)
        : words.urlTitle(question.serverName);
    case 'sampling':
      return words.samplingTitle(question.serverName);
  }
}
