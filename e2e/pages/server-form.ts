import type { Locator, Page } from '@playwright/test';
import { text } from '../../shared/texts/catalogue.ts';

const words = text.servers.form;

/** What is typed into the form for a server that runs here. */
export interface StdioServer {
  readonly name: string;
  readonly command: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly folder?: string;
  /** One of the choices, such as "30 seconds". */
  readonly startTimeout?: string;
}

/** The dialog that adds or changes a server. */
export class ServerForm {
  readonly dialog: Locator;
  readonly name: Locator;
  readonly command: Locator;
  readonly address: Locator;
  readonly review: Locator;
  readonly cancel: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.dialog = page.getByRole('dialog');
    this.name = this.dialog.getByLabel(words.name, { exact: true });
    this.command = this.dialog
      .getByLabel(words.command, { exact: true })
      .and(page.locator('input'));
    this.address = this.dialog.getByLabel(words.url, { exact: true });
    this.review = this.dialog.getByRole('button', {
      name: new RegExp(`^(?:${words.reviewCommand}|${words.reviewAddress})`),
    });
    this.cancel = this.dialog.getByRole('button', { name: words.cancel });
  }

  argument(position: number): Locator {
    return this.dialog.getByRole('textbox', { name: words.argument(position), exact: true });
  }

  async fill(server: StdioServer): Promise<void> {
    await this.name.fill(server.name);
    await this.command.fill(server.command);
    for (const [index, argument] of (server.args ?? []).entries()) {
      await this.addArgument(index + 1, argument);
    }
    for (const [index, [name, value]] of Object.entries(server.env ?? {}).entries()) {
      await this.dialog.getByRole('button', { name: words.addVariable, exact: true }).click();
      await this.dialog.getByLabel(words.variableName(index + 1)).fill(name);
      await this.dialog.getByLabel(words.variableValue(name), { exact: true }).fill(value);
    }
    if (server.folder !== undefined) {
      await this.dialog.getByLabel(words.folder).fill(server.folder);
    }
    if (server.startTimeout !== undefined) {
      await this.dialog.getByRole('combobox', { name: words.startTimeout }).click();
      await this.#page.getByRole('option', { name: server.startTimeout }).click();
    }
  }

  async addArgument(position: number, argument: string): Promise<void> {
    await this.dialog.getByRole('button', { name: words.addArgument, exact: true }).click();
    await this.argument(position).fill(argument);
  }

  async fillAddress(name: string, transport: 'http' | 'sse', address: string): Promise<void> {
    await this.name.fill(name);
    await this.dialog.getByRole('radio', { name: words.transports[transport] }).click();
    await this.address.fill(address);
  }
}
