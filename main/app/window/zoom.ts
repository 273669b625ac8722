/** Levels of Chromium: each is a fifth larger than the one before; 0 is the actual size. */
const LEAST = -3;
const MOST = 5;

export type ZoomStep = 'in' | 'out' | 'reset';

/** The level after a step; at its ends it stays. */
export function zoomLevel(level: number, step: ZoomStep): number {
  if (step === 'reset') return 0;
  return Math.min(MOST, Math.max(LEAST, Math.round(level) + (step === 'in' ? 1 : -1)));
}
