/** From this near to the end, in px, a view counts as being there. */
const NEAR = 32;

/** What a scrolled element shows, in px. */
export interface View {
  readonly top: number;
  readonly height: number;
  readonly contentHeight: number;
}

export function measureView(element: HTMLElement): View {
  return {
    top: element.scrollTop,
    height: element.clientHeight,
    contentHeight: element.scrollHeight,
  };
}

export function isAtEnd({ top, height, contentHeight }: View): boolean {
  return top + height >= contentHeight - NEAR;
}

/**
 * True when a person went up from the end. A view that grows, or content that shrinks, moves up by itself, but no further than by
 * that much; content that grows moves the end away without any movement.
 */
export function hasLeftEnd(before: View, now: View): boolean {
  const byItself =
    Math.max(0, before.contentHeight - now.contentHeight) + Math.max(0, now.height - before.height);
  return before.top - now.top > byItself + 1 && !isAtEnd(now);
}
