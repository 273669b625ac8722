import { ContextMenu as Radix } from 'radix-ui';
import clsx from 'clsx';
import type { LucideIcon } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { ariaShortcut, Kbd, type Key } from './kbd.tsx';

export interface ContextMenuProps {
  /** Where a right click, Shift-F10 or the menu key opens it: one element that takes a ref. */
  readonly target: ReactElement;
  readonly label: string;
  readonly children: ReactNode;
  /** Called when it closes, before the focus goes back; `preventDefault` leaves the focus where it is. */
  readonly onCloseFocus?: (event: Event) => void;
}

/** A menu for what is under the pointer or has the focus. */
export function ContextMenu({ target, label, children, onCloseFocus }: ContextMenuProps) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{target}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          collisionPadding={8}
          onCloseAutoFocus={(event) => onCloseFocus?.(event)}
          className="appear thin-scroll z-(--layer-menu) max-h-(--radix-context-menu-content-available-height) max-w-90 min-w-50 overflow-y-auto rounded-card bg-overlay p-1 shadow-popover"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export interface ContextMenuItemProps {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly keys?: readonly Key[];
  readonly danger?: boolean;
  readonly disabled?: boolean;
  readonly onSelect: () => void;
}

export function ContextMenuItem({
  label,
  icon,
  keys,
  danger = false,
  disabled = false,
  onSelect,
}: ContextMenuItemProps) {
  return (
    <Radix.Item
      disabled={disabled}
      onSelect={onSelect}
      aria-keyshortcuts={keys === undefined ? undefined : ariaShortcut(keys)}
      className={clsx(
        'flex min-h-(--row) w-full items-center gap-2 rounded-control px-2 py-1 outline-none data-disabled:text-disabled data-highlighted:bg-hover',
        danger ? 'text-danger-text' : 'text-text',
      )}
    >
      <Icon of={icon} size={14} className={danger ? '' : 'text-muted'} />
      <span className="min-w-0 flex-1">{label}</span>
      {keys !== undefined && <Kbd keys={keys} />}
    </Radix.Item>
  );
}

export function ContextMenuSeparator() {
  return <Radix.Separator className="my-1 h-px bg-line" />;
}
