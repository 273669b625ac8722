import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { text } from '../../shared/texts/catalogue.ts';
import { bench as benchTexts } from '../../shared/texts/en/bench.ts';

const words = benchTexts;

/** The bench: one server, by hand. */
export class BenchPage {
  readonly page: Page;
  readonly list: Locator;
  readonly result: Locator;
  readonly table: Locator;

  constructor(page: Page) {
    this.page = page;
    this.list = page.getByRole('navigation', { name: words.tools.list });
    this.result = page.getByRole('region', { name: words.result.label });
    this.table = page.getByRole('table', { name: words.traffic.table });
  }

  async open(): Promise<void> {
    await this.page
      .getByRole('navigation', { name: text.app.sidebar })
      .getByRole('button', { name: words.title, exact: true })
      .click();
  }

  async view(name: 'tools' | 'resources' | 'prompts' | 'traffic'): Promise<void> {
    await this.page.getByRole('radio', { name: words.views[name] }).click();
  }

  async server(name: string): Promise<void> {
    await this.page.getByRole('button', { name: new RegExp(`^${words.server}: `) }).click();
    await this.page.getByRole('menuitemradio', { name }).click();
  }

  /** Opens a tool in the list; its form. */
  async tool(name: string): Promise<Locator> {
    await this.list.locator(`[data-tool="${name}"]`).click();
    const form = this.page.getByRole('region', { name, exact: true });
    await expect(form).toBeVisible();
    return form;
  }

  /** Waits for the call that begins by pressing the button. */
  async call(): Promise<void> {
    await this.page.getByRole('button', { name: words.tools.call }).click();
    await expect(this.page.getByRole('button', { name: words.tools.call })).toBeVisible();
  }

  resultTab(name: 'structured' | 'text' | 'raw' | 'calls'): Locator {
    return this.result.getByRole('tab', { name: words.result.tabs[name] });
  }

  /** Rows of the traffic whose method begins so. */
  messages(method: string): Locator {
    return this.table.locator('[data-seq]').filter({ hasText: method });
  }
}
