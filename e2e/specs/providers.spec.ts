import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { settings as settingsTexts } from '../../shared/texts/en/settings.ts';
import { instructions as instructionTexts } from '../../shared/texts/en/instructions.ts';
import { expect } from '../fixtures/index.ts';
import { test } from '../fixtures/scripted-model.ts';
import type { ModelStep, RecordedRequest } from '../servers/model/model-script.ts';

const words = settingsTexts.providers;
const instructions = instructionTexts;

function isForTitle({ body }: RecordedRequest): boolean {
  return JSON.stringify(body).includes('Give this conversation a title.');
}

function greeting(request: RecordedRequest): ModelStep {
  const isLater = JSON.stringify(request.body).includes('And now');
  const answer = isForTitle(request) ? 'Greetings' : isLater ? 'Good evening.' : 'Good morning.';
  return { kind: 'answer', parts: [{ text: answer }] };
}

test('Google is added after main’s question, its models chosen from its list and adjusted, and it is told the person’s instructions [UI-17.models, UI-17.instructions, SE-5.provider]', async ({
  parley,
  pages,
  profile,
  service,
}) => {
  const { window } = parley;
  const { settings, shell, chat } = pages;
  const picture = async (name: string): Promise<void> => {
    const to = process.env['PARLEY_PICTURES'];
    if (to !== undefined) await window.screenshot({ path: join(to, `${name}.png`) });
  };
  service.offer('gemini-2.5-pro', 'gemini-2.5-flash', 'text-embedding-x');
  await shell.openSettings();
  const provider = await settings.addProvider({
    kind: 'google',
    name: 'Gemini',
    url: service.url,
    models: ['gemini-1.0-old'],
    key: 'a-key-of-some-length-8Q2c',
  });
  await picture('provider-open');

  await test.step('models come from the provider’s list', async () => {
    await provider.root.getByRole('button', { name: words.models.choose }).click();
    const dialog = window.getByRole('dialog', { name: words.choose.title('Gemini') });
    await dialog.getByRole('checkbox', { name: 'gemini-2.5-pro' }).click();
    // What makes vectors alone is no model of sessions.
    await expect(dialog.getByRole('checkbox')).toHaveCount(3);
    await picture('provider-choose');
    await dialog.getByRole('button', { name: words.choose.save }).click();
    await expect(dialog).toBeHidden();
    await expect(provider.root).toContainText(words.models.isGone);
    await provider.root
      .getByRole('button', { name: words.models.takeOut('gemini-1.0-old') })
      .click();
    await expect(provider.root).not.toContainText(words.models.isGone);
    expect(service.listings.at(-1)?.['x-goog-api-key']).toBe('a-key-of-some-length-8Q2c');
  });

  await test.step('a model has settings of its own', async () => {
    await provider.root
      .getByRole('button', { name: words.models.settingsOf('gemini-2.5-pro') })
      .click();
    const dialog = window.getByRole('dialog', { name: words.model.title('gemini-2.5-pro') });
    await dialog.getByLabel(words.model.temperature).fill('0.25');
    await picture('provider-model');
    await dialog.getByRole('button', { name: words.model.save }).click();
    await expect(dialog).toBeHidden();
    service.push({ kind: 'answer', parts: [{ text: 'ready' }], usage: { input: 9, output: 4 } });
    await provider.testButton.click();
    await expect(provider.testResult).toContainText(words.test.used(9, 4));
    await expect(provider.root).toContainText(words.state.keyEnds('8Q2c'));
    await picture('provider-tested');
  });

  await test.step('instructions of the person and of the session', async () => {
    await settings.sections
      .getByRole('button', { name: settingsTexts.sections.instructions })
      .click();
    await window.getByLabel(instructions.label).fill('Answer in rhymes.');
    await window.getByRole('button', { name: instructions.save }).click();
    await expect(window.getByText(instructions.saved)).toBeVisible();
    await picture('instructions');
    expect(readFileSync(join(profile, 'instructions.md'), 'utf8')).toBe('Answer in rhymes.');
    await shell.openStart();
    await chat.chooseModel('gemini-2.5-pro');
    // The session is named by its model meanwhile.
    service.push(...Array.from({ length: 3 }, () => greeting));
    await chat.send('Greet me');
    await expect(chat.answers.last()).toHaveText('Good morning.');
    await chat.turnEnded();
    await shell.session('Greet').click({ button: 'right' });
    await window.getByRole('menuitem', { name: instructions.session.action }).click();
    const dialog = window.getByRole('dialog', { name: instructions.session.title });
    await dialog.getByLabel(instructions.session.label).fill('It is evening here.');
    await picture('session-instructions');
    await dialog.getByRole('button', { name: instructions.session.save }).click();
    await expect(dialog).toBeHidden();
    await chat.send('And now');
    await expect(chat.answers.last()).toHaveText('Good evening.');
    const asked = service.requests.filter((request) => !isForTitle(request));
    const [first, second] = asked.slice(-2).map(({ body }) => JSON.stringify(body));
    expect(first).toContain('Answer in rhymes.');
    expect(first).not.toContain('It is evening here.');
    expect(second).toContain('It is evening here.');
    expect(asked.at(-1)).toMatchObject({
      protocol: 'gemini',
      model: 'gemini-2.5-pro',
      body: { generationConfig: { temperature: 0.25 } },
    });
  });
});
