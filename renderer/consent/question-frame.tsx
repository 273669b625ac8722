import type { LucideIcon } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { isComposing } from '../lib/is-composing.ts';
import { consentTexts } from '../../shared/texts/en/consent.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import type { GiveAnswer } from './consent-question.tsx';

/** Presses are ignored this long after the question appeared, in ms: they were meant for something else. */
const GRACE_MS = 400;

export interface QuestionFrameProps {
  readonly icon: LucideIcon;
  readonly title: ReactNode;
  readonly why: ReactNode;
  /** At the left of the answers. */
  readonly note?: string;
  /** A button in place of the note. */
  readonly secondary?: ReactNode;
  readonly tone?: 'warning' | 'danger';
  readonly width?: 'normal' | 'narrow';
  readonly cancelLabel?: string;
  /** What Escape means where saying no is an answer of its own. */
  readonly escapeAnswer?: 'cancel' | 'dismiss';
  readonly acceptIcon?: ReactNode;
  readonly acceptLabel: string;
  readonly children: ReactNode;
  readonly onAnswer: GiveAnswer;
}

/** Head and foot of a question; the body between scrolls. Cancel has the focus, Escape cancels. */
export function QuestionFrame(props: QuestionFrameProps) {
  const { icon, title, why, note, secondary, acceptLabel, children, onAnswer } = props;
  const { tone = 'warning', cancelLabel = consentTexts.cancel, escapeAnswer = 'cancel' } = props;
  const [isSettled, setSettled] = useState(false);
  const cancel = useRef<HTMLButtonElement>(null);
  const titleId = useId();
  const whyId = useId();

  useEffect(() => {
    cancel.current?.focus({ preventScroll: true });
    const timer = setTimeout(() => {
      setSettled(true);
    }, GRACE_MS);
    return () => {
      clearTimeout(timer);
    };
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !isComposing(event.nativeEvent)) onAnswer(escapeAnswer);
  };

  return (
    <div
      className="fixed inset-0 grid place-items-center bg-scrim p-6"
      onKeyDown={onKeyDown}
      data-settled={isSettled}
    >
      <div
        role="alertdialog"
        aria-modal="true"
        aria-labelledby={titleId}
        aria-describedby={whyId}
        className={`${props.width === 'narrow' ? 'w-[580px]' : 'w-[600px]'} appear flex max-h-[calc(100vh-48px)] max-w-full flex-col overflow-hidden rounded-dialog bg-overlay shadow-dialog`}
      >
        <div className="flex flex-none items-start gap-3 px-5 pt-4 pb-3">
          <span
            className={`grid size-8 flex-none place-items-center rounded-card ${tone === 'danger' ? 'bg-danger-soft text-danger-text' : 'bg-warning-soft text-warning-text'}`}
          >
            <Icon of={icon} />
          </span>
          <div className="min-w-0 flex-1">
            <h1 id={titleId} className="text-dialog [overflow-wrap:anywhere]">
              {title}
            </h1>
            <p id={whyId} className="text-muted">
              {why}
            </p>
          </div>
        </div>
        <div
          // A stop of its own, so that a long definition can be scrolled by keyboard.
          role="region"
          aria-labelledby={titleId}
          tabIndex={0}
          className="thin-scroll flex min-h-0 flex-col gap-3 overflow-y-auto px-5 pb-4"
        >
          {children}
        </div>
        <div className="flex flex-none items-center gap-2 border-t border-line px-5 py-3">
          {secondary ?? <span className="min-w-0 text-small text-subtle">{note}</span>}
          <span className="flex-1" />
          <Button
            ref={cancel}
            onClick={() => {
              onAnswer('cancel');
            }}
          >
            {cancelLabel}
          </Button>
          <Button
            icon={props.acceptIcon}
            aria-disabled={!isSettled}
            onClick={() => {
              if (isSettled) onAnswer('accept');
            }}
          >
            {acceptLabel}
          </Button>
        </div>
      </div>
    </div>
  );
}
