import { describe, expect, it } from 'vitest';
import { placeWindow } from './window-placement.ts';

const display = { x: 0, y: 0, width: 1920, height: 1040 };

describe('the place of the window', () => {
  it('is the saved one while it is on a display', () => {
    const saved = { x: 100, y: 50, width: 900, height: 700 };
    expect(placeWindow(saved, [display])).toEqual(saved);
  });

  it.each([
    ['on a display that is gone', { x: 2500, y: 50, width: 900, height: 700 }],
    ['above every display', { x: 100, y: -500, width: 900, height: 700 }],
    ['below every display', { x: 100, y: 1035, width: 900, height: 700 }],
    ['but for a sliver outside', { x: 1900, y: 50, width: 900, height: 700 }],
  ])('is the default when the saved one is %s', (_where, saved) => {
    expect(placeWindow(saved, [display])).toEqual({ width: 1280, height: 800 });
  });

  it('fits the display and is never smaller than what can be used', () => {
    expect(placeWindow(undefined, [{ x: 0, y: 0, width: 1024, height: 600 }])).toEqual({
      width: 1024,
      height: 600,
    });
    expect(placeWindow({ x: 0, y: 0, width: 300, height: 200 }, [display])).toMatchObject({
      width: 760,
      height: 520,
    });
    expect(placeWindow(undefined, [])).toEqual({ width: 1280, height: 800 });
  });
});
