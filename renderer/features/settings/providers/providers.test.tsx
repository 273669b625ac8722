import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ProviderState } from '../../../../shared/ipc/routes/providers.ts';
import { settings as settingsTexts } from '../../../../shared/texts/en/settings.ts';
import { fill, person, renderWindow, type Script } from '../../../testing/scripted-bridge.tsx';
import { SettingsPage } from '../index.ts';

const words = settingsTexts.providers;
const offline: ProviderState = {
  id: 'offline',
  kind: 'offline',
  label: 'Offline (no model)',
  models: [{ id: 'offline', label: 'Offline' }],
  key: 'not-needed',
};
const gateway: ProviderState = {
  id: 'gateway',
  kind: 'openai-compatible',
  label: 'Team gateway',
  baseUrl: 'https://llm.example/v1',
  models: [
    { id: 'small', label: 'small', contextWindow: 32_000, takesImages: false, takesPdf: false },
    { id: 'old', label: 'old', isGone: true },
  ],
  key: 'stored',
};
const claude: ProviderState = {
  id: 'claude',
  kind: 'anthropic',
  label: 'Anthropic',
  models: [
    {
      id: 'claude-sonnet-4-5',
      label: 'claude-sonnet-4-5',
      listedPrices: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
      pricesOf: '2025-11',
    },
  ],
  key: 'stored',
};
const draft = {
  kind: 'openai-compatible',
  label: 'Team gateway',
  baseUrl: 'https://llm.example/v1',
};
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });

async function show(providers: readonly ProviderState[], script: Script = {}) {
  const user = person();
  const shown = await renderWindow(
    <SettingsPage section="providers" onSection={() => undefined} />,
    {
      'providers.list': () => ({ providers: [...providers] }),
      ...script,
    },
  );
  return { ...shown, user };
}

it('a provider says what its last test said, when it last worked, and how its key ends [UI-17.known]', async () => {
  const now = Date.now();
  await show([
    { ...gateway, lastTest: { ok: false, status: 401, at: now }, lastWorkedAt: now - 120_000 },
    {
      ...claude,
      lastTest: { ok: true, status: 200, at: now },
      keyHint: { ending: '8Q2c', addedAt: now - 60_000 },
    },
    { ...gateway, id: 'third', label: 'Third', lastTest: { ok: false, at: now } },
  ]);
  const rows = within(screen.getByRole('list', { name: words.list })).getAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringContaining('Answered 401. Last worked: 2 min') as string,
    expect.stringContaining('Ready. Key ends in 8Q2c') as string,
    expect.stringContaining('Could not be reached. OpenAI-compatible, llm.example') as string,
  ]);
});

it('a closed row offers the key that is missing, or another for one that was refused [UI-17.known]', async () => {
  const { user } = await show([
    { ...claude, key: 'missing' },
    { ...gateway, lastTest: { ok: false, status: 401, at: Date.now() } },
    { ...gateway, id: 'free', label: 'Free', key: 'missing' },
  ]);
  expect(screen.getAllByRole('button', { name: words.key.enter })).toHaveLength(1);
  await user.click(button(words.key.replaceKey));
  expect(screen.getByLabelText(words.key.label)).toBeTruthy();
  expect(button(words.key.save)).toBeTruthy();
});

it('nothing is added or moved when the person says no to main [SE-5.provider]', async () => {
  const { user, bridge } = await show([gateway], {
    'providers.add': () => ({ provider: null }),
    'providers.update': () => ({ provider: null }),
  });
  await user.click(button(words.add));
  await user.click(screen.getByRole('radio', { name: words.form.kinds.google }));
  const dialog = screen.getByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: words.form.add }));
  expect(await screen.findByText(words.form.declined)).toBeTruthy();
  expect(bridge.inputs('providers.add')).toEqual([{ kind: 'google', label: 'Google', models: [] }]);
  await user.click(within(dialog).getByRole('button', { name: words.form.cancel }));
  await user.click(button(/Team gateway/));
  await user.clear(screen.getByLabelText('Base URL'));
  await fill(user, screen.getByLabelText('Base URL'), 'https://other.example/v1');
  await user.click(button(words.form.save));
  expect(await screen.findByText(words.form.unchanged)).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Base URL').value).toBe(
    'https://other.example/v1',
  );
});

