import {
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type Ref,
  type WheelEvent,
} from 'react';
import { Virtualizer } from 'virtua';
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
  const scroller = useRef<HTMLDivElement>(null);
  const following = useRef(true);
  const before = useRef<View>(undefined);
  /** The row in which the person unfolded something, and its height before. */
  const unfolding = useRef<{ readonly element: HTMLElement; readonly height: number }>(undefined);

  const setFollowing = (value: boolean) => {
    if (following.current === value) return;
    following.current = value;
    onAtEnd(value);
  };
  const toEnd = () => {
    const element = scroller.current;
    const row = unfolding.current;
    const isHeld = row !== undefined && row.element.offsetHeight !== row.height;
    if (element !== null && following.current && !isHeld) element.scrollTop = element.scrollHeight;
  };
  const onRows = useEffectEvent(toEnd);
  useLayoutEffect(() => onRows(), [rows]);
  // The library tells of a new size before its content has it, and then moves to a row again for a while; the content's own
  // size is what the end depends on.
  const onSize = useEffectEvent(() => {
    const row = unfolding.current;
    if (row === undefined || row.element.offsetHeight === row.height) toEnd();
    else {
      unfolding.current = undefined;
      if (scroller.current !== null) setFollowing(isAtEnd(measureView(scroller.current)));
    }
  });
  useEffect(() => {
    const element = scroller.current;
    const content = element?.firstElementChild;
    if (!element || !content) return;
    const observer = new ResizeObserver(onSize);
    observer.observe(element);
    observer.observe(content);
    return () => {
      observer.disconnect();
    };
  }, []);
  useImperativeHandle(ref, () => ({
    toEnd: () => {
      unfolding.current = undefined;
      setFollowing(true);
      toEnd();
    },
  }));
  const onScroll = () => {
    if (scroller.current === null) return;
    const view = measureView(scroller.current);
    if (isAtEnd(view)) setFollowing(true);
    else if (before.current !== undefined && hasLeftEnd(before.current, view)) setFollowing(false);
    before.current = view;
  };
  // A scroll event comes after rows were measured and moved, so what a person does is taken at the source.
  const leave = () => {
    if (scroller.current !== null && scroller.current.scrollTop > 0) setFollowing(false);
  };
  const onWheel = (event: WheelEvent<HTMLElement>) => {
    if (event.deltaY < 0 && !scrollsInside(event.target, event.currentTarget)) leave();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target === event.currentTarget && goesUp(event)) leave();
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
      onWheel={onWheel}
      onKeyDown={onKeyDown}
      className="thin-scroll size-full overflow-y-auto -outline-offset-2 [contain:strict] [scrollbar-gutter:stable_both-edges]"
    >
      <Virtualizer scrollRef={scroller} data={rows} onScroll={onScroll}>
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

/** True when something within the list takes the movement, such as a long block of code. */
function scrollsInside(target: EventTarget, list: Element): boolean {
  let element = target instanceof Element ? target : null;
  for (; element !== null && element !== list; element = element.parentElement) {
    if (element.scrollTop > 0) return true;
  }
  return false;
}

function goesUp({ key, shiftKey }: KeyboardEvent): boolean {
  return ['ArrowUp', 'PageUp', 'Home'].includes(key) || (key === ' ' && shiftKey);
}
