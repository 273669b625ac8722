import { useId, type ReactNode } from 'react';

/** A framed list of rows. */
export function Card({ children }: { readonly children: ReactNode }) {
  return (
    <div className="rounded-card border border-line bg-raised [&>div+div]:border-t [&>div+div]:border-line">
      {children}
    </div>
  );
}

export interface CardRowProps {
  readonly title: string;
  readonly note?: ReactNode;
  readonly children?: ReactNode;
}

/** Title over note, with a control or value at the right, or below where there is no room for it. */
export function CardRow({ title, note, children }: CardRowProps) {
  return (
    <div className="flex min-h-[54px] flex-wrap items-center gap-x-3 gap-y-2 px-3.5 py-2.5">
      <div className="min-w-[200px] flex-1">
        <div className="font-medium">{title}</div>
        {note !== undefined && (
          <div className="text-small [overflow-wrap:anywhere] text-subtle">{note}</div>
        )}
      </div>
      {children}
    </div>
  );
}

/** Cards under a heading of their own. */
export function CardGroup({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <h3 id={id} className="text-heading">
        {title}
      </h3>
      {children}
    </section>
  );
}
