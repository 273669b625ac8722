import {
  Ban,
  Check,
  CircleAlert,
  CircleX,
  Hand,
  KeyRound,
  TriangleAlert,
  Unplug,
} from 'lucide-react';
import { text } from '../../shared/texts/catalogue.ts';
import { Icon } from './icon.tsx';
import { Spinner } from './spinner.tsx';

/**
 * State of a session, tool call or server. Each has a shape of its own:
 * spinner running, hand waiting, alert failed, cross error, dot unread, filled dot ok, ring off, plug interrupted.
 */
export type Status =
  | 'running'
  | 'waiting'
  | 'failed'
  | 'error'
  | 'unread'
  | 'idle'
  | 'ok'
  | 'off'
  | 'warning'
  | 'denied'
  | 'interrupted'
  | 'done'
  | 'key';

export interface StatusMarkProps {
  readonly status: Status;
  /** Said to screen readers instead of the state's own word; empty when the words stand beside it. */
  readonly label?: string;
}

/** A 16 px mark. */
export function StatusMark({ status, label }: StatusMarkProps) {
  const name =
    label ?? (status === 'error' ? text.ui.stateMarks.failed : text.ui.stateMarks[status]);
  return (
    <span data-status={status} className="grid size-4 flex-none place-items-center">
      {shape(status)}
      {name !== '' && status !== 'idle' && <span className="sr-only">{name}</span>}
    </span>
  );
}

function shape(status: Status) {
  switch (status) {
    case 'running':
      return <Spinner />;
    case 'waiting':
      return <Icon of={Hand} size={14} className="text-warning-text" />;
    case 'failed':
      return <Icon of={CircleAlert} size={14} className="text-danger-text" />;
    case 'error':
      return <Icon of={CircleX} size={15} className="text-danger-text" />;
    case 'unread':
      return <span className="size-[7px] rounded-full bg-accent-text" />;
    case 'ok':
      return <span className="size-2 rounded-full bg-success" />;
    case 'off':
      return <span className="size-2 rounded-full border-[1.5px] border-line-control" />;
    case 'warning':
      return <Icon of={TriangleAlert} size={14} className="text-warning-text" />;
    case 'denied':
      return <Icon of={Ban} size={15} className="text-muted" />;
    case 'interrupted':
      return <Icon of={Unplug} size={15} className="text-muted" />;
    case 'done':
      return <Icon of={Check} size={15} className="text-success-text" />;
    case 'key':
      return <Icon of={KeyRound} size={14} className="text-warning-text" />;
    case 'idle':
      return null;
  }
}
