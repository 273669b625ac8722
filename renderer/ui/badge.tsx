import clsx from 'clsx';
import { CircleQuestionMark, Earth, Eye, Minus, Trash2, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { HintName, HintState } from '../../shared/mcp/hints.ts';
import { text } from '../../shared/texts/catalogue.ts';
import { Icon } from './icon.tsx';

const base =
  'inline-flex h-[18px] flex-none items-center gap-1 whitespace-nowrap rounded-small text-micro';
const tones = {
  quiet: 'bg-quiet px-1.5 text-muted',
  outline: 'border border-line-strong px-[5px] text-muted',
  success: 'bg-success-soft px-1.5 text-success-text',
  warning: 'bg-warning-soft px-1.5 text-warning-text',
  danger: 'bg-danger-soft px-1.5 text-danger-text',
  info: 'bg-info-soft px-1.5 text-info-text',
  accent: 'bg-accent-soft px-1.5 text-accent-text',
};

export interface BadgeProps {
  readonly tone?: keyof typeof tones;
  readonly icon?: LucideIcon;
  readonly children: ReactNode;
  readonly className?: string;
}

export function Badge({ tone = 'quiet', icon, children, className }: BadgeProps) {
  return (
    <span className={clsx(base, tones[tone], className)}>
      {icon !== undefined && <Icon of={icon} size={11} />}
      {children}
    </span>
  );
}

const hintIcons: Record<HintName, LucideIcon> = {
  readOnly: Eye,
  destructive: Trash2,
  openWorld: Earth,
};
const declaredTrue: Record<HintName, string> = {
  readOnly: 'bg-hint-readonly-soft text-hint-readonly-text',
  destructive: 'bg-hint-destructive-soft text-hint-destructive-text',
  openWorld: 'bg-hint-openworld-soft text-hint-openworld-text',
};

/** Under a column that names the hint, "no" needs no picture of it. */
function hintIcon(hint: HintName, state: HintState, words: 'full' | 'answer'): LucideIcon {
  if (state === 'undeclared') return CircleQuestionMark;
  return state === 'false' && words === 'answer' ? Minus : hintIcons[hint];
}

export interface HintBadgeProps {
  readonly hint: HintName;
  readonly state: HintState;
  /** `full` in cards and prompts; `answer` (Yes, No, Not declared) in tables whose column names the hint. */
  readonly words?: 'full' | 'answer';
}

/** What a tool declares about itself: filled when true, outlined when false, dashed with a question mark when not declared. */
export function HintBadge({ hint, state, words = 'full' }: HintBadgeProps) {
  return (
    <span
      data-hint={hint}
      data-state={state}
      className={clsx(
        base,
        state === 'true' &&
          `${declaredTrue[hint]} px-1.5 high-contrast:border high-contrast:border-current high-contrast:px-[5px]`,
        state === 'false' && 'border border-hint-no-line px-[5px] text-hint-no-text',
        state === 'undeclared' &&
          'border border-dashed border-hint-none-line px-[5px] text-hint-none-text',
      )}
    >
      <Icon of={hintIcon(hint, state, words)} size={11} />
      {words === 'full' ? text.ui.hints[hint][state] : text.ui.hintAnswer[state]}
    </span>
  );
}
