import { CircleAlert, X } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { bench as benchTexts } from '../../../shared/texts/en/bench.ts';
import { ExactText } from '../../ui/exact-text.tsx';
import type { FieldControl } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';

export interface FieldFrameProps {
  readonly name: string;
  readonly note: string;
  readonly description?: string | undefined;
  /** What does not fit. It is a warning: the value is sent as it is. */
  readonly problem?: string | undefined;
  /** Takes the value away again. */
  readonly onClear?: (() => void) | undefined;
  /** A group has no control of its own that the name belongs to. */
  readonly isGroup?: boolean;
  readonly children: (control: FieldControl) => ReactNode;
}

/** Name, kind and description of a field around its control. */
export function FieldFrame(props: FieldFrameProps) {
  const { name, note, description, problem, onClear, isGroup = false, children } = props;
  const id = useId();
  const lineId = `${id}-line`;
  const hasLine = problem !== undefined || description !== undefined;
  const label = <ExactText value={name} className="font-mono text-code font-medium" />;
  return (
    <div
      className="flex min-w-0 flex-col gap-[5px]"
      {...(isGroup ? { role: 'group', 'aria-label': name } : {})}
    >
      <div className="flex min-h-5 items-baseline gap-2">
        {isGroup ? <span>{label}</span> : <label htmlFor={id}>{label}</label>}
        <span className="min-w-0 text-small text-subtle [overflow-wrap:anywhere]">{note}</span>
        {onClear !== undefined && (
          <span className="-my-1 ml-auto self-center">
            <IconButton
              icon={X}
              size="small"
              iconSize={12}
              label={benchTexts.form.doNotSend(name)}
              onClick={onClear}
            />
          </span>
        )}
      </div>
      {children({
        id,
        'aria-describedby': hasLine ? lineId : undefined,
        'aria-invalid': problem === undefined ? undefined : true,
      })}
      {hasLine && (
        <div id={lineId} className="flex flex-col gap-0.5 text-small">
          {problem !== undefined && (
            <p className="flex items-start gap-[5px] text-danger-text">
              <Icon of={CircleAlert} size={12} className="mt-0.5" />
              <span className="min-w-0 [overflow-wrap:anywhere]">{problem}</span>
            </p>
          )}
          {description !== undefined && (
            <p className="text-subtle">
              <ExactText value={description} />
            </p>
          )}
        </div>
      )}
    </div>
  );
}
