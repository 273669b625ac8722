import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { text } from '../../shared/texts/catalogue.ts';

/** More stops than any way through the window has. */
const MOST_STOPS = 80;

/** A person who has no mouse. */
export class Keyboard {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  press(keys: string): Promise<void> {
    return this.page.keyboard.press(keys);
  }

  /** Types one letter after another into what has the focus. */
  type(words: string): Promise<void> {
    return this.page.keyboard.type(words);
  }

  /** Goes on by one key until the focus is where it should be. */
  async goTo(target: Locator, key = 'Tab'): Promise<void> {
    await expect(target).toBeVisible();
    for (let stop = 0; stop < MOST_STOPS; stop += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await this.press(key);
    }
    throw new Error(`${String(target)} was not reached by ${key}.`);
  }

  /** Runs what the palette finds first for these words. */
  async run(words: string): Promise<void> {
    await this.press('ControlOrMeta+K');
    const field = this.page.getByRole('combobox', { name: text.shell.palette.title });
    await expect(field).toBeFocused();
    await this.type(words);
    await expect(this.page.getByRole('option', { selected: true })).toContainText(words, {
      ignoreCase: true,
    });
    await this.press('Enter');
    await expect(field).toBeHidden();
  }
}
