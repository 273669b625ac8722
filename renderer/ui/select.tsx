import clsx from 'clsx';
import { getNonce } from 'get-nonce';
import { Check, ChevronDown } from 'lucide-react';
import { Select as Radix } from 'radix-ui';
import { inputClass } from './field.tsx';
import { Icon } from './icon.tsx';

export interface SelectOption<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly note?: string;
  readonly disabled?: boolean;
}

export interface SelectProps<T extends string> {
  readonly value: T;
  readonly onValueChange: (value: T) => void;
  readonly options: readonly SelectOption<T>[];
  /** Needed when no field labels it. */
  readonly label?: string;
  readonly placeholder?: string;
  readonly disabled?: boolean;
  /** `quiet`: small and without an edge, for tables. */
  readonly look?: 'field' | 'quiet';
  readonly className?: string;
  readonly id?: string;
  readonly 'aria-describedby'?: string | undefined;
  readonly 'aria-invalid'?: true | undefined;
}

const quiet =
  'h-(--control-small) w-full min-w-0 rounded-control bg-quiet px-2 text-small text-text enabled:hover:bg-hover disabled:text-disabled high-contrast:border high-contrast:border-line-control';

/** One of a list. Spread the control of a Field over it, or give a label. */
export function Select<T extends string>({
  value,
  onValueChange,
  options,
  label,
  placeholder,
  disabled = false,
  look = 'field',
  className,
  ...control
}: SelectProps<T>) {
  const nonce = getNonce();
  return (
    <Radix.Root
      value={value}
      onValueChange={(next) => onValueChange(next as T)}
      disabled={disabled}
    >
      <Radix.Trigger
        {...control}
        aria-label={label}
        className={clsx(
          look === 'field' ? `${inputClass} h-(--control-large)` : quiet,
          'flex items-center justify-between gap-1.5',
          className,
        )}
      >
        <span className="truncate">
          <Radix.Value placeholder={placeholder} />
        </span>
        <Icon of={ChevronDown} size={14} className="text-subtle" />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={4}
          collisionPadding={8}
          className="appear z-(--layer-menu) max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) overflow-hidden rounded-card bg-overlay p-1 shadow-popover"
        >
          <Radix.Viewport {...(nonce === undefined ? {} : { nonce })}>
            {options.map((option) => (
              <Radix.Item
                key={option.value}
                value={option.value}
                disabled={option.disabled ?? false}
                className="flex min-h-(--row) items-center gap-2 rounded-control px-2 py-1 outline-none data-disabled:text-disabled data-highlighted:bg-hover"
              >
                <span className="min-w-0 flex-1">
                  <Radix.ItemText>{option.label}</Radix.ItemText>
                  {option.note !== undefined && (
                    <span className="block text-small text-subtle">{option.note}</span>
                  )}
                </span>
                <span className="size-3.5 flex-none">
                  <Radix.ItemIndicator>
                    <Icon of={Check} size={14} />
                  </Radix.ItemIndicator>
                </span>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
