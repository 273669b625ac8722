import { useEffect, useRef, type ReactNode } from 'react';
import { firstRunTexts as words } from '../../../shared/texts/en/first-run.ts';
import mark from '../../../assets/icons/mark.svg';
import markDark from '../../../assets/icons/mark-dark.svg';
import { Button } from '../../ui/button.tsx';

export const STEPS = 3;

export interface StepFrameProps {
  readonly position: number;
  readonly title: string;
  readonly intro: string;
  readonly children: ReactNode;
  readonly onBack?: (() => void) | undefined;
  readonly onSkip?: (() => void) | undefined;
  readonly action: ReactNode;
}

/** Head and foot of one of the first steps. Its title has the focus when it comes. */
export function StepFrame({
  position,
  title,
  intro,
  children,
  onBack,
  onSkip,
  action,
}: StepFrameProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), [position]);
  return (
    <div className="w-full max-w-140">
      <div className="mb-5 flex items-center justify-between">
        <img src={mark} alt="" className="size-8 dark:hidden" />
        <img src={markDark} alt="" className="hidden size-8 dark:block" />
        <div className="flex items-center gap-2.5">
          <span className="text-small text-muted">{words.step(position, STEPS)}</span>
          <span aria-hidden="true" className="flex gap-1">
            {Array.from({ length: STEPS }, (_, index) => (
              <span
                key={index}
                className={`h-1 w-5.5 rounded-small ${index < position ? 'bg-accent' : 'bg-meter-track'}`}
              />
            ))}
          </span>
        </div>
      </div>
      <h1 ref={heading} tabIndex={-1} className="text-display tracking-[-0.015em] outline-none">
        {title}
      </h1>
      <p className="mt-1 mb-4 text-pretty text-muted">{intro}</p>
      {children}
      <div className="mt-5 flex items-center gap-1">
        {onBack !== undefined && (
          <Button tone="quiet" onClick={onBack}>
            {words.back}
          </Button>
        )}
        {onSkip !== undefined && (
          <Button tone="quiet" onClick={onSkip}>
            {words.skip}
          </Button>
        )}
        <span className="flex-1" />
        {action}
      </div>
    </div>
  );
}
