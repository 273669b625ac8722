import clsx from 'clsx';
import type { LucideIcon } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import type { OpenQuestion } from '../../../shared/ipc/routes/elicitations.ts';
import { text } from '../../../shared/texts/catalogue.ts';
import { useKeyMatch, useShortcut } from '../../lib/actions/action-context.tsx';
import type { ReadableError } from '../../lib/error-sentence.ts';
import { isComposing } from '../../lib/is-composing.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { ExactText } from '../../ui/exact-text.tsx';
import { Icon } from '../../ui/icon.tsx';

/** Presses are ignored this long after a question appeared, in ms: they were meant for something else. */
export const GRACE_MS = 400;
/** A longer message of the server goes into the part that scrolls. */
const SHORT_MESSAGE = 240;

const words = text.elicitation;

/** Where a question stands: over its session, or as a page of the inbox. */
export interface QuestionPlace {
  readonly look: 'dialog' | 'panel';
  readonly position: number;
  readonly total: number;
  /** Closes the dialog without an answer. */
  readonly onSetAside?: () => void;
}

export interface AnswerFrameProps extends QuestionPlace {
  readonly question: OpenQuestion;
  readonly icon: LucideIcon;
  readonly title: string;
  /** What the server says. */
  readonly message: string;
  readonly children?: ReactNode;
  readonly busy: boolean;
  readonly error: ReadableError | undefined;
  /** The affirmative answer; by Mod+Enter too. */
  readonly submitLabel: string;
  /** Absent where nothing can be agreed to. */
  readonly onSubmit?: (() => void) | undefined;
  readonly onDecline?: (() => void) | undefined;
  readonly onCancel: () => void;
}

/** Head and foot of a question of a server. Decline has the focus; Escape cancels; nothing counts in the first moments. */
export function AnswerFrame(props: AnswerFrameProps) {
  const { look, question, message, title, children, error, onSetAside } = props;
  const settled = useRef(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      settled.current = true;
    }, GRACE_MS);
    return () => clearTimeout(timer);
  }, []);
  const once = (run: (() => void) | undefined) => () => {
    if (settled.current && !props.busy) run?.();
  };
  useSubmitKeys(question.questionId, once(props.onSubmit));
  const isShort = message.length <= SHORT_MESSAGE && !message.includes('\n');
  const said = message.trim() === '' ? words.noMessage : message;
  const foot = (
    <AnswerFoot
      {...props}
      onSubmit={props.onSubmit && once(props.onSubmit)}
      onDecline={props.onDecline && once(props.onDecline)}
      onCancel={once(props.onCancel)}
    />
  );
  const body = (
    <>
      {!isShort && (
        <p className="text-muted">
          <ExactText value={said} />
        </p>
      )}
      {children}
      {error !== undefined && (
        <ErrorBox role="alert" sentence={error.sentence} details={error.details} />
      )}
    </>
  );
  const marked = <div data-question={question.questionId} hidden />;
  if (look === 'panel') {
    return (
      <section
        data-answering={question.questionId}
        className="flex min-h-0 flex-col gap-3.5"
        aria-label={title}
      >
        {isShort && (
          <p className="text-muted">
            <ExactText value={said} />
          </p>
        )}
        {body}
        {marked}
        <div className="flex flex-wrap items-center gap-2 border-t border-line pt-3">{foot}</div>
      </section>
    );
  }
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) once(props.onCancel)();
      }}
      width="question"
      title={<ExactText value={title} />}
      {...(isShort ? { description: <ExactText value={said} /> } : {})}
      origin={<Origin icon={props.icon} />}
      aside={<Aside {...props} />}
      keepOnPressOutside
      {...(onSetAside === undefined ? {} : { onPressOutside: onSetAside })}
      foot={foot}
    >
      {body}
      {marked}
    </Dialog>
  );
}

function Origin({ icon }: { readonly icon: LucideIcon }) {
  return (
    <span className="grid size-8 flex-none place-items-center rounded-card bg-quiet text-muted">
      <Icon of={icon} />
    </span>
  );
}

function Aside({ position, total, question }: AnswerFrameProps) {
  const isPaused = question.toolName !== undefined || question.sessionIds.length > 0;
  return (
    <>
      {total > 1 && <div>{words.position(position, total)}</div>}
      {isPaused && <div>{words.clockPaused}</div>}
    </>
  );
}

function AnswerFoot(props: AnswerFrameProps) {
  const { look, question, onSubmit, onDecline, onCancel, submitLabel, busy } = props;
  const isDialog = look === 'dialog';
  const keys = useShortcut('answer.submit');
  return (
    <>
      {onDecline !== undefined && (
        <>
          <Button autoFocus={isDialog} onClick={onDecline}>
            {words.decline}
          </Button>
          <span className={clsx('min-w-0 text-small text-subtle', 'max-[520px]:hidden')}>
            {words.declineNote}
          </span>
        </>
      )}
      {question.sessionIds.length > 1 && (
        <span className="min-w-0 text-small text-warning-text">
          {words.severalSessions(question.sessionIds.length)}
        </span>
      )}
      <span className="flex-1" />
      <Button
        tone="quiet"
        autoFocus={isDialog && onDecline === undefined}
        {...(isDialog ? { keys: ['Esc'] } : {})}
        onClick={onCancel}
      >
        {words.cancel}
      </Button>
      {onSubmit !== undefined && (
        <Button tone="primary" busy={busy} {...(keys && { keys })} onClick={onSubmit}>
          <span className="max-w-60 truncate">{submitLabel}</span>
        </Button>
      )}
    </>
  );
}

/** Mod+Enter submits while the focus is in the question; never while an input method composes or a list is open. */
function useSubmitKeys(questionId: string, submit: () => void): void {
  const matches = useKeyMatch();
  const latest = useRef({ submit, matches });
  useEffect(() => {
    latest.current = { submit, matches };
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!latest.current.matches(event, 'answer.submit')) return;
      if (isComposing(event) || event.repeat || event.defaultPrevented) return;
      const target = event.target instanceof Element ? event.target : document.body;
      if (target.closest('[role="listbox"]') !== null) return;
      const around = target.closest('[role="dialog"], [data-answering]');
      const mark = `[data-question="${questionId}"]`;
      if (around?.querySelector(mark) === null || around === null) return;
      event.preventDefault();
      latest.current.submit();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [questionId]);
}
