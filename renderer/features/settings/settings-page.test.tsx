import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import type { ProviderState } from '../../../shared/ipc/routes/providers.ts';
import type { Settings } from '../../../shared/ipc/routes/settings.ts';
import { text } from '../../../shared/texts/catalogue.ts';
import { settings as settingsTexts } from '../../../shared/texts/en/settings.ts';
import {
  fill,
  person,
  renderWindow,
  wireError,
  type Script,
} from '../../testing/scripted-bridge.tsx';
import { SettingsPage, type SettingsSection } from './index.ts';

const words = settingsTexts.providers;
const KEY = 'sk-very-secret-1234';
const offline: ProviderState = {
  id: 'offline',
  kind: 'offline',
  label: 'Offline (no model)',
  models: [{ id: 'offline', label: 'Offline' }],
  key: 'not-needed',
};
const base: Settings = {
  theme: 'system',
  defaultModel: { provider_id: 'offline', id: 'offline' },
  sidebar: 'open',
  panel: 'open',
};
const gateway: ProviderState = {
  id: 'gateway',
  kind: 'openai-compatible',
  label: 'Team gateway',
  baseUrl: 'https://llm.example/v1',
  models: [
    { id: 'small', label: 'small' },
    { id: 'large', label: 'large' },
  ],
  key: 'missing',
};
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

/** Keeps the part that is shown, as the window does. */
function OpenSettings({ first }: { readonly first: SettingsSection }) {
  const [section, setSection] = useState(first);
  return <SettingsPage section={section} onSection={setSection} />;
}

async function show(
  providers: readonly ProviderState[] = [offline, gateway],
  script: Script = {},
  section: 'providers' | 'appearance' | 'network' | 'data' | 'about' = 'providers',
) {
  const user = person();
  const shown = await renderWindow(<OpenSettings first={section} />, {
    'providers.list': () => ({ providers: [...providers] }),
    ...script,
  });
  return { ...shown, user };
}

