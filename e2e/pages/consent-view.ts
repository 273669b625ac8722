import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { consentTexts } from '../../shared/texts/en/consent.ts';
import { folderTexts } from '../../shared/texts/en/folders.ts';

/** Whatever drives the app: by Electron's own way in, or over its debugging port. */
export interface OpenPages {
  windows(): Page[];
}

/** Pages of questions that were answered; such a page stays for a moment. */
const answered = new WeakSet<Page>();

/** Main's question over the window: a page of its own. */
export class ConsentView {
  readonly page: Page;
  readonly dialog: Locator;
  readonly cancelButton: Locator;
  readonly acceptButton: Locator;

  constructor(page: Page) {
    this.page = page;
    this.dialog = page.getByRole('alertdialog');
    this.cancelButton = this.dialog.getByRole('button', { name: consentTexts.cancel });
    this.acceptButton = this.dialog.getByRole('button', {
      name: new RegExp(
        `^(?:${consentTexts.runCommand.accept}|${consentTexts.connectUrl.accept}|${consentTexts.openLink.accept}|${consentTexts.addServers.accept}|${consentTexts.addServers.acceptEdit}|${consentTexts.signIn.accept}|${consentTexts.changeNetwork.accept}|${consentTexts.useProvider.accept}|${consentTexts.appCall.accept}|${consentTexts.appNetwork.accept}|${folderTexts.question.accept})$`,
      ),
    });
  }

  /** The pages of questions that are open now. */
  static openPages(app: OpenPages): Page[] {
    return app
      .windows()
      .filter(
        (page) =>
          page.url().startsWith('parley-consent://') && !page.isClosed() && !answered.has(page),
      );
  }

  /** Waits for the next question. */
  static async open(app: OpenPages): Promise<ConsentView> {
    await expect
      .poll(() => ConsentView.openPages(app).length, { message: 'a question is shown' })
      .toBeGreaterThan(0);
    const [page] = ConsentView.openPages(app);
    if (page === undefined) throw new Error('The question went away.');
    const view = new ConsentView(page);
    await expect(view.dialog).toBeVisible();
    return view;
  }

  /** Command (or address) and arguments, each with its number or name, as they are shown. */
  async lines(): Promise<[name: string, value: string][]> {
    const list = this.dialog.locator('dl').first();
    const names = await list.locator('dt').allInnerTexts();
    const values = await list.locator('dd').allInnerTexts();
    return names.map((name, index) => [name, values[index] ?? '']);
  }

  async accept(): Promise<void> {
    // A question that has just come takes no consent yet.
    await expect(this.page.locator('[data-settled="true"]')).toBeAttached();
    answered.add(this.page);
    await this.acceptButton.click();
  }

  /** Answers by a key. */
  async press(key: string): Promise<void> {
    // Keys go to what has the focus, which a question takes a moment after it is drawn.
    await expect(this.dialog.locator(':focus')).toBeAttached();
    answered.add(this.page);
    await this.page.keyboard.press(key).catch((failure: unknown) => {
      // The key that is down answers; on a busy machine the page is gone before the key is up.
      if (!this.page.isClosed()) throw failure;
    });
  }

  async cancel(): Promise<void> {
    answered.add(this.page);
    await this.cancelButton.click();
  }
}
