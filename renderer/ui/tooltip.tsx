import { Tooltip as Radix } from 'radix-ui';
import type { ReactElement } from 'react';
import { Kbd, type Key } from './kbd.tsx';

export interface TooltipProps {
  readonly label: string;
  readonly keys?: readonly Key[];
  readonly side?: 'top' | 'right' | 'bottom' | 'left';
  /** One element that takes a ref and can have the focus. */
  readonly children: ReactElement;
}

/** A short text beside something under the pointer or with the focus. Never the only place of a fact. */
export function Tooltip({ label, keys, side = 'top', children }: TooltipProps) {
  return (
    <Radix.Provider delayDuration={500} disableHoverableContent>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className="appear z-(--layer-tooltip) inline-flex max-w-80 items-center gap-2 rounded-control bg-tooltip px-2 py-1 text-small text-tooltip-text"
          >
            {label}
            {keys !== undefined && <Kbd keys={keys} look="onButton" />}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
