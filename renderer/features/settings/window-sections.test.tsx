import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { SystemState } from '../../../shared/ipc/routes/shell.ts';
import type { Settings } from '../../../shared/ipc/routes/settings.ts';
import { text } from '../../../shared/texts/catalogue.ts';
import { person, renderWindow, wireError } from '../../testing/scripted-bridge.tsx';
import { LogSection } from './log-section.tsx';
import { NotificationsSection } from './notifications-section.tsx';
import { SystemSection } from './system-section.tsx';

const part = { isOn: false, isSupported: true };
const system: SystemState = {
  tray: part,
  openAtLogin: part,
  quickPrompt: { ...part, isTaken: false },
  spelling: { isOn: false, isSupported: false },
};

it('what the system cannot is said and not offered; what it refuses stays off with the reason [UI-62]', async () => {
  const words = text.shell.system;
  const { bridge, emit } = await renderWindow(<SystemSection />, {
    'shell.system': () => system,
    'shell.setSystem': (patch: { tray?: boolean }) => {
      if (patch.tray === true) return { ...system, tray: { ...part, isOn: true } };
      throw wireError('settings.invalid', 'No folder for it.');
    },
  });
  const user = person();
  const control = (name: string) => screen.getByRole<HTMLButtonElement>('switch', { name });
  await waitFor(() => expect(control(words.spelling).disabled).toBe(true));
  expect(screen.getByText(words.spellingUnsupported)).toBeTruthy();
  await user.click(control(words.tray));
  await waitFor(() => expect(control(words.tray).getAttribute('aria-checked')).toBe('true'));
  await user.click(control(words.openAtLogin));
  expect((await screen.findByRole('alert')).textContent).toContain('No folder for it.');
  expect(control(words.openAtLogin).getAttribute('aria-checked')).toBe('false');
  expect(bridge.inputs('shell.setSystem')).toEqual([{ tray: true }, { openAtLogin: true }]);
  await emit('shell.systemChanged', {
    ...system,
    quickPrompt: { isOn: true, isSupported: true, isTaken: true },
  });
  expect(screen.getByText(words.quickPromptTaken)).toBeTruthy();
});

it('notices of the system are turned off by kind [UI-3.call]', async () => {
  let keep: () => void = () => undefined;
  const kept = new Promise<void>((resolve) => (keep = resolve));
  const { bridge, store } = await renderWindow(<NotificationsSection />, {
    'settings.set': async (patch: Partial<Settings>) => {
      await kept;
      return { ...store.getState().settings, ...patch };
    },
  });
  const control = screen.getByRole('switch', { name: text.shell.notify.turns });
  expect(control.getAttribute('aria-checked')).toBe('true');
  await person().click(control);
  // A switch that cannot be used for a moment loses the focus.
  expect(control).toHaveProperty('disabled', false);
  keep();
  await waitFor(() => expect(control.getAttribute('aria-checked')).toBe('false'));
  expect(bridge.inputs('settings.set')).toEqual([{ notify: { waiting: true, turns: false } }]);
});

it('the log is shown, searched and filtered by what went wrong [UI-7.log]', async () => {
  const words = text.shell.log;
  await renderWindow(<LogSection />, {
    'shell.log': () => ({
      file: '/home/me/.parley/logs/main.log',
      lines: [
        { at: '2026-01-02T03:04:05.000Z', level: 'info', message: 'Started.', details: '' },
        {
          at: '2026-01-02T03:05:05.000Z',
          level: 'error',
          message: 'A server ended.',
          details: '{"code":3}',
        },
      ],
    }),
  });
  const user = person();
  const list = await screen.findByRole('list', { name: words.lines });
  expect(within(list).getAllByRole('listitem')).toHaveLength(2);
  await user.click(screen.getByRole('radio', { name: words.levels.problems }));
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((line) => line.textContent),
  ).toEqual(['01-02 03:05:05ErrorA server ended.{"code":3}']);
  await user.type(screen.getByRole('searchbox', { name: words.filter }), 'zebra');
  expect(screen.getByText(words.noMatch)).toBeTruthy();
});
