import type { ReactNode } from 'react';

export { Card, CardRow } from '../../ui/card.tsx';

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
