import { Check } from 'lucide-react';
import { Checkbox as Radix } from 'radix-ui';
import { Icon } from './icon.tsx';

export interface CheckboxProps {
  readonly label: string;
  readonly checked: boolean;
  readonly onCheckedChange: (checked: boolean) => void;
  readonly disabled?: boolean;
}

/** One choice of several. */
export function Checkbox({ label, checked, onCheckedChange, disabled = false }: CheckboxProps) {
  return (
    <Radix.Root
      aria-label={label}
      checked={checked}
      disabled={disabled}
      onCheckedChange={(next) => onCheckedChange(next === true)}
      className="grid size-4 flex-none place-items-center rounded-[4px] border border-line-control bg-field text-on-accent disabled:border-line disabled:bg-hover data-[state=checked]:border-accent data-[state=checked]:bg-accent"
    >
      <Radix.Indicator>
        <Icon of={Check} size={12} />
      </Radix.Indicator>
    </Radix.Root>
  );
}
