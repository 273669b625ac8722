import clsx from 'clsx';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { ariaShortcut, Kbd, type Key } from './kbd.tsx';
import { Spinner } from './spinner.tsx';

export interface ButtonProps extends ComponentProps<'button'> {
  /** `danger` is filled: only inside a confirmation. */
  readonly tone?: 'normal' | 'primary' | 'danger' | 'quiet';
  readonly size?: 'small' | 'normal' | 'large';
  readonly icon?: ReactNode;
  /** Shows the shortcut; the caller listens for it. */
  readonly keys?: readonly Key[];
  /** A spinner takes the place of the icon, the width stays and presses are ignored. */
  readonly busy?: boolean;
}

const base =
  'group/button inline-flex flex-none items-center justify-center gap-1.5 whitespace-nowrap rounded-control font-medium transition-colors duration-(--motion-fast) ' +
  'disabled:bg-transparent disabled:text-disabled disabled:shadow-[inset_0_0_0_1px_var(--border)]';
const tones = {
  normal:
    'bg-raised text-text shadow-[inset_0_0_0_1px_var(--border-strong),var(--shadow-raised)] enabled:hover:bg-[color-mix(in_srgb,var(--surface-raised),var(--text)_5%)] enabled:active:bg-[color-mix(in_srgb,var(--surface-raised),var(--text)_10%)]',
  primary: 'bg-accent text-on-accent shadow-raised enabled:hover:bg-accent-hover',
  danger: 'bg-danger text-on-accent shadow-raised enabled:hover:bg-danger-hover',
  quiet: 'text-muted enabled:hover:bg-hover enabled:hover:text-text disabled:shadow-none',
};
const sizes = {
  small: 'h-(--control-small) px-2 text-small',
  normal: 'h-(--control) px-[11px] text-ui',
  large: 'h-(--control-large) px-3.5 text-ui',
};

/** A button with a verb on it. */
export function Button({
  tone = 'normal',
  size = 'normal',
  icon,
  keys,
  busy = false,
  className,
  children,
  onClick,
  type = 'button',
  'aria-disabled': isDisabled,
  ...rest
}: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      onClick={press}
      aria-busy={busy || undefined}
      aria-disabled={busy || isDisabled || undefined}
      aria-keyshortcuts={keys === undefined ? undefined : ariaShortcut(keys)}
      className={clsx(base, tones[tone], sizes[size], className)}
    >
      {busy ? (
        <Spinner
          className={
            tone === 'primary' || tone === 'danger' ? 'border-current/30 border-t-current' : ''
          }
        />
      ) : (
        icon
      )}
      {children}
      {keys !== undefined && (
        <Kbd keys={keys} look={tone === 'primary' ? 'onPrimary' : 'onButton'} />
      )}
    </button>
  );
}

export interface LinkButtonProps extends ComponentProps<'button'> {
  readonly size?: 'small' | 'normal';
}

/** A button that looks like a link, for actions inside a line. */
export function LinkButton({
  size = 'normal',
  className,
  type = 'button',
  ...rest
}: LinkButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={clsx(
        'rounded-small font-medium whitespace-nowrap text-accent-text enabled:hover:underline disabled:text-disabled',
        size === 'small' ? 'text-small' : 'text-ui',
        className,
      )}
    />
  );
}
