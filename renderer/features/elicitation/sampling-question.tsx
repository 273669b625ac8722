import { Bot } from 'lucide-react';
import { useState } from 'react';
import type { QuestionOf } from '../../../shared/ipc/routes/elicitations.ts';
import { splitHiddenCharacters } from '../../../shared/lib/hidden-characters.ts';
import { text } from '../../../shared/texts/catalogue.ts';
import { ExactText } from '../../ui/exact-text.tsx';
import { TextArea } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AnswerFrame, type QuestionPlace } from './answer-frame.tsx';
import { shownText } from './form/field-words.ts';
import { useAnswer } from './use-answer.ts';

const words = text.elicitation;

export interface SamplingQuestionProps extends QuestionPlace {
  readonly question: QuestionOf<'sampling'>;
}

/** A prompt that a server wants answered by the model: whole, and as it goes out after the person's changes. */
export function SamplingQuestion({ question, ...place }: SamplingQuestionProps) {
  const answer = useAnswer(question);
  // The rules that stand in for a model do not write.
  const isOffline = question.providerId === 'offline';
  const [systemPrompt, setSystemPrompt] = useState(question.systemPrompt);
  const [texts, setTexts] = useState(() => question.messages.map((message) => message.text));
  return (
    <AnswerFrame
      {...place}
      question={question}
      icon={Bot}
      title={words.samplingTitle(question.serverName)}
      message={words.samplingWhy}
      busy={answer.busy}
      error={answer.error}
      submitLabel={words.allow}
      onSubmit={
        isOffline ? undefined : () => void answer.run({ action: 'allow', systemPrompt, texts })
      }
      onDecline={() => void answer.run({ action: 'decline' })}
      onCancel={() => void answer.run({ action: 'cancel' })}
    >
      <dl className="grid grid-cols-[max-content_1fr] gap-x-4 gap-y-1.5">
        <dt className="text-subtle">{words.model}</dt>
        <dd className="font-medium">
          <ExactText value={question.model} />
        </dd>
        <dt className="text-subtle">{words.maxTokens}</dt>
        <dd>{words.tokens(question.maxTokens)}</dd>
      </dl>
      {isOffline && <Notice tone="warning">{words.noModel}</Notice>}
      <PromptText label={words.systemPrompt} value={systemPrompt} onValue={setSystemPrompt} />
      {question.messages.map((message, index) => (
        <PromptText
          key={index}
          label={words.messageFrom[message.role]}
          value={texts[index] ?? ''}
          onValue={(value) =>
            setTexts(texts.map((old, position) => (position === index ? value : old)))
          }
          {...(message.pictures.length === 0
            ? {}
            : { note: words.pictures(message.pictures.map(shownText).join(', ')) })}
        />
      ))}
    </AnswerFrame>
  );
}

function PromptText(props: {
  readonly label: string;
  readonly value: string;
  readonly note?: string;
  readonly onValue: (value: string) => void;
}) {
  const { value } = props;
  const lines = Math.min(10, Math.max(2, Math.ceil(value.length / 80), value.split('\n').length));
  const hidesCharacters = splitHiddenCharacters(value).some((part) => part.hidden);
  return (
    <TextArea
      label={props.label}
      value={value}
      rows={lines}
      onValueChange={props.onValue}
      {...(props.note === undefined ? {} : { note: props.note })}
      {...(hidesCharacters ? { help: <ExactText value={value} /> } : {})}
    />
  );
}
