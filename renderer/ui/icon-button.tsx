import clsx from 'clsx';
import type { ComponentProps } from 'react';
import type { LucideIcon } from 'lucide-react';
import { Icon, type IconProps } from './icon.tsx';
import { ariaShortcut, type Key } from './kbd.tsx';
import { Tooltip } from './tooltip.tsx';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  readonly icon: LucideIcon;
  /** Accessible name and tooltip. */
  readonly label: string;
  readonly keys?: readonly Key[];
  readonly size?: 'small' | 'normal';
  readonly iconSize?: NonNullable<IconProps['size']>;
  /** For buttons that switch something. */
  readonly pressed?: boolean;
  readonly tooltipSide?: 'top' | 'right' | 'bottom' | 'left';
}

/** A button with an icon alone, for search, close, copy, more, panels and add. */
export function IconButton({
  icon,
  label,
  keys,
  size = 'normal',
  iconSize = size === 'small' ? 14 : 16,
  pressed,
  tooltipSide = 'bottom',
  className,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip label={label} side={tooltipSide} {...(keys === undefined ? {} : { keys })}>
      <button
        {...rest}
        type={type}
        aria-label={label}
        aria-pressed={pressed}
        aria-keyshortcuts={keys === undefined ? undefined : ariaShortcut(keys)}
        className={clsx(
          'no-drag grid flex-none place-items-center rounded-control transition-colors duration-(--motion-fast)',
          'enabled:hover:bg-hover enabled:hover:text-text disabled:text-disabled',
          size === 'small' ? 'size-(--control-small)' : 'size-(--control)',
          pressed === true ? 'bg-selected text-text' : 'text-muted',
          className,
        )}
      >
        <Icon of={icon} size={iconSize} />
      </button>
    </Tooltip>
  );
}
