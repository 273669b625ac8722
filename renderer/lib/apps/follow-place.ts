/** A rectangle in CSS px of the window. */
export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where an element lies, and the part of it that a person can see and reach; none when something covers it. */
export interface Place {
  readonly place: Rectangle;
  readonly seen?: Rectangle;
}

/** Px from the edge at which it is looked whether something lies over the element. */
const INSET = 3;

/**
 * Reports where an element lies, at once and whenever that changes. What is laid over the window there must not lie over
 * dialogs and menus. Returns what ends it.
 */
export function followPlace(element: HTMLElement, report: (place: Place) => void): () => void {
  let last = '';
  let frame: number | undefined;
  const look = () => {
    frame = undefined;
    const place = placeOf(element);
    const text = JSON.stringify(place);
    if (text === last) return;
    last = text;
    report(place);
  };
  const soon = () => {
    frame ??= requestAnimationFrame(look);
  };
  const watched = ['scroll', 'resize', 'transitionend', 'animationend'] as const;
  for (const event of watched) window.addEventListener(event, soon, { capture: true });
  const sizes = new ResizeObserver(soon);
  sizes.observe(element);
  sizes.observe(document.documentElement);
  const changes = new MutationObserver(soon);
  changes.observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['class', 'style', 'data-state', 'hidden', 'open'],
  });
  look();
  return () => {
    if (frame !== undefined) cancelAnimationFrame(frame);
    for (const event of watched) window.removeEventListener(event, soon, { capture: true });
    sizes.disconnect();
    changes.disconnect();
  };
}

function placeOf(element: HTMLElement): Place {
  const place = plain(element.getBoundingClientRect());
  let seen: Rectangle | undefined = cut(place, {
    x: 0,
    y: 0,
    width: window.innerWidth,
    height: window.innerHeight,
  });
  for (let around = element.parentElement; around && seen; around = around.parentElement) {
    if (getComputedStyle(around).overflow !== 'visible') {
      seen = cut(seen, plain(around.getBoundingClientRect()));
    }
  }
  return seen && !isCovered(element, seen) ? { place, seen } : { place };
}

function isCovered(element: HTMLElement, seen: Rectangle): boolean {
  const xs = [seen.x + INSET, seen.x + seen.width / 2, seen.x + seen.width - INSET];
  const ys = [seen.y + INSET, seen.y + seen.height / 2, seen.y + seen.height - INSET];
  return ys.some((y) =>
    xs.some((x) => {
      const hit = document.elementFromPoint(x, y);
      return hit !== null && !element.contains(hit);
    }),
  );
}

function cut(one: Rectangle, other: Rectangle): Rectangle | undefined {
  const x = Math.max(one.x, other.x);
  const y = Math.max(one.y, other.y);
  const width = Math.min(one.x + one.width, other.x + other.width) - x;
  const height = Math.min(one.y + one.height, other.y + other.height) - y;
  return width > 2 * INSET && height > 2 * INSET ? { x, y, width, height } : undefined;
}

function plain({ x, y, width, height }: DOMRect): Rectangle {
  return { x, y, width, height };
}
