import {
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  type MouseEvent,
  type ReactElement,
  type Ref,
} from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { hasLeftEnd, isAtEnd, measureView, type View } from './end-of-view.ts';

export interface VirtualListHandle {
  /** Goes to the end and follows it from now on. */
  toEnd(): void;
}

export interface VirtualListProps<T> {
  readonly rows: readonly T[];
  readonly keyOf: (row: T) => string;
  readonly render: (row: T) => ReactElement;
  readonly label: string;
  /** Told when the list begins or ceases to follow its end. */
  readonly onAtEnd: (atEnd: boolean) => void;
  readonly ref?: Ref<VirtualListHandle>;
}

/**
 * A long list of which only what is near the view is mounted. It begins at its end and follows it while the person is there;
 * who scrolls up stays where they are. The only place that knows the library.
 */
export function VirtualList<T>({ rows, keyOf, render, label, onAtEnd, ref }: VirtualListProps<T>) {
  const list = useRef<VirtualizerHandle>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const following = useRef(true);
  const before = useRef<View>(undefined);
  /** The row in which the person unfolded something, and its height before. */
  const unfolding = useRef<{ readonly element: HTMLElement; readonly height: number }>(undefined);
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
  const onScroll = () => {
    if (scroller.current === null) return;
    const view = measureView(scroller.current);
    if (isAtEnd(view)) setFollowing(true);
    else if (before.current !== undefined && hasLeftEnd(before.current, view)) setFollowing(false);
    before.current = view;
  };
  const onResize = () => {
    const row = unfolding.current;
    if (row !== undefined && scroller.current !== null && row.element.offsetHeight !== row.height) {
      unfolding.current = undefined;
      setFollowing(isAtEnd(measureView(scroller.current)));
    } else follow();
  };
  // What a person unfolds must not be carried off by the end that it moves away. Its new size comes some frames after the press.
  const onClick = (event: MouseEvent) => {
    if (!(event.target instanceof Element)) return;
    if (event.target.closest('[aria-expanded], [role="radio"]') === null) return;
    const element = event.target.closest<HTMLElement>('[data-row]');
    const pending = unfolding.current;
    // A second press in the row, before the list was told of what the first one unfolded, must not make that forgotten.
    if (pending && pending.element === element && pending.height !== element.offsetHeight) return;
    unfolding.current = element === null ? undefined : { element, height: element.offsetHeight };
  };
  return (
    <div
      ref={scroller}
      role="log"
      aria-label={label}
      aria-live="off"
      tabIndex={0}
      data-region="transcript"
      onClickCapture={onClick}
      className="thin-scroll size-full overflow-y-auto -outline-offset-2 [contain:strict] [scrollbar-gutter:stable_both-edges]"
    >
      <Virtualizer
        ref={list}
        scrollRef={scroller}
        data={rows}
        onScroll={onScroll}
        onResize={onResize}
      >
        {/* With the room of the scroll bar, 10 px on both sides, the padding is that of the composer below. */}
        {(row, index) => (
          <div
            key={keyOf(row)}
            data-row=""
            className={`mx-auto w-full max-w-[calc(var(--reading)+28px)] px-3.5 pb-3 ${index === 0 ? 'pt-4' : ''}`}
          >
            {render(row)}
          </div>
        )}
      </Virtualizer>
    </div>
  );
}
