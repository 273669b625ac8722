import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { text } from '../../shared/texts/catalogue.ts';

const words = text.signIn;

/** The sign-in of a server, in its overview. */
export class SignInSection {
  readonly root: Locator;
  readonly start: Locator;
  readonly signOut: Locator;
  readonly address: Locator;
  readonly cancel: Locator;
  readonly accounts: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.root = page.getByRole('region', { name: words.title, exact: true });
    this.start = this.root.getByRole('button', {
      name: new RegExp(`^(?:${words.start}|${words.startAgain})$`),
    });
    this.signOut = this.root.getByRole('button', { name: words.signOut, exact: true });
    this.address = this.root.getByRole('region', { name: words.address });
    this.cancel = this.root.getByRole('button', { name: words.cancel });
    this.accounts = this.root.getByRole('list', { name: words.accounts });
  }

  /** Opens the part of the server where it is. */
  async open(): Promise<void> {
    await this.#page.getByRole('tab', { name: text.servers.tabs.overview }).click();
    await expect(this.root).toBeVisible();
  }

  async chooseRedirect(choice: 'auto' | 'protocol' | 'loopback'): Promise<void> {
    const radio = this.root.getByRole('radio', { name: words.redirects[choice] });
    await radio.click();
    await expect(radio).toBeChecked();
  }

  /** Adds an account and begins its sign-in. */
  async addAccount(name: string): Promise<void> {
    await this.root.getByRole('button', { name: words.addAccount }).click();
    await this.root.getByLabel(words.accountName).fill(name);
    await this.root.getByRole('button', { name: words.add, exact: true }).click();
  }

  async useAccount(name: string): Promise<void> {
    await this.root.getByRole('button', { name: words.useAccount(name) }).click();
  }
}
