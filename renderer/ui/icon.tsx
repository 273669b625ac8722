import type { LucideIcon } from 'lucide-react';

export interface IconProps {
  /** A Lucide icon. */
  readonly of: LucideIcon;
  /** 16 in rows, 14 in buttons, 12 in meta. */
  readonly size?: 11 | 12 | 14 | 15 | 16 | 20 | 28;
  readonly className?: string;
}

const strokes = { 11: 2.1, 12: 2, 14: 1.75, 15: 1.75, 16: 1.75, 20: 1.5, 28: 1.25 } as const;

/** An icon that says nothing to a screen reader: the words beside it do. */
export function Icon({ of: Shape, size = 16, className }: IconProps) {
  return (
    <Shape
      aria-hidden="true"
      focusable="false"
      size={size}
      strokeWidth={strokes[size]}
      className={`block flex-none ${className ?? ''}`}
    />
  );
}
