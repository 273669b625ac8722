import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { japanese } from '../../shared/texts/ja/japanese.ts';
import { text } from '../../shared/texts/catalogue.ts';
import { settings as settingsTexts } from '../../shared/texts/en/settings.ts';
import { firstRunTexts as words } from '../../shared/texts/en/first-run.ts';
import { launch } from '../fixtures/launch.ts';
import { createProfile } from '../fixtures/profile.ts';
import { appPages } from '../pages/app-pages.ts';
import { ConsentView } from '../pages/consent-view.ts';

test('who is new is led to a first prompt; the language holds at once, in main’s questions as well [UI-4, UI-0.language, UI-63.delete]', async () => {
  const profile = await createProfile({ fresh: true });
  const home = join(profile.root, 'home');
  await mkdir(home);
  const launched = await launch({ profile: profile.root, env: { HOME: home } });
  const { app, window } = launched;
  try {
    await expect(window.getByRole('heading', { name: words.model.title })).toBeFocused();
    await window.getByRole('radio', { name: words.model.offline }).click();
    await window.getByRole('button', { name: words.continue }).click();
    await expect(window.getByText(words.servers.none)).toBeVisible();
    await window.getByRole('button', { name: words.continue }).click();
    await window.getByRole('button', { name: text.chat.suggestions.list_notes.label }).click();
    await expect(window.getByRole('textbox', { name: text.chat.composer })).toHaveValue(
      text.chat.suggestions.list_notes.prompt,
    );

    await appPages(launched).shell.openSettings();
    await window.getByRole('button', { name: settingsTexts.sections.appearance }).click();
    await window.getByRole('combobox', { name: settingsTexts.appearance.language }).click();
    await window.getByRole('option', { name: '日本語' }).click();
    // The same page, in the other language.
    await expect(
      window.getByRole('heading', { name: japanese.settings.appearance.title }),
    ).toBeVisible();
    await expect(window.locator('html')).toHaveAttribute('lang', 'ja');
    expect(
      await app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.items.map(({ label }) => label)),
    ).toContain(japanese.appMenu.view);

    await window.getByRole('button', { name: japanese.settings.sections.data }).click();
    await window.getByRole('button', { name: japanese.data.delete.everythingAction }).click();
    const { page } = await ConsentView.open(app);
    await expect(
      page.getByRole('alertdialog', { name: japanese.consent.deleteData.titles.everything }),
    ).toBeVisible();
    await page.getByRole('button', { name: japanese.consent.cancel }).click();
    await expect(window.getByText(japanese.data.delete.done)).toBeHidden();
  } finally {
    await launched.quit();
    await profile.remove();
  }
});
