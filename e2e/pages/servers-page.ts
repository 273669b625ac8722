import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import type { ServerState } from '../../shared/mcp/server-state.ts';
import { text } from '../../shared/texts/catalogue.ts';
import { permissions as permissionTexts } from '../../shared/texts/en/permissions.ts';
import { serverSetup as serverSetupTexts } from '../../shared/texts/en/server-setup.ts';
import { ServerForm } from './server-form.ts';

type ServerStatus = ServerState['status'];

const words = text.servers;

/** The list of servers and the one that is shown in detail. */
export class ServersPage {
  readonly page: Page;
  readonly list: Locator;
  readonly form: ServerForm;

  constructor(page: Page) {
    this.page = page;
    this.list = page.getByRole('navigation', { name: words.list.label });
    this.form = new ServerForm(page);
  }

  /** Opens the form for a new server. */
  async add(): Promise<ServerForm> {
    await this.page.getByRole('button', { name: words.page.add }).first().click();
    await expect(this.form.dialog).toBeVisible();
    await this.form.dialog.getByRole('tab', { name: serverSetupTexts.add.tabs.form }).click();
    return this.form;
  }

  row(name: string): Locator {
    return this.list.getByRole('button', { name }).first();
  }

  async select(name: string): Promise<ServerDetail> {
    await this.row(name).click();
    return this.detail(name);
  }

  /** The shown server, if it has this name. */
  detail(name: string): ServerDetail {
    return new ServerDetail(this.page.getByRole('region', { name, exact: true }), this.page);
  }
}

/** One server: state, tabs, what can be done. */
export class ServerDetail {
  readonly root: Locator;
  readonly doctor: Locator;
  /** What was tried, in order. */
  readonly steps: Locator;
  readonly log: Locator;
  readonly switch: Locator;
  readonly #page: Page;

  constructor(root: Locator, page: Page) {
    this.root = root;
    this.#page = page;
    const steps = page.getByRole('list', { name: words.doctor.steps });
    this.steps = root.getByRole('list', { name: words.doctor.steps });
    this.doctor = root.getByRole('region').filter({ has: steps });
    this.log = root.getByRole('list', { name: /^Log of / });
    // The tools have switches of their own.
    this.switch = root.getByRole('switch').first();
  }

  /** The state in a word, as in the line under the name. */
  state(state: ServerStatus): Locator {
    return this.root.getByRole('paragraph').getByText(words.state[state], { exact: true });
  }

  step(title: string): Locator {
    return this.steps.getByRole('listitem').filter({ hasText: title });
  }

  async tab(name: 'overview' | 'tools' | 'logs' | 'traffic' | 'settings'): Promise<void> {
    await this.root.getByRole('tab', { name: words.tabs[name] }).click();
  }

  /** The row of a tool in the Tools tab. */
  tool(name: string): Locator {
    return this.root.getByRole('row').filter({ has: this.#page.getByText(name, { exact: true }) });
  }

  /** Chooses what holds for a tool in its row. */
  async setPermission(name: string, permission: 'ask' | 'allow' | 'deny'): Promise<void> {
    await this.tool(name).getByRole('combobox').click();
    const choice = permissionTexts.tools.choices[permission];
    await this.#page.getByRole('option', { name: choice, exact: true }).click();
  }

  /** The permission that a tool's row shows. */
  permission(name: string): Locator {
    return this.tool(name).getByRole('combobox');
  }

  toolSwitch(name: string): Locator {
    return this.tool(name).getByRole('switch');
  }

  get trustHints(): Locator {
    return this.root.getByRole('switch', { name: permissionTexts.tools.trustHints });
  }

  /** Opens what changed of a tool since it was approved. */
  async review(name: string): Promise<Locator> {
    await this.tool(name)
      .getByRole('button', { name: /^Review what changed/ })
      .click();
    return this.#page.getByRole('dialog');
  }

  /** What the Tools tab says of each tool: read-only, destructive, open world. */
  async allHints(): Promise<Record<string, string[]>> {
    const rows = await this.root.getByRole('row').all();
    const entries = await Promise.all(
      rows.map(async (row) => [
        (await row.getAttribute('data-tool')) ?? '',
        await row.locator('[data-hint]').allTextContents(),
      ]),
    );
    return Object.fromEntries(entries) as Record<string, string[]>;
  }

  async edit(): Promise<ServerForm> {
    await this.#choose(words.actions.edit);
    return new ServerForm(this.#page);
  }

  async remove(): Promise<void> {
    await this.#choose(words.actions.remove);
    await this.#page.getByRole('button', { name: words.remove.confirm }).click();
  }

  async restart(): Promise<void> {
    await this.root
      .getByRole('button', {
        name: new RegExp(`^(?:${words.actions.restart}|${words.actions.startAgain})$`),
      })
      .click();
  }

  async #choose(item: string): Promise<void> {
    await this.root.getByRole('button', { name: words.actions.more }).click();
    await this.#page.getByRole('menuitem', { name: item }).click();
  }
}
