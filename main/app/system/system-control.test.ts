import { describe, expect, it, vi } from 'vitest';
import type { SystemSettings } from '../../../shared/ipc/routes/settings.ts';
import { SystemControl, type SystemControlDeps } from './system-control.ts';

function control(part: Partial<SystemControlDeps> = {}, system?: SystemSettings) {
  let settings: { system?: SystemSettings; shortcuts?: Record<string, string | null> } =
    system === undefined ? {} : { system };
  const listeners = new Set<() => void>();
  const told = vi.fn();
  const parts = { tray: vi.fn(), openAtLogin: vi.fn(), spelling: vi.fn() };
  const keys = vi.fn((accelerator: string | null) => accelerator !== 'CommandOrControl+Alt+T');
  const change = (patch: typeof settings): Promise<void> => {
    settings = { ...settings, ...patch };
    for (const listener of listeners) listener();
    return Promise.resolve();
  };
  const made = new SystemControl({
    tray: { isSupported: true, set: parts.tray },
    openAtLogin: { isSupported: true, set: parts.openAtLogin },
    spelling: { isSupported: false, set: parts.spelling },
    globalKeys: { isSupported: true, use: keys },
    isMac: false,
    settings: {
      get: () => settings,
      set: change,
      onChange: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    onChange: told,
    log: () => undefined,
    ...part,
  });
  return { made, parts, keys, told, change, settings: () => settings };
}

describe('how the app lives in the system', () => {
  it('is all off at first, and touches nothing [UI-62]', async () => {
    const { made, parts, keys } = control();
    await made.start();
    expect(parts.tray.mock.calls).toEqual([[false]]);
    expect(parts.openAtLogin).not.toHaveBeenCalled();
    expect(keys).not.toHaveBeenCalled();
    expect(made.staysInTray).toBe(false);
    expect(made.state()).toEqual({
      tray: { isOn: false, isSupported: true },
      openAtLogin: { isOn: false, isSupported: true },
      spelling: { isOn: false, isSupported: false },
      quickPrompt: { isOn: false, isSupported: true, isTaken: false },
    });
  });

  it('is turned on by the person, kept, and on again at the next start [UI-62]', async () => {
    const { made, parts, told, settings } = control();
    const state = await made.set({ tray: true, openAtLogin: true });
    expect(state.tray.isOn && state.openAtLogin.isOn && made.staysInTray).toBe(true);
    expect(told).toHaveBeenLastCalledWith(state);
    expect(parts.openAtLogin.mock.calls).toEqual([[true]]);
    const later = control({}, settings().system);
    await later.made.start();
    expect(later.parts.tray.mock.calls).toEqual([[true]]);
  });

  it('is not said to be on where the system refuses [UI-62]', async () => {
    const refusing = {
      isSupported: true,
      set: () => Promise.reject(new Error('No folder for it.')),
    };
    const { made, settings } = control({ openAtLogin: refusing });
    await expect(made.set({ openAtLogin: true })).rejects.toMatchObject({
      code: 'settings.invalid',
      message: 'No folder for it.',
    });
    expect(settings().system).toBeUndefined();
    expect(made.state().openAtLogin.isOn).toBe(false);
  });

  it('loses none of two changes at once [UI-62]', async () => {
    const { made, settings } = control();
    await Promise.all([made.set({ tray: true }), made.set({ openAtLogin: true })]);
    expect(settings().system).toMatchObject({ tray: true, openAtLogin: true });
  });

  it('turns off again what was turned on by a change that cannot be kept [UI-62]', async () => {
    const refusing = vi.fn((isOn: boolean) =>
      isOn ? Promise.reject(new Error('No folder for it.')) : Promise.resolve(),
    );
    const { made, parts, settings } = control({
      openAtLogin: { isSupported: true, set: refusing },
    });
    await expect(made.set({ tray: true, openAtLogin: true })).rejects.toThrow('No folder for it.');
    expect(parts.tray.mock.calls).toEqual([[true], [false]]);
    expect(settings().system).toBeUndefined();
    expect(await made.set({ quickPrompt: true })).toMatchObject({ quickPrompt: { isOn: true } });
  });

  it('asks nothing of the system that it cannot do [UI-62]', async () => {
    const { made, parts } = control();
    expect(await made.set({ spelling: true })).toMatchObject({ spelling: { isOn: false } });
    expect(parts.spelling).not.toHaveBeenCalled();
  });

  it('hears the keys of the quick prompt, follows other keys, and says when they are taken [UI-62.quick]', async () => {
    const { made, keys, change, told } = control();
    await made.set({ quickPrompt: true });
    expect(keys).toHaveBeenLastCalledWith('CommandOrControl+Shift+Space');
    await change({ shortcuts: { 'quick.prompt': 'Mod+Alt+T' } });
    expect(keys).toHaveBeenLastCalledWith('CommandOrControl+Alt+T');
    expect(told.mock.lastCall?.[0]).toMatchObject({ quickPrompt: { isOn: true, isTaken: true } });
    await change({ shortcuts: { 'quick.prompt': 'Mod+C' } });
    expect(keys).toHaveBeenLastCalledWith(null);
    expect(made.state().quickPrompt.isTaken).toBe(true);
    await change({ shortcuts: { 'quick.prompt': 'Mod+Alt+T' } });
    await made.set({ quickPrompt: false });
    expect(keys).toHaveBeenLastCalledWith(null);
    expect(made.state().quickPrompt.isTaken).toBe(false);
    await made.set({ quickPrompt: true });
    made.dispose();
    expect(keys).toHaveBeenLastCalledWith(null);
  });
});
