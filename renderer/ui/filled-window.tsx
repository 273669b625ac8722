import { Minimize2 } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { text } from '../../shared/texts/catalogue.ts';
import { isComposing } from '../lib/is-composing.ts';
import { IconButton } from './icon-button.tsx';

const words = text.apps;

export interface FilledWindowProps {
  readonly title: string;
  /** By its button or Escape. */
  readonly onShrink: () => void;
  readonly children: ReactNode;
}

/** One thing over the whole window, under a bar that says what it is and leads back. */
export function FilledWindow({ title, onShrink, children }: FilledWindowProps) {
  return (
    <Radix.Root
      open
      onOpenChange={(open) => {
        if (!open) onShrink();
      }}
    >
      <Radix.Portal>
        <Radix.Content
          aria-describedby={undefined}
          // Itself, and not its button, whose tooltip would take the first Escape.
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            if (event.target instanceof HTMLElement) event.target.focus();
          }}
          // What fills the window has a view of its own over it: a press in there is not one outside.
          onInteractOutside={(event) => event.preventDefault()}
          onEscapeKeyDown={(event) => {
            if (isComposing(event)) event.preventDefault();
          }}
          className="fixed inset-0 z-(--layer-dialog) flex flex-col bg-surface outline-none"
        >
          <div className="drag-region flex h-(--topbar) flex-none items-center gap-2 border-b border-line bg-chrome pr-[calc(12px+var(--caption-space))] pl-[calc(16px+env(titlebar-area-x,0px))]">
            <Radix.Title className="min-w-0 flex-1 truncate font-medium">{title}</Radix.Title>
            <span className="text-small text-subtle">{words.fillNote}</span>
            <span className="no-drag">
              <Radix.Close asChild>
                <IconButton icon={Minimize2} label={words.shrink} />
              </Radix.Close>
            </span>
          </div>
          <div className="min-h-0 flex-1">{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
