import { expect, it } from 'vitest';
import { WindowShowing } from './window-showing.ts';

it('a window that was maximized stays away until it is wanted, and comes as it was, once [UI-62]', () => {
  const calls: string[] = [];
  let isMaximized = false;
  const window = {
    maximize: () => {
      calls.push('maximize');
      isMaximized = true;
    },
    isMaximized: () => isMaximized,
    show: () => void calls.push('show'),
  };
  const showing = new WindowShowing(window, true);
  expect(calls).toEqual([]);
  expect(showing.isMaximized).toBe(true);
  showing.show();
  expect(calls).toEqual(['maximize', 'show']);
  // The person made it smaller.
  isMaximized = false;
  showing.show();
  expect(calls).toEqual(['maximize', 'show', 'show']);
  expect(showing.isMaximized).toBe(false);
});
