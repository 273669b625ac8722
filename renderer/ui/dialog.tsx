import clsx from 'clsx';
import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { isComposing } from '../lib/is-composing.ts';
import { IconButton } from './icon-button.tsx';

export interface DialogProps {
  readonly open: boolean;
  /** Called on Escape and on a press outside, too. */
  readonly onOpenChange: (open: boolean) => void;
  readonly title: ReactNode;
  readonly description?: ReactNode;
  /** Small and subtle at the right of the title. */
  readonly aside?: ReactNode;
  /** Name of a cross at the top right that does what Escape does; absent: there is none. */
  readonly closeLabel?: string;
  /** A tile before the title: who asks. */
  readonly origin?: ReactNode;
  readonly children: ReactNode;
  /** Secondary actions left, answers right, the affirmative last. */
  readonly foot: ReactNode;
  readonly width?: 'normal' | 'question' | 'wide' | 'import';
  /** For forms: a press outside is no answer, so that nothing typed is lost by it. */
  readonly keepOnPressOutside?: boolean;
  /** What a press outside does instead of closing. */
  readonly onPressOutside?: () => void;
}

const widths = {
  normal: 'w-[560px]',
  question: 'w-[620px]',
  wide: 'w-[640px]',
  import: 'w-[820px]',
};

/** A question over the page; its body scrolls between a fixed head and foot. Put autoFocus on the safe answer. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  origin,
  aside,
  closeLabel,
  children,
  foot,
  width = 'normal',
  keepOnPressOutside = false,
  onPressOutside,
}: DialogProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-(--layer-dialog) grid place-items-center bg-scrim p-6">
          <Radix.Content
            {...(description === undefined ? { 'aria-describedby': undefined } : {})}
            onPointerDownOutside={(event) => {
              if (keepOnPressOutside || onPressOutside) event.preventDefault();
              onPressOutside?.();
            }}
            onEscapeKeyDown={(event) => {
              // It ends what an input method composes, not the dialog.
              if (isComposing(event)) event.preventDefault();
            }}
            className={clsx(
              'appear relative flex max-h-[calc(100vh-48px)] max-w-full flex-col overflow-hidden rounded-dialog bg-overlay shadow-dialog outline-none',
              widths[width],
            )}
          >
            <div className="flex items-start gap-3 px-5 pt-4 pb-3">
              {origin}
              <div className="min-w-0 flex-1">
                <Radix.Title className="text-dialog [overflow-wrap:anywhere]">{title}</Radix.Title>
                {description !== undefined && (
                  <Radix.Description className="text-muted">{description}</Radix.Description>
                )}
              </div>
              {aside !== undefined && (
                <div className="flex-none text-right text-small whitespace-nowrap text-subtle">
                  {aside}
                </div>
              )}
              {closeLabel !== undefined && <div className="w-5 flex-none" />}
            </div>
            <div className="thin-scroll flex min-h-0 flex-col gap-3.5 overflow-y-auto px-5 pt-0.5 pb-4">
              {children}
            </div>
            <div className="flex flex-none flex-wrap items-center justify-end gap-2 border-t border-line px-5 py-3">
              {foot}
            </div>
            {/* The last in the order of keys: what opens has the focus on what it is about, and no tooltip over it. */}
            {closeLabel !== undefined && (
              <Radix.Close asChild>
                <IconButton icon={X} label={closeLabel} className="absolute top-3.5 right-3" />
              </Radix.Close>
            )}
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}
