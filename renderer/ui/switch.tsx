import { Switch as Radix } from 'radix-ui';

export interface SwitchProps {
  readonly label: string;
  readonly checked: boolean;
  readonly onCheckedChange: (checked: boolean) => void;
  readonly disabled?: boolean;
  readonly id?: string;
}

/** On or off, at once. The label is its accessible name and is not drawn. */
export function Switch({ label, checked, onCheckedChange, disabled = false, id }: SwitchProps) {
  return (
    <Radix.Root
      {...(id === undefined ? {} : { id })}
      aria-label={label}
      checked={checked}
      onCheckedChange={onCheckedChange}
      disabled={disabled}
      className="relative block h-[18px] w-[30px] flex-none rounded-full bg-line-control transition-colors duration-(--motion-base) disabled:opacity-50 data-[state=checked]:bg-accent"
    >
      <Radix.Thumb className="block size-3.5 translate-x-0.5 rounded-full bg-knob transition-transform duration-(--motion-base) ease-out data-[state=checked]:translate-x-3.5" />
    </Radix.Root>
  );
}
