import { describe, expect, it } from 'vitest';
import { actionIds, bindingsOf, conflictsOf, defaultKeys } from './action-list.ts';
import { acceleratorOf, isShortcut, shortcutOf, withoutDigit } from './shortcut.ts';

const press = (key: string, code: string, held = '') => ({
  key,
  code,
  ctrlKey: held.includes('c'),
  metaKey: held.includes('m'),
  altKey: held.includes('a'),
  shiftKey: held.includes('s'),
});

describe('a key press', () => {
  it.each([
    ['k', 'KeyK', 'c', 'Mod+K'],
    ['F', 'KeyF', 'cs', 'Mod+Shift+F'],
    // Where the person's keyboard has the letter.
    ['q', 'KeyA', 'c', 'Mod+Q'],
    // Another script, and the signs that Alt makes: by the place.
    ['л', 'KeyK', 'c', 'Mod+K'],
    ['∫', 'KeyB', 'ca', 'Mod+Alt+B'],
    ['&', 'Digit1', 'c', 'Mod+1'],
    ['+', 'Equal', 'cs', 'Mod+Plus'],
    ['=', 'Equal', 'c', 'Mod+Plus'],
    ['+', 'BracketRight', 'c', 'Mod+Plus'],
    [',', 'Comma', 'c', 'Mod+,'],
    ['>', 'Period', 'cs', 'Mod+Shift+.'],
    ['F6', 'F6', 's', 'Shift+F6'],
    ['Tab', 'Tab', 'c', 'Mod+Tab'],
    [' ', 'Space', 'cs', 'Mod+Shift+Space'],
    ['End', 'End', 'c', 'Mod+End'],
    ['Control', 'ControlLeft', 'c', undefined],
    ['Dead', 'BracketLeft', '', '['],
    ['k', 'KeyK', 'm', undefined],
  ])('%s (%s, %s) is %s [UI-2.keys]', (key, code, held, expected) => {
    expect(shortcutOf(press(key, code, held), false)).toBe(expected);
  });

  it('of Command and of Control are two on macOS, and AltGr types [UI-2.keys]', () => {
    expect(shortcutOf(press('k', 'KeyK', 'm'), true)).toBe('Mod+K');
    expect(shortcutOf(press('Tab', 'Tab', 'c'), true)).toBe('Ctrl+Tab');
    const typed = { ...press('@', 'KeyQ', 'ca'), getModifierState: () => true };
    expect(shortcutOf(typed, false)).toBeUndefined();
  });

  it('has a number where it ends with one [UI-2.keys]', () => {
    expect(withoutDigit('Mod+7')).toEqual({ shortcut: 'Mod+1', digit: 7 });
    expect(withoutDigit('Mod+0')).toBeUndefined();
    expect(withoutDigit('F1')).toBeUndefined();
  });
});

describe('the actions', () => {
  it.each([true, false])(
    'have shortcuts without a conflict by default, macOS: %s [UI-2.keys]',
    (isMac) => {
      const bindings = bindingsOf(undefined, isMac);
      for (const id of actionIds) {
        const keys = defaultKeys(id, isMac);
        if (keys !== null) expect(isShortcut(keys), id).toBe(true);
        expect(conflictsOf(id, bindings), id).toEqual([]);
      }
    },
  );

  it('take what the person chose, none at all too, and leave unknown names and keys alone [UI-2.keys]', () => {
    const choices = {
      'inbox.open': 'Mod+F',
      'palette.open': null,
      'gone.by': 'F2',
      'turn.stop': '??',
    };
    const bindings = bindingsOf(choices, false);
    expect(bindings['inbox.open']).toBe('Mod+F');
    expect(bindings['palette.open']).toBeUndefined();
    expect(bindings['turn.stop']).toBe('Mod+.');
    expect(conflictsOf('inbox.open', bindings)).toEqual(['session.find']);
    expect(conflictsOf('list.next', bindingsOf({ 'sidebar.toggle': 'J' }, false))).toEqual([]);
  });

  it('are written as the menus of the system want them [UI-2.menu]', () => {
    expect(acceleratorOf('Mod+Shift+Enter')).toBe('CommandOrControl+Shift+Return');
    expect(acceleratorOf('Ctrl+Tab')).toBe('Control+Tab');
  });
});
