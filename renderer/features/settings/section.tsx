import type { ReactNode } from 'react';

export interface SectionProps {
  readonly title: string;
  readonly intro: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A page of the settings. */
export function Section({ title, intro, actions, children }: SectionProps) {
  return (
    <section aria-label={title} className="max-w-[720px]">
      <div className="mb-3.5 flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <h2 className="text-title tracking-[-0.01em]">{title}</h2>
          <p className="text-pretty text-muted">{intro}</p>
        </div>
        {actions}
      </div>
      {children}
    </section>
  );
}

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

/** Title over note, with a control or value at the right. */
export function CardRow({ title, note, children }: CardRowProps) {
  return (
    <div className="flex min-h-[54px] items-center gap-3 px-3.5 py-2.5">
      <div className="min-w-0 flex-1">
        <div className="font-medium">{title}</div>
        {note !== undefined && (
          <div className="text-small [overflow-wrap:anywhere] text-subtle">{note}</div>
        )}
      </div>
      {children}
    </div>
  );
}
