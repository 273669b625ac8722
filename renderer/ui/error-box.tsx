import { useId, useState, type ReactNode } from 'react';
import { text } from '../../shared/texts/catalogue.ts';
import { LinkButton } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import { ExactText } from './exact-text.tsx';
import { Notice, type NoticeProps } from './notice.tsx';

export interface ErrorBoxProps {
  /** What happened, why, what to do. */
  readonly sentence: ReactNode;
  /** The real text behind it, expandable and copyable. */
  readonly details?: string | undefined;
  /** A button for what to do. */
  readonly actions?: ReactNode;
  readonly tone?: NonNullable<NoticeProps['tone']>;
  /** `alert` says it at once to screen readers. */
  readonly role?: 'alert' | 'status' | undefined;
  readonly className?: string;
}

/** An error as a sentence, with its details behind a button. */
export function ErrorBox({
  sentence,
  details,
  actions,
  tone = 'danger',
  role,
  className,
}: ErrorBoxProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const hasDetails = details !== undefined && details !== '';
  return (
    <div role={role}>
      <Notice
        tone={tone}
        {...(className === undefined ? {} : { className })}
        actions={
          hasDetails || actions !== undefined ? (
            <>
              {hasDetails && (
                <LinkButton aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
                  {open ? text.ui.hideDetails : text.ui.details}
                </LinkButton>
              )}
              {actions}
            </>
          ) : undefined
        }
      >
        <span>{sentence}</span>
        {hasDetails && open && (
          <div
            id={id}
            className="mt-2 flex items-start gap-1 rounded-control border border-line bg-inset py-1 pr-1 pl-2.5"
          >
            <pre
              tabIndex={0}
              className="thin-scroll max-h-60 min-w-0 flex-1 overflow-auto py-1 font-mono text-code"
            >
              <ExactText value={details} />
            </pre>
            <CopyButton value={details} />
          </div>
        )}
      </Notice>
    </div>
  );
}
