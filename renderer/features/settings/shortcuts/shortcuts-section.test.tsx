import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Settings } from '../../../../shared/ipc/routes/settings.ts';
import { text } from '../../../../shared/texts/catalogue.ts';
import { useActionRun } from '../../../lib/actions/action-context.tsx';
import { person, renderWindow } from '../../../testing/scripted-bridge.tsx';
import { ShortcutsSection } from './shortcuts-section.tsx';

const words = text.shell.shortcuts;
const settings: Settings = {
  theme: 'system',
  defaultModel: { provider_id: 'offline', id: 'offline' },
  sidebar: 'open',
  panel: 'open',
};

async function showShortcuts(shortcuts?: Settings['shortcuts']) {
  const ran = vi.fn();
  const Page = () => {
    useActionRun('inbox.open', () => void ran('inbox.open'));
    return <ShortcutsSection />;
  };
  let current: Settings = { ...settings, ...(shortcuts && { shortcuts }) };
  const window = await renderWindow(<Page />, {
    'settings.get': () => current,
    'settings.set': (patch: Partial<Settings>) => (current = { ...current, ...patch }),
  });
  const row = (id: string) => {
    const found = document.querySelector<HTMLElement>(`[data-action="${id}"]`);
    if (found === null) throw new Error(`There is no row ${id}.`);
    return found;
  };
  const change = (id: string, name: string) =>
    within(row(id))
      .getAllByRole('button', { name: (given) => given.startsWith(words.change(name)) })
      .at(-1) as HTMLElement;
  return { ...window, ran, row, change };
}

describe('the shortcuts', () => {
  it('are changed by pressing other keys, which hold at once [UI-2.shortcuts]', async () => {
    const { bridge, row, change, ran } = await showShortcuts();
    const user = person();
    await user.click(change('inbox.open', 'Inbox'));
    expect(document.activeElement).toBe(screen.getByLabelText(words.pressFor('Inbox')));
    // What types something is no shortcut of the window.
    await user.keyboard('x');
    expect(screen.getByRole('alert').textContent).toBe(words.needsModifier);
    await user.keyboard('{Control>}{Shift>}y{/Shift}{/Control}');
    await waitFor(() => expect(row('inbox.open').textContent).toContain(words.isChanged));
    expect(bridge.inputs('settings.set')).toEqual([{ shortcuts: { 'inbox.open': 'Mod+Shift+Y' } }]);
    expect(document.activeElement).toBe(change('inbox.open', 'Inbox'));
    await user.keyboard('{Control>}{Shift>}y{/Shift}{/Control}');
    await user.keyboard('{Control>}i{/Control}');
    expect(ran.mock.calls).toEqual([['inbox.open']]);
  });

  it('keep the old keys at Escape, may have none, and go back one by one or all [UI-2.shortcuts]', async () => {
    const { bridge, row, change } = await showShortcuts({ 'turn.stop': 'Mod+Shift+X' });
    const user = person();
    await user.click(change('inbox.open', 'Inbox'));
    await user.keyboard('{Escape}');
    expect(screen.queryByLabelText(words.pressFor('Inbox'))).toBeNull();
    expect(bridge.inputs('settings.set')).toEqual([]);
    await user.click(change('inbox.open', 'Inbox'));
    await user.click(screen.getByRole('button', { name: words.clearOf('Inbox') }));
    await waitFor(() => expect(row('inbox.open').textContent).toContain(words.none));
    await user.click(screen.getByRole('button', { name: words.resetOf('Inbox') }));
    await waitFor(() => expect(row('inbox.open').textContent).not.toContain(words.isChanged));
    await user.click(screen.getByRole('button', { name: words.resetAll }));
    await user.click(
      within(screen.getByRole('dialog')).getByRole('button', { name: words.resetAllConfirm }),
    );
    await waitFor(() => expect(bridge.inputs('settings.set').at(-1)).toEqual({ shortcuts: {} }));
  });

  it('are found by words and by keys; conflicts are told at both [UI-2.shortcuts]', async () => {
    const { row } = await showShortcuts({ 'inbox.open': 'Mod+F' });
    const user = person();
    expect(row('inbox.open').textContent).toContain(words.also('Find in session'));
    expect(row('session.find').textContent).toContain(words.also('Inbox'));
    await user.click(screen.getByRole('radio', { name: words.conflicts(2) }));
    expect(document.querySelectorAll('[data-action]')).toHaveLength(2);
    await user.click(screen.getByRole('radio', { name: words.all }));
    const search = screen.getByRole('searchbox', { name: words.search });
    await user.type(search, 'stop');
    expect([...document.querySelectorAll('[data-action]')]).toEqual([row('turn.stop')]);
    await user.clear(search);
    await user.keyboard('{Control>}k{/Control}');
    expect([...document.querySelectorAll('[data-action]')]).toEqual([row('palette.open')]);
    await user.keyboard('{Escape}');
    expect(document.querySelectorAll('[data-action]').length).toBeGreaterThan(20);
  });
});
