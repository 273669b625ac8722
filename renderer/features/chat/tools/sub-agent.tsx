import { ChevronDown, ChevronRight } from 'lucide-react';
import { use, useId } from 'react';
import type { ToolCallItem } from '../../../../shared/agent/transcript.ts';
import { text } from '../../../../shared/texts/catalogue.ts';
import { ExactText } from '../../../ui/exact-text.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { useItem } from '../store/chat-context.tsx';
import { useKept } from '../transcript/open-states.ts';
import { DrawItem } from './draw-item.ts';

/** What a sub-agent or a command in the background does for a call: a line of progress, and its steps one level deeper. */
export function SubAgent({ item }: { readonly item: ToolCallItem }) {
  const [isOpen = false, setOpen] = useKept<boolean>(`${item.id} steps`);
  const id = useId();
  const { task, children } = item;
  if (task === undefined && children.length === 0) return null;
  const isRunning = task?.status === 'running' || item.state === 'running';
  return (
    <div className="flex flex-col gap-2 pr-2.5 pb-2.5 pl-[33px]">
      <div className="flex min-w-0 items-center gap-2 text-small text-muted">
        {isRunning && <Spinner />}
        {children.length > 0 && (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
            className="flex flex-none items-center gap-1 rounded-control hover:text-text"
          >
            {text.chat.moreCalls(children.length)}
            <Icon of={isOpen ? ChevronDown : ChevronRight} size={12} />
          </button>
        )}
        <span className="min-w-0 truncate">
          <ExactText value={task?.message ?? task?.description ?? ''} className="!whitespace-pre" />
        </span>
      </div>
      {isOpen && (
        <div
          id={id}
          role="group"
          aria-label={text.chat.subAgent}
          className="flex flex-col gap-2 border-l-2 border-line pl-3"
        >
          {children.map((child) => (
            <Step key={child} id={child} />
          ))}
        </div>
      )}
    </div>
  );
}

function Step({ id }: { readonly id: string }) {
  const item = useItem(id);
  const draw = use(DrawItem);
  return item === undefined ? null : draw(item);
}
