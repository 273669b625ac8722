import type { Locator, Page } from '@playwright/test';
import { text } from '../../shared/texts/catalogue.ts';

/** What is around the pages: the sidebar with pages and sessions, the panel, the notices. */
export class WindowShell {
  readonly page: Page;
  readonly sidebar: Locator;
  readonly sessions: Locator;
  readonly panel: Locator;
  readonly notices: Locator;

  constructor(page: Page) {
    this.page = page;
    this.sidebar = page.getByRole('navigation', { name: text.app.sidebar });
    this.sessions = this.sidebar.locator('[data-session]');
    this.panel = page.getByRole('complementary', { name: text.app.panel });
    this.notices = page.getByRole('region', { name: text.app.notices });
  }

  /** The row of a session; its name begins with its state, if it has one to tell. */
  session(title: string | RegExp): Locator {
    return this.sessions.filter({ hasText: title });
  }

  async openSession(title: string | RegExp): Promise<void> {
    await this.session(title).click();
  }

  async openStart(): Promise<void> {
    await this.sidebar.getByRole('button', { name: text.app.newSession }).first().click();
  }

  async openServers(): Promise<void> {
    await this.sidebar.getByRole('button', { name: new RegExp(`^${text.app.servers}`) }).click();
  }

  async openSettings(): Promise<void> {
    await this.sidebar.getByRole('button', { name: text.app.settings }).click();
  }
}
