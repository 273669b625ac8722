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
 * True when a person went up from the end. A view that grows, or content that shrinks, moves up by itself; content that grows
 * moves the end away without any movement.
 */
export function hasLeftEnd(before: View, now: View): boolean {
  return (
    now.top < before.top - 1 &&
    now.height <= before.height &&
    now.contentHeight >= before.contentHeight &&
    !isAtEnd(now)
  );
}
