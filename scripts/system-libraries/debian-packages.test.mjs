import { expect, it } from 'vitest';
import { missingPackages } from './debian-packages.mjs';

it('counts only packages that are fully installed', () => {
  const listing = 'libnss3 installed\nxvfb config-files\n';
  expect(missingPackages(['libnss3', 'xvfb', 'xauth'], listing)).toEqual(['xvfb', 'xauth']);
});

it('takes a package under its newer name', () => {
  expect(missingPackages(['libgtk-3-0'], 'libgtk-3-0t64 installed')).toEqual([]);
});
