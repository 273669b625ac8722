import clsx from 'clsx';
import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

const tones = {
  plain: { box: 'bg-quiet', icon: 'text-muted', shape: Info },
  info: { box: 'bg-info-soft', icon: 'text-info-text', shape: Info },
  warning: { box: 'bg-warning-soft', icon: 'text-warning-text', shape: TriangleAlert },
  danger: { box: 'bg-danger-soft', icon: 'text-danger-text', shape: CircleAlert },
};

export interface NoticeProps {
  readonly tone?: keyof typeof tones;
  readonly children: ReactNode;
  /** Buttons at the right. */
  readonly actions?: ReactNode;
  readonly className?: string;
}

/** A sentence in a tinted line. */
export function Notice({ tone = 'plain', children, actions, className }: NoticeProps) {
  const look = tones[tone];
  return (
    <div
      className={clsx(
        'flex items-start gap-2 rounded-control px-2.5 py-2 high-contrast:border high-contrast:border-line-strong',
        look.box,
        className,
      )}
    >
      <Icon of={look.shape} size={14} className={`mt-[3px] ${look.icon}`} />
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">{children}</div>
      {actions !== undefined && (
        <div className="flex flex-none items-center gap-1.5">{actions}</div>
      )}
    </div>
  );
}
