import { useEffect, useState } from 'react';

/** The time in epoch ms, again every `every` ms while the component is shown and `active`. */
export function useNow(every = 1_000, active = true): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!active) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), every);
    return () => clearInterval(timer);
  }, [every, active]);
  return now;
}
