import clsx from 'clsx';
import { Check, type LucideIcon } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { ariaShortcut, Kbd, type Key } from './kbd.tsx';

const row =
  'flex min-h-(--row) w-full items-center gap-2 rounded-control px-2 py-1 outline-none data-disabled:text-disabled data-highlighted:bg-hover';

export interface MenuProps {
  /** The button that opens it. */
  readonly trigger: ReactElement;
  readonly children: ReactNode;
  readonly side?: 'top' | 'right' | 'bottom' | 'left';
  readonly align?: 'start' | 'center' | 'end';
  readonly label?: string;
}

/** A menu that opens from a button. */
export function Menu({ trigger, children, side = 'bottom', align = 'start', label }: MenuProps) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          {...(label === undefined ? {} : { 'aria-label': label })}
          side={side}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className="appear thin-scroll z-(--layer-menu) max-h-(--radix-dropdown-menu-content-available-height) max-w-90 min-w-50 overflow-y-auto rounded-card bg-overlay p-1 shadow-popover"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export interface MenuItemProps {
  readonly label: string;
  readonly icon?: LucideIcon;
  readonly keys?: readonly Key[];
  readonly danger?: boolean;
  readonly disabled?: boolean;
  readonly onSelect: () => void;
}

export function MenuItem({
  label,
  icon,
  keys,
  danger = false,
  disabled = false,
  onSelect,
}: MenuItemProps) {
  return (
    <Radix.Item
      disabled={disabled}
      onSelect={onSelect}
      aria-keyshortcuts={keys === undefined ? undefined : ariaShortcut(keys)}
      className={clsx(row, danger ? 'text-danger-text' : 'text-text')}
    >
      {icon !== undefined && <Icon of={icon} size={14} className={danger ? '' : 'text-muted'} />}
      <span className="min-w-0 flex-1">{label}</span>
      {keys !== undefined && <Kbd keys={keys} />}
    </Radix.Item>
  );
}

export interface MenuChoiceGroup {
  readonly label: string;
  readonly options: readonly {
    readonly value: string;
    readonly label: string;
    readonly note?: string;
  }[];
}

export interface MenuChoicesProps {
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  readonly groups: readonly MenuChoiceGroup[];
}

/** One of several, in named groups. */
export function MenuChoices({ value, onValueChange, groups }: MenuChoicesProps) {
  return (
    <Radix.RadioGroup value={value} onValueChange={onValueChange}>
      {groups.map((group) => (
        <Radix.Group key={group.label} aria-label={group.label}>
          <Radix.Label className="px-2 pt-1.5 pb-1 text-small font-medium text-subtle">
            {group.label}
          </Radix.Label>
          {group.options.map((option) => (
            <Radix.RadioItem
              key={option.value}
              value={option.value}
              className={clsx(row, 'text-text')}
            >
              <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                {option.label}
                {option.note !== undefined && (
                  <span className="block text-small text-subtle">{option.note}</span>
                )}
              </span>
              <span className="size-3.5 flex-none">
                <Radix.ItemIndicator>
                  <Icon of={Check} size={14} />
                </Radix.ItemIndicator>
              </span>
            </Radix.RadioItem>
          ))}
        </Radix.Group>
      ))}
    </Radix.RadioGroup>
  );
}

export function MenuSeparator() {
  return <Radix.Separator className="my-1 h-px bg-line" />;
}
