import type { ReactNode } from 'react';

/** One thing that can be done: what it is, and its button. */
export function FixRow({
  title,
  note,
  children,
}: {
  readonly title: string;
  readonly note: string;
  readonly children: ReactNode;
}) {
  return (
    <div className="flex items-center gap-3 px-3.5 py-2.5">
      <div className="min-w-0 flex-1">
        <div className="font-medium">{title}</div>
        <div className="text-small text-subtle">{note}</div>
      </div>
      {children}
    </div>
  );
}