it('a name that is typed stays while models are changed beside it, and is saved with them [UI-17.models]', async () => {
  const { user, bridge, emit } = await show([gateway], {
    'providers.update': () => ({ provider: gateway }),
  });
  await user.click(button(/Team gateway/));
  await user.clear(screen.getByLabelText(words.form.label));
  await fill(user, screen.getByLabelText(words.form.label), 'Our gateway');
  await user.click(button(words.models.takeOut('old')));
  expect(bridge.inputs('providers.update')).toHaveLength(1);
  await emit('providers.changed', {
    providers: [{ ...gateway, models: gateway.models.slice(0, 1) }],
  });
  expect(screen.getByLabelText<HTMLInputElement>(words.form.label).value).toBe('Our gateway');
  await user.click(button(words.form.save));
  expect(bridge.inputs('providers.update').at(-1)).toEqual({
    providerId: 'gateway',
    draft: { ...draft, label: 'Our gateway', models: ['small'] },
  });
});

it('models are chosen from the provider’s list or typed, and one that is gone is said so [UI-17.models]', async () => {
  const { user, bridge } = await show([gateway], {
    'providers.listModels': () => ({
      ok: true,
      models: ['small', 'large', ...Array.from({ length: 9 }, (_, n) => `x${String(n)}`)].map(
        (id) => ({ id }),
      ),
      isWhole: true,
    }),
    'providers.update': () => ({ provider: gateway }),
  });
  await user.click(button(/Team gateway/));
  expect(screen.getByText(words.models.goneNote(1))).toBeTruthy();
  await user.click(button(words.models.choose));
  const dialog = within(
    await screen.findByRole('dialog', { name: words.choose.title(gateway.label) }),
  );
  const list = within(await dialog.findByRole('list', { name: words.choose.list }));
  expect(list.getByRole('checkbox', { name: 'old' }).closest('li')?.textContent).toContain(
    words.choose.gone,
  );
  await user.click(list.getByRole('checkbox', { name: 'old' }));
  await fill(user, dialog.getByLabelText(words.choose.find), 'lar');
  expect(list.queryByRole('checkbox', { name: 'x1' })).toBeNull();
  await user.click(list.getByRole('checkbox', { name: 'large' }));
  await fill(user, dialog.getByLabelText(new RegExp(`^${words.choose.type}`)), 'unlisted{Enter}');
  await user.click(dialog.getByRole('button', { name: words.choose.add }));
  await user.click(dialog.getByRole('button', { name: words.choose.save }));
  expect(bridge.inputs('providers.update')).toEqual([
    {
      providerId: 'gateway',
      draft: { ...draft, models: ['small', 'large', 'unlisted{Enter}'] },
    },
  ]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('a list that the provider refuses is told by its real answer, and names can still be typed [UI-17.models, UI-5]', async () => {
  const body = '{"error":{"message":"no such key"}}';
  const { user } = await show([gateway], {
    'providers.listModels': () => ({ ok: false, status: 403, answer: body }),
  });
  await user.click(button(/Team gateway/));
  await user.click(button(words.models.choose));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Team gateway answered 403');
  expect(alert.textContent).toContain(words.choose.failedNote);
  expect(screen.getByLabelText(new RegExp(`^${words.choose.type}`))).toBeTruthy();
});

it('a model that is gone is taken out by the person alone [UI-17.models]', async () => {
  const { user, bridge } = await show([gateway], {
    'providers.update': () => ({ provider: gateway }),
  });
  await user.click(button(/Team gateway/));
  expect(screen.queryByRole('button', { name: words.models.takeOut('small') })).toBeNull();
  await user.click(button(words.models.takeOut('old')));
  expect(bridge.inputs('providers.update')).toEqual([
    { providerId: 'gateway', draft: { ...draft, models: ['small'] } },
  ]);
});

it('what a person says of a model is checked as it is typed, and sent [UI-17.settings, UI-16.prices]', async () => {
  const { user, bridge } = await show([gateway, claude], { 'providers.setModel': () => gateway });
  await user.click(button(/Team gateway/));
  await user.click(button(words.models.settingsOf('small')));
  const dialog = within(screen.getByRole('dialog', { name: words.model.title('small') }));
  const save = dialog.getByRole<HTMLButtonElement>('button', { name: words.model.save });
  expect(dialog.getByText(words.model.unknown)).toBeTruthy();
  expect(dialog.getByText(words.model.contextHelp(32_000))).toBeTruthy();
  await fill(user, dialog.getByLabelText(words.model.temperature), '3');
  expect(dialog.getByText('From 0 to 2.')).toBeTruthy();
  expect(save.disabled).toBe(true);
  await user.clear(dialog.getByLabelText(words.model.temperature));
  await fill(user, dialog.getByLabelText(words.model.temperature), '.5');
  await fill(user, dialog.getByLabelText(words.model.contextWindow), '64,000');
  await fill(user, dialog.getByLabelText(words.model.price.input), '1.5');
  expect(dialog.getByText(words.model.priceBoth)).toBeTruthy();
  await fill(user, dialog.getByLabelText(words.model.price.output), '0');
  await user.click(save);
  expect(bridge.inputs('providers.setModel')).toEqual([
    {
      providerId: 'gateway',
      model: 'small',
      settings: { temperature: 0.5, contextWindow: 64_000, prices: { input: 1.5, output: 0 } },
    },
  ]);
  await user.click(button(/^Anthropic/));
  await user.click(button(words.models.settingsOf('claude-sonnet-4-5')));
  expect(screen.getByText(words.model.listed('2025-11'))).toBeTruthy();
  const input = screen.getByLabelText<HTMLInputElement>(words.model.price.input);
  expect([input.value, input.placeholder]).toEqual(['', '3']);
});

it('local services are looked for when asked; one that runs is added, one that does not is said [UI-17.local]', async () => {
  const { user, bridge } = await show([offline], {
    'providers.findLocal': () => ({
      found: [
        { service: 'ollama', baseUrl: 'http://127.0.0.1:11434/v1', models: ['llama3.2', 'qwen3'] },
        { service: 'lm-studio', baseUrl: 'http://127.0.0.1:1234/v1', reason: 'ECONNREFUSED' },
      ],
    }),
    'providers.add': () => ({ provider: { ...gateway, id: 'ollama' } }),
  });
  expect(bridge.inputs('providers.findLocal')).toEqual([]);
  await user.click(button(words.local.look));
  expect(await screen.findByText(words.local.found(2, '127.0.0.1:11434'))).toBeTruthy();
  expect(screen.getByText(words.local.notFound('LM Studio', '127.0.0.1:1234'))).toBeTruthy();
  await user.click(button('Use Ollama'));
  expect(bridge.inputs('providers.add')).toEqual([
    {
      kind: 'openai-compatible',
      label: 'Ollama',
      baseUrl: 'http://127.0.0.1:11434/v1',
      models: ['llama3.2', 'qwen3'],
    },
  ]);
});

it('providers are put in another order [UI-17.order]', async () => {
  const { user, bridge } = await show([offline, gateway, claude], {
    'providers.reorder': () => undefined,
  });
  await user.click(button(/Team gateway/));
  expect(button(words.order.up).disabled).toBe(true);
  await user.click(button(words.order.down));
  expect(bridge.inputs('providers.reorder')).toEqual([{ order: ['claude', 'gateway'] }]);
});
