import { MessageCircleQuestionMark } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { QuestionOf } from '../../../shared/ipc/routes/elicitations.ts';
import { formFields, type FormField } from '../../../shared/mcp/elicitation.ts';
import { text } from '../../../shared/texts/catalogue.ts';
import { announce } from '../../ui/announcer.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AnswerFrame, type QuestionPlace } from './answer-frame.tsx';
import { FieldRow } from './fields/field-row.tsx';
import { readAnswerDraft, writeAnswerDraft } from './form/draft-store.ts';
import { problemWords, shownText } from './form/field-words.ts';
import { resultOf, untouched, type Entry, type FormDraft } from './form/form-draft.ts';
import { ownZone } from './form/zoned-time.ts';
import { useAnswer } from './use-answer.ts';

const words = text.elicitation;

export interface FormQuestionProps extends QuestionPlace {
  readonly question: QuestionOf<'form'>;
  /** Leads to the sign-in of the server, where there is one. */
  readonly onSignIn: (() => void) | undefined;
}

/** A form that a server asks to be filled in. */
export function FormQuestion({ question, onSignIn, ...place }: FormQuestionProps) {
  const { requestedSchema: schema, questionId, serverName } = question;
  const answer = useAnswer(question);
  const fields = useMemo(() => formFields(schema), [schema]);
  const [draft, setDraft] = useState<FormDraft>(() => readAnswerDraft(questionId));
  /** Fields whose problems are shown: those that were left, and all once it was tried to send. */
  const [looked, setLooked] = useState<ReadonlySet<string>>(new Set());
  const { content, problems } = resultOf(schema, fields, draft);
  const undescribed = [...problems.keys()].filter(
    (name) => !fields.some((one) => one.name === name),
  );
  const change = (field: FormField, entry: Entry) => {
    const next = new Map(draft).set(field.name, entry);
    setDraft(next);
    writeAnswerDraft(questionId, fields, next);
  };
  const submit = () => {
    setLooked(new Set([...fields.map(({ name }) => name), ...undescribed]));
    if (problems.size === 0) {
      void answer.run({ action: 'accept', content });
      return;
    }
    announce(words.problemsFound(problems.size), 'assertive');
    focusFirst(fields.find(({ name }) => problems.has(name)));
  };
  const zone = ownZone();
  return (
    <AnswerFrame
      {...place}
      question={question}
      icon={MessageCircleQuestionMark}
      title={words.formTitle(serverName)}
      message={question.message}
      busy={answer.busy}
      error={answer.error}
      submitLabel={words.send(serverName)}
      onSubmit={submit}
      onDecline={() => void answer.run({ action: 'decline' })}
      onCancel={() => void answer.run({ action: 'cancel' })}
    >
      {looked.size > 0 && undescribed.length > 0 && (
        <Notice tone="danger">{words.undescribed(undescribed.map(shownText).join(', '))}</Notice>
      )}
      {fields.length === 0 && <Notice>{words.noFields}</Notice>}
      <div className="grid grid-cols-2 gap-x-4 gap-y-[11px]">
        {fields.map((field) => {
          const entry = draft.get(field.name);
          const problem = looked.has(field.name) ? problems.get(field.name) : undefined;
          return (
            <FieldRow
              key={field.name}
              field={field}
              entry={entry ?? untouched(field, zone)}
              isTouched={entry !== undefined}
              error={problem && problemWords(problem)}
              serverName={serverName}
              onEntry={(next) => change(field, next)}
              onLeave={() => {
                if (draft.has(field.name)) setLooked(new Set(looked).add(field.name));
              }}
              onSignIn={onSignIn}
            />
          );
        })}
      </div>
    </AnswerFrame>
  );
}

function focusFirst(field: FormField | undefined): void {
  if (field === undefined) return;
  // A name comes from a server and may hold anything, so it is compared, not selected by.
  const row = [...document.querySelectorAll<HTMLElement>('[data-field]')].find(
    (element) => element.dataset['field'] === field.name,
  );
  row
    ?.querySelector<HTMLElement>('input, textarea, select, button[role], button')
    ?.focus({ preventScroll: false });
}
