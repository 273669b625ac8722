import { Popover as Radix } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';

export interface PopoverProps {
  /** The button that opens it. */
  readonly trigger: ReactElement;
  readonly label: string;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly side?: 'top' | 'bottom';
  readonly align?: 'start' | 'center' | 'end';
  readonly children: ReactNode;
}

/** More about something, beside the button that opens it. Escape and a press outside close it. */
export function Popover(props: PopoverProps) {
  const { trigger, label, open, onOpenChange, side = 'bottom', align = 'center', children } = props;
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          // No question: what lies below it does not wait.
          data-popover=""
          aria-label={label}
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className="appear thin-scroll z-(--layer-menu) max-h-(--radix-popover-content-available-height) w-90 max-w-[calc(100vw-16px)] overflow-y-auto rounded-card bg-overlay shadow-popover outline-none"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
