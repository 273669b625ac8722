import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import type { ProviderDraft } from '../../shared/ipc/routes/providers.ts';
import { text } from '../../shared/texts/catalogue.ts';
import { settings as settingsTexts } from '../../shared/texts/en/settings.ts';
import { permissions as permissionTexts } from '../../shared/texts/en/permissions.ts';

import type { ConsentView } from './consent-view.ts';

const words = settingsTexts;

/** What is typed into the form for a provider. */
export interface NewProvider {
  readonly kind: ProviderDraft['kind'];
  readonly name: string;
  readonly url: string;
  readonly models: readonly string[];
  readonly key?: string;
}

/** The settings. */
export class SettingsPage {
  readonly page: Page;
  readonly sections: Locator;
  readonly providers: Locator;

  constructor(
    page: Page,
    private readonly consent: () => Promise<ConsentView>,
  ) {
    this.page = page;
    this.sections = page.getByRole('navigation', { name: words.sections.label });
    this.providers = page.getByRole('list', { name: words.providers.list });
  }

  async section(section: 'providers' | 'appearance' | 'network' | 'data' | 'about'): Promise<void> {
    await this.sections.getByRole('button', { name: words.sections[section] }).click();
    await expect(
      this.page.getByRole('region', { name: words[section].title, exact: true }),
    ).toBeVisible();
  }

  /** A part whose words are of the window. */
  async windowSection(section: 'shortcuts' | 'system' | 'log'): Promise<void> {
    const { title } = text.shell[section];
    await this.sections.getByRole('button', { name: title, exact: true }).click();
    await expect(this.page.getByRole('region', { name: title, exact: true })).toBeVisible();
  }

  /** The ledger of permissions. */
  async ledger(): Promise<Locator> {
    const words = permissionTexts.ledger;
    await this.sections.getByRole('button', { name: words.section }).click();
    return this.page.getByRole('region', { name: words.title, exact: true });
  }

  async chooseTheme(theme: 'system' | 'light' | 'dark'): Promise<void> {
    await this.section('appearance');
    const choice = this.page.getByRole('radio', { name: words.appearance.themes[theme] });
    await choice.click();
    await expect(choice).toBeChecked();
  }

  /** Adds a provider, which is then open. */
  async addProvider(provider: NewProvider): Promise<ProviderPanel> {
    const { form } = words.providers;
    await this.section('providers');
    await this.page.getByRole('button', { name: words.providers.add }).click();
    const dialog = this.page.getByRole('dialog', { name: form.addTitle });
    await dialog.getByRole('radio', { name: form.kinds[provider.kind] }).click();
    await dialog.getByLabel(form.label, { exact: true }).fill(provider.name);
    await dialog.getByLabel(form.baseUrl).fill(provider.url);
    await dialog.getByLabel(form.models).fill(provider.models.join('\n'));
    if (provider.key !== undefined) {
      await dialog.getByLabel(form.key, { exact: true }).fill(provider.key);
    }
    await dialog.getByRole('button', { name: form.add }).click();
    await (await this.consent()).accept();
    await expect(dialog).toBeHidden();
    return this.provider(provider.name);
  }

  provider(name: string): ProviderPanel {
    return new ProviderPanel(this.providers.locator('[data-provider]').filter({ hasText: name }));
  }
}

/** One provider in the list. */
export class ProviderPanel {
  readonly root: Locator;
  readonly testButton: Locator;
  readonly testResult: Locator;
  /** What the provider really answered. */
  readonly testAnswer: Locator;

  constructor(root: Locator) {
    this.root = root;
    this.testButton = root.getByRole('button', { name: words.providers.test.button, exact: true });
    this.testResult = root.locator('[data-test-result]');
    this.testAnswer = root.getByLabel(words.providers.test.answerLabel);
  }

  async replaceKey(key: string): Promise<void> {
    const { key: keyWords } = words.providers;
    await this.root.getByRole('button', { name: keyWords.replace }).click();
    await this.root.getByLabel(keyWords.label, { exact: true }).fill(key);
    await this.root.getByRole('button', { name: keyWords.save }).click();
  }
}
