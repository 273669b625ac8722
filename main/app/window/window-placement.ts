import { z } from 'zod';

export const MIN_WIDTH = 760;
export const MIN_HEIGHT = 520;
const DEFAULT_WIDTH = 1280;
const DEFAULT_HEIGHT = 800;

const bounds = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int(),
  height: z.number().int(),
});
export type Bounds = z.infer<typeof bounds>;

/** Where the window was when it was last closed. Lengths in display-independent pixels. */
export const savedPlacement = z.object({
  window: z.object({ bounds, isMaximized: z.boolean() }).optional(),
  /** Of the page, in levels of Chromium; absent: the actual size. */
  zoomLevel: z.number().optional(),
});
export type SavedPlacement = z.infer<typeof savedPlacement>;

/** Where to open the window. Without `x` and `y` the system decides. */
export interface Placement {
  readonly width: number;
  readonly height: number;
  readonly x?: number;
  readonly y?: number;
}

/**
 * The place for a new window: the saved one when a part of its top that can be grabbed is on some display, else a default
 * that fits the first display.
 */
export function placeWindow(saved: Bounds | undefined, displays: readonly Bounds[]): Placement {
  const [first] = displays;
  const limit = (wanted: number, least: number, room: number | undefined): number =>
    Math.max(least, Math.min(wanted, room ?? wanted));
  const home = saved ? displays.find((display) => isReachable(saved, display)) : undefined;
  if (saved && home) {
    return {
      x: saved.x,
      y: saved.y,
      width: limit(saved.width, MIN_WIDTH, home.width),
      height: limit(saved.height, MIN_HEIGHT, home.height),
    };
  }
  return {
    width: limit(DEFAULT_WIDTH, MIN_WIDTH, first?.width),
    height: limit(DEFAULT_HEIGHT, MIN_HEIGHT, first?.height),
  };
}

function isReachable(window: Bounds, display: Bounds): boolean {
  const overlap =
    Math.min(window.x + window.width, display.x + display.width) - Math.max(window.x, display.x);
  const isTopInside = window.y >= display.y && window.y < display.y + display.height - 40;
  return overlap >= 120 && isTopInside;
}