describe('providers', () => {
  it('says plainly that the offline planner is no language model', async () => {
    const { user } = await show();
    await user.click(screen.getByRole('button', { name: /^Offline \(no model\)/ }));
    expect(screen.getByText(words.offline.body)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Remove provider' })).toBeNull();
  });

  it.each(['missing', 'stored', 'in-memory', 'locked'] as const)(
    'says where the key is when it is %s [SE-51]',
    async (key) => {
      const { user } = await show([{ ...gateway, key }]);
      await user.click(screen.getByRole('button', { name: /Team gateway/ }));
      expect(screen.getByText(words.key.states[key])).toBeTruthy();
      expect(screen.queryByText(words.key.stored) !== null).toBe(key !== 'missing');
    },
  );

  it('sends a key once, masked, and never shows it again [SE-51]', async () => {
    const stored: ProviderState = { ...gateway, key: 'stored' };
    const { user, bridge, emit, view } = await show(undefined, {
      'providers.setKey': () => stored,
    });
    await user.click(screen.getByRole('button', { name: /Team gateway/ }));
    await user.click(button('Add key'));
    await fill(user, screen.getByLabelText('API key'), KEY);
    expect(screen.getByLabelText<HTMLInputElement>('API key').type).toBe('password');
    await user.click(button('Save key'));
    expect(bridge.inputs('providers.setKey')).toEqual([{ providerId: 'gateway', key: KEY }]);
    await emit('providers.changed', { providers: [offline, stored] });
    expect(await screen.findByText(words.key.stored)).toBeTruthy();
    await user.click(button('Replace'));
    expect(screen.getByLabelText<HTMLInputElement>('API key').value).toBe('');
    expect(view.baseElement.outerHTML).not.toContain(KEY);
  });

  it('shows the real answer of a test and the model that gave it', async () => {
    const { user, bridge } = await show(undefined, {
      'providers.test': () => ({ ok: true, status: 200, answer: 'ready indeed', durationMs: 1200 }),
    });
    await user.click(screen.getByRole('button', { name: /Team gateway/ }));
    await user.click(button('Test'));
    expect(bridge.inputs('providers.test')).toEqual([{ providerId: 'gateway', model: 'small' }]);
    expect(await screen.findByText('small answered')).toBeTruthy();
    expect(screen.getByText('Status 200, 1.2 s')).toBeTruthy();
    await user.click(button(words.test.showAnswer));
    expect(screen.getByText('ready indeed')).toBeTruthy();
  });

  it('shows the body of a refusal as it came, to be copied [UI-5]', async () => {
    const body = '{"error":{"type":"authentication_error","message":"invalid x-api-key"}}';
    const { user } = await show(undefined, {
      'providers.test': () => ({ ok: false, status: 401, answer: body, durationMs: 80 }),
    });
    await user.click(screen.getByRole('button', { name: /Team gateway/ }));
    await user.click(button('Test'));
    expect(await screen.findByText('Team gateway answered 401')).toBeTruthy();
    expect(screen.getByText(body)).toBeTruthy();
    await user.click(button(words.test.copy));
    expect(await navigator.clipboard.readText()).toBe(body);
  });

  it('tells a test that did not reach main from one that was refused [UI-5]', async () => {
    const { user } = await show(undefined, {
      'providers.test': () => {
        throw wireError('provider.no-key', 'No key is stored for gateway.');
      },
    });
    await user.click(screen.getByRole('button', { name: /Team gateway/ }));
    await user.click(button('Test'));
    expect((await screen.findByRole('alert')).textContent).toContain(
      text.errors['provider.no-key'],
    );
  });

  it('adds a provider with its key, checked as one types', async () => {
    const added: ProviderState = { ...gateway, id: 'local', label: 'Local', key: 'stored' };
    const { user, bridge } = await show([offline], {
      'providers.add': () => ({ provider: added }),
    });
    await user.click(button('Add provider'));
    const dialog = screen.getByRole('dialog', { name: 'Add provider' });
    const submit = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Add provider' });
    await user.click(within(dialog).getByRole('radio', { name: 'OpenAI-compatible' }));
    await fill(user, screen.getByLabelText('Name'), 'Local');
    await fill(user, screen.getByLabelText('Base URL'), 'localhost');
    expect(screen.getAllByText(words.form.problems['url-invalid']).length).toBeGreaterThan(0);
    expect(submit.disabled).toBe(true);
    await user.clear(screen.getByLabelText('Base URL'));
    await fill(user, screen.getByLabelText('Base URL'), 'http://localhost:11434/v1');
    await fill(user, screen.getByLabelText(/^Models offered/), 'llama\n\n qwen \n');
    await fill(user, screen.getByLabelText('API key'), KEY);
    await user.click(submit);
    expect(bridge.inputs('providers.add')).toEqual([
      {
        kind: 'openai-compatible',
        label: 'Local',
        baseUrl: 'http://localhost:11434/v1',
        models: ['llama', 'qwen'],
        key: KEY,
      },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('does not add a provider twice when only its key was refused', async () => {
    const { user, bridge } = await show([offline], {
      'providers.add': () => ({ provider: gateway, keyError: 'The keychain is locked.' }),
      'providers.setKey': () => ({ ...gateway, key: 'stored' }),
    });
    await user.click(button('Add provider'));
    const dialog = screen.getByRole('dialog');
    const submit = within(dialog).getByRole('button', { name: 'Add provider' });
    await fill(user, screen.getByLabelText('Name'), 'Anthropic');
    await fill(user, screen.getByLabelText(/^Models offered/), 'claude');
    await fill(user, screen.getByLabelText('API key'), KEY);
    await user.click(submit);
    expect((await screen.findByRole('alert')).textContent).toContain('The keychain is locked.');
    await user.click(submit);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(bridge.inputs('providers.add')).toHaveLength(1);
    expect(bridge.inputs('providers.setKey')).toHaveLength(1);
  });

  it('warns before an address change that costs the stored key [SE-51]', async () => {
    const { user, bridge } = await show([{ ...gateway, key: 'stored' }], {
      'providers.update': () => ({ provider: gateway }),
    });
    await user.click(screen.getByRole('button', { name: /Team gateway/ }));
    await user.clear(screen.getByLabelText('Base URL'));
    await fill(user, screen.getByLabelText('Base URL'), 'https://other.example/v1');
    expect(screen.getByText(words.form.keyDropped)).toBeTruthy();
    await user.click(button('Save changes'));
    expect(bridge.inputs('providers.update')).toEqual([
      {
        providerId: 'gateway',
        draft: {
          kind: 'openai-compatible',
          label: 'Team gateway',
          baseUrl: 'https://other.example/v1',
          models: ['small', 'large'],
        },
      },
    ]);
  });

  it('removes a provider after a question', async () => {
    const { user, bridge } = await show(undefined, { 'providers.remove': () => undefined });
    await user.click(screen.getByRole('button', { name: /Team gateway/ }));
    await user.click(button('Remove provider'));
    const dialog = await screen.findByRole('dialog', { name: 'Remove Team gateway?' });
    expect(document.activeElement?.textContent).toBe('Cancel');
    await user.click(within(dialog).getByRole('button', { name: 'Remove provider' }));
    expect(bridge.inputs('providers.remove')).toEqual([{ providerId: 'gateway' }]);
  });

  it('names a default model that is not offered any more', async () => {
    await show(undefined, {
      'settings.get': (): Settings => ({
        theme: 'dark',
        defaultModel: { provider_id: 'gone', id: 'old-model' },
        sidebar: 'open',
        panel: 'open',
      }),
    });
    expect(screen.getByLabelText(words.defaultModel.label).textContent).toContain(
      words.defaultModel.gone('old-model'),
    );
  });
});

describe('other settings', () => {
  it('changes the theme, and says when it could not be kept [UI-5]', async () => {
    let fail = false;
    const { user, bridge, store } = await show(
      undefined,
      {
        'settings.set': (patch: Partial<Settings>) => {
          if (fail) throw wireError('internal', 'The disk is full.');
          return {
            theme: 'system',
            defaultModel: { provider_id: 'offline', id: 'offline' },
            sidebar: 'open',
            panel: 'open',
            ...patch,
          };
        },
      },
      'appearance',
    );
    await user.click(screen.getByRole('radio', { name: 'Dark' }));
    expect(bridge.inputs('settings.set')).toEqual([{ theme: 'dark' }]);
    await waitFor(() => expect(store.getState().settings.theme).toBe('dark'));
    fail = true;
    await user.click(screen.getByRole('radio', { name: 'Light' }));
    await screen.findByRole('alert');
    expect(screen.getByRole('radio', { name: 'Dark' }).getAttribute('aria-checked')).toBe('true');
  });

  it('changes contrast, density and language [UI-0.language, UI-0.contrast, UI-0.density]', async () => {
    const { user, bridge } = await show(
      undefined,
      { 'settings.set': (patch: Partial<Settings>) => ({ ...base, ...patch }) },
      'appearance',
    );
    await user.click(screen.getByRole('radio', { name: 'High' }));
    await user.click(screen.getByRole('radio', { name: 'Compact' }));
    await user.click(screen.getByRole('combobox', { name: 'Language' }));
    await user.click(screen.getByRole('option', { name: '日本語' }));
    expect(bridge.inputs('settings.set')).toEqual([
      { contrast: 'high' },
      { density: 'compact' },
      { language: 'ja' },
    ]);
  });

  it('says what leaves this computer and that there is no sandbox [RT-30]', async () => {
    await show(undefined, {}, 'data');
    const shown = screen.getByRole('region', { name: settingsTexts.data.title }).textContent;
    expect(shown).toMatch(/prompts/);
    expect(shown).toMatch(/excerpts of files/);
    expect(shown).toMatch(/results of tools/);
    expect(shown).toMatch(/No sandbox/);
  });

  it('shows the version and goes from part to part', async () => {
    const { user } = await show();
    await user.click(button('About'));
    expect(screen.getByText('1.2.3')).toBeTruthy();
    expect(button('About').getAttribute('aria-current')).toBe('page');
  });
});

describe('the network', () => {
  const network = settingsTexts.network;

  it('is changed as a whole, once main has asked [UI-8.settings]', async () => {
    let changed = false;
    const { user, bridge, settings } = await showNetwork(() => changed);
    await user.click(screen.getByRole('radio', { name: network.proxies.address }));
    await fill(user, screen.getByLabelText(network.proxyAddress), 'http://proxy.test:8080');
    await fill(user, screen.getByLabelText(new RegExp(network.caFile)), '/etc/company.pem');
    await user.click(button(network.review));
    expect(await screen.findByText(network.cancelled)).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>(network.proxyAddress).value).toBe(
      'http://proxy.test:8080',
    );
    changed = true;
    await user.click(button(network.review));
    expect(await screen.findByText(network.saved)).toBeTruthy();
    const sent = {
      proxy: 'address',
      proxyAddress: 'http://proxy.test:8080',
      bypass: '',
      caFile: '/etc/company.pem',
      systemCertificates: true,
    };
    expect(bridge.inputs('settings.setNetwork')).toEqual([sent, sent]);
    expect(settings().network).toEqual(sent);
    expect(button(network.review).disabled).toBe(true);
  });

  it('says why a change cannot be used [UI-8.settings]', async () => {
    const { user } = await show(
      undefined,
      {
        'settings.setNetwork': () => {
          throw wireError('settings.invalid', 'The CA file /x could not be read.');
        },
      },
      'network',
    );
    await user.click(screen.getByRole('switch', { name: network.system }));
    await user.click(button(network.review));
    expect((await screen.findByRole('alert')).textContent).toContain('The setting was not changed');
  });

  async function showNetwork(isAgreed: () => boolean) {
    let current: Settings | undefined;
    const shown = await show(
      undefined,
      {
        'settings.setNetwork': (input) => {
          const changed = isAgreed();
          current = { ...base, network: input };
          return { changed, settings: changed ? current : base };
        },
      },
      'network',
    );
    return { ...shown, settings: () => current ?? base };
  }
});
