import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';

interface Spot {
  readonly x: number;
  readonly y: number;
}

/** Somebody at the mouse and the keyboard. Locators only tell them where a thing is; nothing is done to the page by any other way. */
export class Person {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Moves the mouse to a thing and clicks it. */
  async press(target: Locator): Promise<void> {
    const { x, y } = await this.#find(target);
    await this.#page.mouse.move(x, y, { steps: 12 });
    await this.#page.mouse.down();
    await this.#page.mouse.up();
  }

  /** Presses a thing until it has gone: what has just appeared may not take a press yet. */
  async pressAway(target: Locator): Promise<void> {
    await expect(target).toBeVisible();
    await expect(async () => {
      if (await target.isHidden()) return;
      await this.press(target);
      await expect(target).toBeHidden({ timeout: 1_500 });
    }).toPass();
  }

  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text, { delay: 6 });
  }

  async key(name: string): Promise<void> {
    await this.#page.keyboard.press(name);
  }

  /** Presses a field and writes into it. */
  async write(field: Locator, text: string): Promise<void> {
    await this.press(field);
    await this.type(text);
    await expect(field).toHaveValue(text);
  }

  /** Where a thing is, once it stands still; turns the wheel when it is out of sight. */
  async #find(target: Locator): Promise<Spot> {
    await expect(target).toBeVisible();
    await expect(target).toBeEnabled();
    let before: Spot | undefined;
    let spot: Spot | undefined;
    await expect(async () => {
      before = spot;
      spot = middleOf(await target.boundingBox());
      const height = (await this.#page.locator('html').boundingBox())?.height ?? 0;
      if (spot.y < 0 || spot.y > height) {
        await this.#page.mouse.wheel(0, spot.y < 0 ? -200 : 200);
        throw new Error('It is out of sight.');
      }
      expect(spot).toEqual(before);
    }).toPass({ timeout: 10_000, intervals: [50] });
    if (spot === undefined) throw new Error('It is nowhere.');
    return spot;
  }
}

function middleOf(
  box: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  } | null,
): Spot {
  if (box === null) throw new Error('It is not drawn.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
