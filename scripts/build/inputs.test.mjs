import { expect, it } from 'vitest';
import { digestInputs } from './inputs.mjs';

it('is the same for the same files and counts a missing folder as empty', async () => {
  const digest = await digestInputs(['preload']);
  expect(await digestInputs(['preload'])).toBe(digest);
  expect(await digestInputs(['preload', 'no-such-folder'])).toBe(digest);
});

it('tells different inputs apart', async () => {
  expect(await digestInputs(['preload'])).not.toBe(await digestInputs(['scripts/check']));
});
