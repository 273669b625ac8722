import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { ProviderState } from '../../../shared/ipc/routes/providers.ts';
import type { Settings } from '../../../shared/ipc/routes/settings.ts';
import { text } from '../../../shared/texts/catalogue.ts';
import { firstRunTexts as words } from '../../../shared/texts/en/first-run.ts';
import { readDraft, writeDraft } from '../../lib/drafts.ts';
import { person, renderWindow, wireError, type Script } from '../../testing/scripted-bridge.tsx';
import { FirstRun } from './index.ts';

const base: Settings = {
  theme: 'system',
  defaultModel: { provider_id: 'offline', id: 'offline' },
  sidebar: 'open',
  panel: 'open',
  welcomed: false,
};
const gateway: ProviderState = {
  id: 'gateway',
  kind: 'openai-compatible',
  label: 'Team gateway',
  baseUrl: 'https://llm.example/v1',
  models: [{ id: 'large', label: 'large' }],
  key: 'stored',
};

async function show(script: Script = {}) {
  const user = person();
  const onOpen = vi.fn();
  const shown = await renderWindow(
    <FirstRun
      onOpen={onOpen}
      renderAdding={({ onAdded, onClose }) => (
        <div role="dialog">
          <button onClick={() => onAdded('gateway')}>Added</button>
          <button onClick={onClose}>Closed</button>
        </div>
      )}
      renderServers={({ onBack, onDone }) => (
        <>
          <h1>{words.servers.title}</h1>
          <button onClick={onBack}>Back</button>
          <button onClick={onDone}>Done</button>
        </>
      )}
    />,
    {
      'settings.get': () => base,
      'settings.set': (patch: Partial<Settings>) => ({ ...base, ...patch }),
      ...script,
    },
  );
  return { ...shown, user, onOpen };
}

const press = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}`) });
const title = (name: string) => screen.findByRole('heading', { name });

describe('the first steps', () => {
  it('lead to a provider, whose model new sessions get then [UI-4.model]', async () => {
    const { user, bridge } = await show({ 'providers.list': () => ({ providers: [gateway] }) });
    expect(document.activeElement).toBe(await title(words.model.title));
    await user.click(screen.getByRole('radio', { name: words.model.service }));
    await user.click(press(words.continue));
    await user.click(await screen.findByRole('button', { name: 'Closed' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(press(words.continue));
    await user.click(await screen.findByRole('button', { name: 'Added' }));
    await title(words.servers.title);
    expect(bridge.inputs('settings.set')).toEqual([
      { defaultModel: { provider_id: 'gateway', id: 'large' } },
    ]);
  });

  it('lead to working without a model, by keys alone [UI-4.model]', async () => {
    const { user, bridge } = await show();
    await title(words.model.title);
    screen.getByRole('radio', { name: words.model.offline }).focus();
    await user.keyboard(' ');
    expect(
      screen.getByRole('radio', { name: words.model.offline }).getAttribute('aria-checked'),
    ).toBe('true');
    await user.keyboard('{Enter}');
    await title(words.servers.title);
    expect(bridge.inputs('settings.set')).toEqual([
      { defaultModel: { provider_id: 'offline', id: 'offline' } },
    ]);
  });

  it('say why a choice was not kept, and stay [UI-4.model, UI-5]', async () => {
    const { user } = await show({
      'settings.set': () => {
        throw wireError('storage.failed', 'The disk is full.');
      },
    });
    await user.click(screen.getByRole('radio', { name: words.model.offline }));
    await user.click(press(words.continue));
    expect((await screen.findByRole('alert')).textContent).toContain('could not be kept');
    await title(words.model.title);
  });

  it('can be skipped and gone back, and end with a prompt in the composer that is not sent [UI-4.prompt]', async () => {
    writeDraft('start', 'Mine');
    const { user, bridge, onOpen } = await show();
    await user.click(press(words.skip));
    await user.click(press('Back'));
    await title(words.model.title);
    await user.click(press(words.skip));
    await user.click(press('Done'));
    await title(words.prompt.title);
    const list = screen.getByRole('list', { name: words.prompt.list });
    await user.click(within(list).getByRole('button', { name: /Write a note/ }));
    expect(readDraft('start')).toBe(`Mine\n\n${text.chat.suggestions.write_note.prompt}`);
    writeDraft('start', '');
    expect(bridge.inputs('settings.set')).toEqual([{ welcomed: true }]);
    expect(onOpen).toHaveBeenCalledOnce();
    expect(bridge.calls.filter(({ route }) => route.startsWith('sessions.send'))).toEqual([]);
  });
});
