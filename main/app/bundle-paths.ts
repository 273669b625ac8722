import { join } from 'node:path';

/** The folder of all bundles: this code runs from `<bundles>/main`. */
const bundles = join(import.meta.dirname, '..');

/** Where the other bundles lie, in the checkout and in the packed app alike. */
export const bundlePaths = {
  pages: join(bundles, 'renderer'),
  preload: join(bundles, 'preload', 'index.cjs'),
  consentPreload: join(bundles, 'preload', 'consent.cjs'),
  appPreload: join(bundles, 'preload', 'app.cjs'),
  icon: join(bundles, 'renderer', 'icon.png'),
  /** A mask for the menu bar of macOS. */
  trayIcon: join(bundles, 'renderer', 'trayTemplate.png'),
  runtime: join(bundles, 'runtime', 'parley.js'),
  /** The search index's thread. Threads start from real files only, so the packed app has it outside its archive. */
  indexThread: join(bundles, 'index', 'thread.js').replace(/\bapp\.asar\b/, 'app.asar.unpacked'),
} as const;
