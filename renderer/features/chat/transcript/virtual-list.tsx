import {
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type Ref,
  type WheelEvent,
} from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { hasLeftEnd, isAtEnd, measureView, type View } from './end-of-view.ts';

export interface VirtualListHandle {
  /** Goes to the end and follows it from now on. */
  toEnd(): void;
  /** Brings a row into the middle of the view. */
  toRow(key: string): void;
}

/** From so near to the begin or the end of the rows on, more are asked for, in px. */
const NEAR_EDGE = 1_500;

export interface VirtualListProps<T> {
  readonly rows: readonly T[];
  readonly keyOf: (row: T) => string;
  readonly render: (row: T) => ReactElement;
  readonly label: string;
  /** Told when the list begins or ceases to follow its end. */
  readonly onAtEnd: (atEnd: boolean) => void;
  /** More rows follow the last one and are not there yet: its end is not the end. */
  readonly hasMore?: boolean;
  /** More rows are being read; once they are, edges that are still near are told again. */
  readonly isReading?: boolean;
  /** Told when the begin or the end of the rows comes near. */
  readonly onNearEdge?: (edge: 'first' | 'last') => void;
  readonly ref?: Ref<VirtualListHandle>;
}

/**
 * A long list of which only what is near the view is mounted. It begins at its end and follows it while the person is there;
 * who scrolls up stays where they are. The only place that knows the library.
 */
export function VirtualList<T>(props: VirtualListProps<T>) {
  const { rows, keyOf, render, label, onAtEnd, hasMore = false, onNearEdge, ref } = props;
  const { isReading = false } = props;
  const list = useRef<VirtualizerHandle>(null);
  const { shown, isWhole, showAll } = useLastFirst(rows, hasMore);
  const isShifted = useShift(shown, keyOf);
  const scroller = useRef<HTMLDivElement>(null);
  const following = useRef(!hasMore);
  const before = useRef<View>(undefined);
  /** The row in which the person unfolded something, and its height before. */
  const unfolding = useRef<{ readonly element: HTMLElement; readonly height: number }>(undefined);

  const setFollowing = (value: boolean) => {
    if (following.current === value || (value && hasMore)) return;
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
  }, [isWhole]);
  useImperativeHandle(ref, () => ({
    toEnd: () => {
      unfolding.current = undefined;
      // Also while the rows that end it are only about to come.
      following.current = true;
      onAtEnd(true);
      toEnd();
    },
    toRow: (key) => {
      const index = rows.findIndex((row) => keyOf(row) === key);
      if (index === -1) return;
      setFollowing(false);
      showAll(() => list.current?.scrollToIndex(index, { align: 'center' }));
    },
  }));
  const onScroll = () => {
    if (scroller.current === null) return;
    const view = measureView(scroller.current);
    if (isAtEnd(view)) setFollowing(true);
    else if (before.current !== undefined && hasLeftEnd(before.current, view)) setFollowing(false);
    before.current = view;
    tellEdges(view);
  };
  const tellEdges = ({ top, height, contentHeight }: View) => {
    if (!isWhole) return;
    if (top < NEAR_EDGE) onNearEdge?.('first');
    if (top + height > contentHeight - NEAR_EDGE) onNearEdge?.('last');
  };
  // Few rows leave nothing to scroll by which more could be asked for.
  const onMount = useEffectEvent(() => {
    if (scroller.current !== null) tellEdges(measureView(scroller.current));
  });
  useEffect(() => onMount(), [rows, isWhole, isReading]);
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
      className="thin-scroll size-full overflow-y-auto -outline-offset-2 [contain:strict] [scrollbar-gutter:stable_both-edges] [&>*]:!pointer-events-auto"
    >
      {/* With a count it draws no other rows until it is scrolled, which a short conversation never is. */}
      <Virtualizer
        key={isWhole ? 'all' : 'last'}
        ref={list}
        scrollRef={scroller}
        data={shown}
        shift={isShifted}
        {...(isWhole ? {} : { ssrCount: FIRST_ROWS })}
        onScroll={onScroll}
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

/** Rows that are drawn first: a view full, of which hardly any is drawn in vain. */
const FIRST_ROWS = 8;

/**
 * The last rows alone until they are on the screen, then all: whoever opens a conversation sees its end, and what lies before it
 * would be drawn and measured first. `showAll` does something as soon as all are there.
 */
function useLastFirst<T>(rows: readonly T[], isWholeFirst: boolean) {
  const [isWhole, setIsWhole] = useState(isWholeFirst || rows.length <= FIRST_ROWS);
  const waiting = useRef<(() => void)[]>([]);
  useEffect(() => {
    if (isWhole) {
      for (const run of waiting.current.splice(0)) run();
      return;
    }
    // The first frame draws them, the second one is free.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setIsWhole(true));
    });
    return () => cancelAnimationFrame(frame);
  }, [isWhole]);
  const shown = useMemo(() => (isWhole ? rows : rows.slice(-FIRST_ROWS)), [isWhole, rows]);
  const showAll = (then: () => void) => {
    if (isWhole) then();
    else {
      waiting.current.push(then);
      setIsWhole(true);
    }
  };
  return { shown, isWhole, showAll };
}

/** True while rows have come or gone before the first one that stayed, so that what is in view keeps its place. */
function useShift<T>(rows: readonly T[], keyOf: (row: T) => string): boolean {
  const [seen, setSeen] = useState({ rows, isShifted: false });
  if (seen.rows === rows) return seen.isShifted;
  const first = rows[0];
  const before = seen.rows[0];
  const isShifted =
    first !== undefined &&
    before !== undefined &&
    keyOf(first) !== keyOf(before) &&
    (rows.some((row) => keyOf(row) === keyOf(before)) ||
      seen.rows.some((row) => keyOf(row) === keyOf(first)));
  setSeen({ rows, isShifted });
  return isShifted;
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
