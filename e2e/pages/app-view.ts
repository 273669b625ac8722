import { expect } from '@playwright/test';
import type { FrameLocator, Page } from '@playwright/test';
import type { OpenPages } from './consent-view.ts';

/** An MCP app that is shown: a page of main's around the frame of the app. */
export class AppView {
  readonly page: Page;
  readonly frame: FrameLocator;

  constructor(page: Page) {
    this.page = page;
    this.frame = page.frameLocator('iframe');
  }

  /** The pages of apps that are open now. */
  static openPages(app: OpenPages): Page[] {
    return app
      .windows()
      .filter((page) => page.url().startsWith('parley-frame://') && !page.isClosed());
  }

  /** Waits until there is one app. */
  static async open(app: OpenPages): Promise<AppView> {
    await expect.poll(() => AppView.openPages(app).length, { message: 'an app is shown' }).toBe(1);
    const [page] = AppView.openPages(app);
    if (page === undefined) throw new Error('The app went away.');
    return new AppView(page);
  }

  /** Waits until no app is there any more. */
  static async gone(app: OpenPages): Promise<void> {
    await expect.poll(() => AppView.openPages(app).length, { message: 'no app is left' }).toBe(0);
  }

  /** What the app says of what it tried. */
  async tried(): Promise<unknown> {
    const out = this.frame.locator('#out');
    await expect(out).toContainText('{', { timeout: 20_000 });
    return JSON.parse((await out.textContent()) ?? '') as unknown;
  }

  /** Presses a button of the app and gives what it was answered. */
  async press(name: string): Promise<void> {
    await this.frame.locator(`#${name}`).click();
  }

  answer(): ReturnType<FrameLocator['locator']> {
    return this.frame.locator('#answer');
  }
}
