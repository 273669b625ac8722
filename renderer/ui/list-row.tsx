import clsx from 'clsx';
import type { ComponentProps, ReactNode } from 'react';

export interface ListRowProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** A 16 px icon or StatusMark. */
  readonly mark?: ReactNode;
  readonly label: ReactNode;
  /** At the right: time, state, a shortcut or a mark. */
  readonly meta?: ReactNode;
  readonly tone?: 'normal' | 'accent' | 'warning' | 'danger';
  readonly selected?: boolean;
  readonly strong?: boolean;
}

const metaTones = {
  normal: 'text-subtle',
  accent: 'text-accent-text',
  warning: 'text-warning-text font-medium',
  danger: 'text-danger-text',
};

/** A row of a list: mark, title, meta. Selected rows carry aria-current. */
export function ListRow({
  mark,
  label,
  meta,
  tone = 'normal',
  selected = false,
  strong = false,
  className,
  type = 'button',
  ...rest
}: ListRowProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-current={selected ? 'page' : undefined}
      className={clsx(
        'flex h-(--row) w-full min-w-0 items-center gap-2 rounded-control px-2',
        selected ? 'bg-selected font-medium text-text' : 'hover:bg-hover hover:text-text',
        strong ? 'text-text' : !selected && 'text-muted',
        className,
      )}
    >
      {mark}
      <span className="min-w-0 flex-1 truncate">{label}</span>
      {meta !== undefined && (
        <span className={clsx('flex-none text-small', metaTones[tone])}>{meta}</span>
      )}
    </button>
  );
}
