import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { serverSetup as serverSetupTexts } from '../../../../shared/texts/en/server-setup.ts';
import { Icon } from '../../../ui/icon.tsx';

/** An input inside a joined frame: the frame has the border, the input shows focus and mistakes. */
export const joinedInputClass =
  'h-(--control) w-full min-w-0 rounded-small bg-transparent px-[9px] font-mono text-code text-text placeholder:text-subtle ' +
  'focus:outline-2 focus:-outline-offset-1 focus:outline-focus disabled:text-disabled ' +
  'aria-invalid:shadow-[inset_0_0_0_1.5px_var(--danger-text)]';

export interface RowError {
  readonly id: string;
  readonly sentence: string;
}

export interface JoinedListProps {
  readonly label: string;
  readonly note?: string | undefined;
  readonly help?: string | undefined;
  /** Sentences of rows; the inputs point at them by id. */
  readonly errors: readonly RowError[];
  readonly empty: boolean;
  readonly children: ReactNode;
}

/** A list of values in one joined frame, with its mistakes below. */
export function JoinedList({ label, note, help, errors, empty, children }: JoinedListProps) {
  return (
    <div role="group" aria-label={label} className="flex min-w-0 flex-col gap-[5px]">
      <div className="flex items-baseline gap-1.5">
        <span className="font-medium">{label}</span>
        {empty ? (
          <span className="text-small text-subtle">{serverSetupTexts.add.noneYet}</span>
        ) : (
          note !== undefined && <span className="text-small text-subtle">{note}</span>
        )}
      </div>
      {!empty && (
        <div className="overflow-hidden rounded-control border border-line-control bg-field [&>div+div]:border-t [&>div+div]:border-line">
          {children}
        </div>
      )}
      {errors.map((error) => (
        <p
          key={error.id}
          id={error.id}
          className="flex items-start gap-[5px] text-small text-danger-text"
        >
          <Icon of={CircleAlert} size={12} className="mt-0.5" />
          <span>{error.sentence}</span>
        </p>
      ))}
      {help !== undefined && !empty && <p className="text-small text-subtle">{help}</p>}
    </div>
  );
}
