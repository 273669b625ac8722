import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

export interface EmptyStateProps {
  readonly icon?: LucideIcon;
  readonly title: string;
  /** What belongs here. */
  readonly children?: ReactNode;
  /** One primary action. */
  readonly action?: ReactNode;
  readonly hint?: ReactNode;
}

export function EmptyState({ icon, title, children, action, hint }: EmptyStateProps) {
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-1.5 p-8 text-center">
      {icon !== undefined && <Icon of={icon} size={28} className="mb-1.5 text-subtle" />}
      <h2 className="text-title tracking-[-0.01em]">{title}</h2>
      {children !== undefined && <p className="max-w-100 text-balance text-muted">{children}</p>}
      {action !== undefined && <div className="mt-3 flex gap-2">{action}</div>}
      {hint !== undefined && <div className="mt-1.5 text-small text-subtle">{hint}</div>}
    </div>
  );
}
