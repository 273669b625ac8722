import clsx from 'clsx';
import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';
import { ExactText } from './exact-text.tsx';

export interface CodeBlockProps {
  readonly value: string;
  /** A file name or language above the code; the copy button stands beside it. */
  readonly title?: ReactNode;
  readonly copyLabel?: string;
  /** Wrapped, hidden characters shown: for commands, arguments and results. Otherwise lines scroll sideways. */
  readonly exact?: boolean;
  readonly className?: string;
}

/** Code or exact text in a frame. */
export function CodeBlock({ value, title, copyLabel, exact = false, className }: CodeBlockProps) {
  return (
    <figure className={clsx('overflow-hidden rounded-card border border-line bg-inset', className)}>
      {title !== undefined && (
        <figcaption className="flex h-7.5 items-center gap-2 pr-1 pl-3 text-small text-muted">
          <span className="min-w-0 flex-1 truncate">{title}</span>
          <CopyButton value={value} {...(copyLabel === undefined ? {} : { label: copyLabel })} />
        </figcaption>
      )}
      <pre
        tabIndex={0}
        className={clsx(
          'thin-scroll overflow-auto px-3 pb-2.5 font-mono text-code',
          title === undefined && 'pt-[9px]',
          exact && 'max-h-80',
        )}
      >
        {exact ? <ExactText value={value} /> : <code>{value}</code>}
      </pre>
    </figure>
  );
}
