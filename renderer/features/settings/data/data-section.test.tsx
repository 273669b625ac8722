import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { ProfileData } from '../../../../shared/ipc/routes/data.ts';
import { text } from '../../../../shared/texts/catalogue.ts';
import { settings as settingsTexts } from '../../../../shared/texts/en/settings.ts';
import { dataTexts as words } from '../../../../shared/texts/en/data.ts';
import { person, renderWindow, wireError, type Script } from '../../../testing/scripted-bridge.tsx';
import { DataSection } from './data-section.tsx';

const ID = '11111111-1111-4111-8111-111111111111';
const kept: ProfileData = {
  parts: [
    { part: 'secrets', path: '/home/mira/.parley/secrets.json', bytes: 400, files: 1 },
    { part: 'sessions', path: '/home/mira/.parley/projects', bytes: 812_000_000, files: 214 },
    { part: 'other', path: '/home/mira/.parley', bytes: 10, files: 1 },
  ],
  isCut: false,
  secrets: 7,
  keychain: ['Parley Safe Storage'],
};

async function show(script: Script = {}) {
  const user = person();
  const shown = await renderWindow(<DataSection />, {
    'data.measure': () => kept,
    'data.trash': () => ({ sessions: [], keptDays: 30 }),
    ...script,
  });
  return { ...shown, user };
}

const press = (name: string) => screen.getByRole('button', { name });

describe('the page of data', () => {
  it('shows what is kept, how much, where, and what stays after an uninstall [UI-63.sizes]', async () => {
    const { user, bridge } = await show({ 'data.show': () => undefined });
    expect(await screen.findByText(words.total('812.0 MB'))).toBeTruthy();
    const page = screen.getByRole('region', { name: settingsTexts.data.title });
    expect(page.textContent).toContain(words.files(214));
    expect(page.textContent).toContain(words.entries(7));
    expect(page.textContent).toContain(words.inKeychain('Parley Safe Storage'));
    expect(page.textContent).toContain(words.noBackup);
    const stays = screen.getByRole('region', { name: words.uninstall.title });
    expect(stays.textContent).toContain('/home/mira/.parley');
    expect(stays.textContent).toContain('Parley Safe Storage');
    await user.click(press(words.showPart(words.parts.sessions)));
    expect(bridge.inputs('data.show')).toEqual([{ part: 'sessions' }]);
  });

  it('says why the sizes are not known, and tries again [UI-5, UI-63.sizes]', async () => {
    let fails = true;
    const { user } = await show({
      'data.measure': () => {
        if (fails) throw wireError('storage.failed', 'EACCES');
        return kept;
      },
    });
    expect((await screen.findByRole('alert')).textContent).toContain(words.measureFailed);
    fails = false;
    await user.click(press(settingsTexts.tryAgain));
    expect(await screen.findByText(words.total('812.0 MB'))).toBeTruthy();
  });

  it('backs up, and says what is not in it [UI-63.backup]', async () => {
    const { user, bridge } = await show({ 'data.backUp': () => ({ bytes: 1_100_000 }) });
    await user.click(press(words.backUp));
    expect(await screen.findByText(words.backedUp('1.1 MB'))).toBeTruthy();
    expect(bridge.inputs('data.backUp')).toHaveLength(1);
  });

  it('exports all sessions in the form that was chosen [UI-63.export]', async () => {
    const { user, bridge } = await show({ 'data.export': () => ({ sessions: 12 }) });
    await user.click(press(words.export));
    const dialog = await screen.findByRole('dialog', { name: words.exportTitle });
    await user.click(within(dialog).getByRole('radio', { name: 'JSON' }));
    await user.click(within(dialog).getByRole('button', { name: text.sessions.exportConfirm }));
    expect(await screen.findByText(words.exported(12))).toBeTruthy();
    expect(bridge.inputs('data.export')).toEqual([{ format: 'json', redact: true }]);
  });

  it('lists deleted sessions and puts them back [UI-63.trash]', async () => {
    let sessions = [
      { id: ID, title: 'Orders', deletedAt: 0 },
      { id: ID.replace('1', '2'), deletedAt: 0 },
    ];
    const { user, bridge } = await show({
      'data.trash': () => ({ sessions, keptDays: 30 }),
      'sessionList.restore': () => {
        sessions = sessions.slice(1);
        return undefined;
      },
    });
    expect(await screen.findByText(words.trash.untitled)).toBeTruthy();
    expect(screen.getByText(words.trash.intro(30))).toBeTruthy();
    await user.click(press(words.trash.restoreOf('Orders')));
    expect(bridge.inputs('sessionList.restore')).toEqual([{ sessionIds: [ID] }]);
    await waitFor(() => expect(screen.queryByText('Orders')).toBeNull());
  });

  it('deletes through main, and says nothing was done when it was refused there [UI-63.delete]', async () => {
    let deleted = false;
    const { user, bridge } = await show({ 'data.delete': () => ({ deleted }) });
    await user.click(press(words.delete.sessionsAction));
    expect(bridge.inputs('data.delete')).toEqual([{ what: 'sessions' }]);
    expect(screen.queryByText(words.delete.done)).toBeNull();
    deleted = true;
    await user.click(press(words.delete.everythingAction));
    expect(await screen.findByText(words.delete.done)).toBeTruthy();
    expect(bridge.inputs('data.delete')).toEqual([{ what: 'sessions' }, { what: 'everything' }]);
  });
});
