import type { Locator, Page } from '@playwright/test';
import { text } from '../../shared/texts/catalogue.ts';

const words = text.elicitation;
/** A question that has just come takes no answer yet, in ms. */
const GRACE_MS = 400;

/** What a server asks, in its dialog or in the inbox. */
export class QuestionDialog {
  readonly root: Locator;
  readonly #page: Page;

  constructor(page: Page, root: Locator = page.getByRole('dialog')) {
    this.#page = page;
    this.root = root;
  }

  field(name: string): Locator {
    return this.root.getByLabel(name, { exact: true });
  }

  async choose(field: string, option: string): Promise<void> {
    await this.root.getByRole('combobox', { name: field }).click();
    await this.#page.getByRole('option', { name: option, exact: true }).click();
  }

  button(name: string): Locator {
    return this.root.getByRole('button', { name, exact: true });
  }

  /** Presses until the question is gone. */
  async answer(press: () => Promise<void>): Promise<void> {
    const id = await this.root.locator('[data-question]').getAttribute('data-question');
    const shown = this.#page.locator(`[data-question="${id ?? ''}"]`);
    const deadline = Date.now() + 10_000;
    while (await shown.count()) {
      if (Date.now() > deadline) throw new Error('The question does not go away.');
      await press();
      await shown.waitFor({ state: 'detached', timeout: GRACE_MS * 3 }).catch(() => undefined);
    }
  }

  send(server: string): Promise<void> {
    return this.answer(() => this.button(words.send(server)).click({ timeout: 2_000 }));
  }

  decline(): Promise<void> {
    return this.answer(() => this.button(words.decline).click({ timeout: 2_000 }));
  }
}
