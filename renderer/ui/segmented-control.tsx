import clsx from 'clsx';
import { RadioGroup } from 'radix-ui';

export interface SegmentedControlProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly onValueChange: (value: T) => void;
  readonly options: readonly {
    readonly value: T;
    readonly label: string;
    readonly disabled?: boolean;
  }[];
  readonly className?: string;
}

/** Two to five exclusive choices in place. */
export function SegmentedControl<T extends string>({
  label,
  value,
  onValueChange,
  options,
  className,
}: SegmentedControlProps<T>) {
  return (
    <RadioGroup.Root
      aria-label={label}
      orientation="horizontal"
      value={value}
      onValueChange={(next) => onValueChange(next as T)}
      className={clsx('inline-flex flex-none gap-px rounded-[7px] bg-quiet p-0.5', className)}
    >
      {options.map((option) => (
        <RadioGroup.Item
          key={option.value}
          value={option.value}
          disabled={option.disabled ?? false}
          className={clsx(
            'inline-flex h-6 items-center gap-[5px] rounded-[5px] px-2.5 text-small font-medium whitespace-nowrap text-muted',
            'data-[state=checked]:bg-raised data-[state=checked]:text-text data-[state=checked]:shadow-[0_0_0_1px_var(--border-strong),var(--shadow-raised)]',
            'disabled:text-disabled',
          )}
        >
          {option.label}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}
