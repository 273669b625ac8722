import { useImperativeHandle, useLayoutEffect, useRef, type ReactElement, type Ref } from 'react';
import { VList, type VListHandle } from 'virtua';

/** From this near to the end, in px, the list counts as being at the end. */
const NEAR = 32;

export interface VirtualListHandle {
  /** Goes to the end and follows it from now on. */
  toEnd(): void;
}

export interface VirtualListProps<T> {
  readonly rows: readonly T[];
  readonly keyOf: (row: T) => string;
  readonly render: (row: T) => ReactElement;
  readonly label: string;
  /** Told when the list reaches or leaves its end. */
  readonly onAtEnd: (atEnd: boolean) => void;
  readonly ref?: Ref<VirtualListHandle>;
}

/**
 * A long list of which only what is near the view is mounted. It begins at its end and follows it while the person is there;
 * who scrolls up stays where they are. The only place that knows the library.
 */
export function VirtualList<T>({ rows, keyOf, render, label, onAtEnd, ref }: VirtualListProps<T>) {
  const list = useRef<VListHandle>(null);
  const following = useRef(true);
  const lastOffset = useRef(0);
  const count = rows.length;

  const follow = () => {
    if (following.current && count > 0) list.current?.scrollToIndex(count - 1, { align: 'end' });
  };
  const setFollowing = (value: boolean) => {
    if (following.current === value) return;
    following.current = value;
    onAtEnd(value);
  };
  useLayoutEffect(follow, [rows, count]);
  useImperativeHandle(ref, () => ({
    toEnd: () => {
      setFollowing(true);
      follow();
    },
  }));
  const onScroll = (offset: number) => {
    const view = list.current;
    if (view === null) return;
    const isNear = offset + view.viewportSize >= view.scrollSize - NEAR;
    // Content that grows moves the end away without a scroll of the person: only going up leaves it.
    if (isNear) setFollowing(true);
    else if (offset < lastOffset.current - 1) setFollowing(false);
    lastOffset.current = offset;
  };
  return (
    <VList
      ref={list}
      data={rows}
      onScroll={onScroll}
      onResize={follow}
      role="log"
      aria-label={label}
      aria-live="off"
      tabIndex={0}
      data-region="transcript"
      className="thin-scroll -outline-offset-2 [scrollbar-gutter:stable_both-edges]"
    >
      {/* With the room of the scroll bar, which is taken on both sides, the padding is that of the composer below. */}
      {(row, index) => (
        <div
          key={keyOf(row)}
          className={`mx-auto w-full max-w-[calc(var(--reading)+28px)] px-3.5 pb-3 ${index === 0 ? 'pt-4' : ''}`}
        >
          {render(row)}
        </div>
      )}
    </VList>
  );
}
