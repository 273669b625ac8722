import { expect, it } from 'vitest';
import { isComposing } from './is-composing.ts';

it('takes both ways in which an input method tells that a key is its own [UI-10.ime]', () => {
  expect(isComposing({ isComposing: true, keyCode: 13 })).toBe(true);
  expect(isComposing({ isComposing: false, keyCode: 229 })).toBe(true);
  expect(isComposing({ isComposing: false, keyCode: 13 })).toBe(false);
});
