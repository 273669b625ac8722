import { useEffect, useRef, useState, type ReactElement } from 'react';
import { Virtualizer } from 'virtua';

export interface VirtualRowsProps<T> {
  readonly rows: readonly T[];
  readonly keyOf: (row: T) => string;
  readonly render: (row: T, index: number) => ReactElement;
  /** Fewer rows are all mounted. */
  readonly from: number;
}

/** Rows of which only those near the view are mounted, in whatever scrolls around them. */
export function VirtualRows<T>({ rows, keyOf, render, from }: VirtualRowsProps<T>) {
  const place = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLElement>(null);
  const [margin, setMargin] = useState<number | undefined>(undefined);
  const isLong = rows.length >= from;
  useEffect(() => {
    if (place.current === null || !isLong) return;
    const around = scrollerOf(place.current);
    scroller.current = around;
    const top = place.current.getBoundingClientRect().top;
    setMargin(top - around.getBoundingClientRect().top + around.scrollTop);
  }, [isLong]);
  if (!isLong) return rows.map(render);
  return (
    <div ref={place} role="presentation">
      {margin !== undefined && (
        <Virtualizer scrollRef={scroller} data={rows} startMargin={margin}>
          {(row, index) => (
            <div key={keyOf(row)} role="presentation">
              {render(row, index)}
            </div>
          )}
        </Virtualizer>
      )}
    </div>
  );
}

function scrollerOf(element: HTMLElement): HTMLElement {
  for (let parent = element.parentElement; parent; parent = parent.parentElement) {
    const { overflowY } = getComputedStyle(parent);
    if (overflowY === 'auto' || overflowY === 'scroll') return parent;
  }
  return document.documentElement;
}
