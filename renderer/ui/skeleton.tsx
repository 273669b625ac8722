import { useEffect, useState, type ReactNode } from 'react';
import { text } from '../../shared/texts/catalogue.ts';

/** A bar in the place of something that is still loading. Width is a class such as `w-45`. */
export function Skeleton({ className = 'w-45' }: { readonly className?: string }) {
  return <span aria-hidden="true" className={`block h-2.5 rounded-small bg-quiet ${className}`} />;
}

/** Shows its children only when loading takes longer than 200 ms, so that short waits do not flicker. */
export function Loading({
  children,
  label = text.ui.loading,
}: {
  readonly children: ReactNode;
  readonly label?: string;
}) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), 200);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status" aria-busy="true" aria-label={label}>
      {shown && children}
    </div>
  );
}
