import type { Page } from '@playwright/test';
import { callValue } from '../fixtures/bridge.ts';
import { resize } from '../fixtures/launch.ts';
import type { LaunchedApp } from '../fixtures/launch.ts';
import type { Pictures } from './pictures.ts';

type Size = 'wide' | 'small';
const sizes: Readonly<Record<Size, { readonly width: number; readonly height: number }>> = {
  wide: { width: 1280, height: 800 },
  small: { width: 900, height: 600 },
};

/** Takes the same picture in light and dark, wide and small. */
export class Album {
  constructor(
    private readonly launched: LaunchedApp,
    private readonly pictures: Pictures,
  ) {}

  /** As it is: a menu closes when its window changes. */
  async takeOne(name: string): Promise<void> {
    await this.pictures.take(this.launched.window, name);
  }

  /** In the wide window alone: the narrow one closes the list of sessions and what belongs to it. */
  takeWide(name: string): Promise<void> {
    return this.take(name, this.launched.window, ['wide']);
  }

  /** Of the window, or of a page of main's that lies over it. */
  async take(
    name: string,
    page: Page = this.launched.window,
    wanted: readonly Size[] = ['wide', 'small'],
  ): Promise<void> {
    const { app, window } = this.launched;
    for (const kind of wanted) {
      await resize(app, sizes[kind]);
      for (const theme of ['light', 'dark'] as const) {
        await callValue(window, 'settings.set', { theme });
        await page.locator(`html[data-theme="${theme}"]`).waitFor({ state: 'attached' });
        await this.pictures.take(page, `${name}-${kind}-${theme}`);
      }
    }
    await callValue(window, 'settings.set', { theme: 'light' });
    await resize(app, sizes.wide);
  }
}
