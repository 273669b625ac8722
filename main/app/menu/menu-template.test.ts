import { describe, expect, it, vi } from 'vitest';
import { bindingsOf } from '../../../shared/actions/action-list.ts';
import { menuTemplate, type MenuFacts } from './menu-template.ts';

const facts = (part: Partial<MenuFacts>): MenuFacts => ({
  platform: 'linux',
  isPackaged: true,
  bindings: bindingsOf(undefined, false),
  possible: new Set(['session.new', 'palette.open']),
  run: () => undefined,
  ...part,
});

describe('the menu bar', () => {
  it('follows the platform: an app menu on macOS, Quit and Settings under File elsewhere [UI-2.menu]', () => {
    const names = (template: ReturnType<typeof menuTemplate>) =>
      template.map(({ role, label }) => label ?? role);
    expect(names(menuTemplate(facts({ platform: 'darwin' })))).toEqual([
      'appMenu',
      'File',
      'Edit',
      'View',
      'Session',
      'Window',
      'Help',
    ]);
    const [file] = menuTemplate(facts({}));
    const items = file?.submenu as { id?: string; role?: string }[];
    expect(items.map(({ id, role }) => id ?? role)).toEqual(
      expect.arrayContaining(['session.new', 'settings.open', 'quit']),
    );
  });

  it('shows the keys that hold, runs its actions, and greys out what is not possible [UI-2.menu]', () => {
    const run = vi.fn();
    const bindings = bindingsOf({ 'session.new': 'Mod+Shift+Y' }, false);
    const [file] = menuTemplate(facts({ bindings, run }));
    const items = file?.submenu as {
      id?: string;
      accelerator?: string;
      enabled?: boolean;
      click?: () => void;
    }[];
    const item = (id: string) => items.find((one) => one.id === id);
    expect(item('session.new')).toMatchObject({
      accelerator: 'CommandOrControl+Shift+Y',
      enabled: true,
    });
    expect(item('server.add')).toMatchObject({ enabled: false });
    item('session.new')?.click?.();
    expect(run.mock.calls).toEqual([['session.new']]);
  });

  it('has reload and developer tools only while developing [UI-2.menu]', () => {
    const has = (isPackaged: boolean) =>
      JSON.stringify(menuTemplate(facts({ isPackaged }))).includes('toggleDevTools');
    expect([has(true), has(false)]).toEqual([false, true]);
  });
});
