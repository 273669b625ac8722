import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { serverSetup as serverSetupTexts } from '../../../../shared/texts/en/server-setup.ts';
import { fill, person, renderWindow, serverState } from '../../../testing/scripted-bridge.tsx';
import type { Script } from '../../../testing/scripted-bridge.tsx';
import { ServersPage } from '../index.ts';

const words = serverSetupTexts.raw;
const file = { path: '/p/servers.json', text: '{\n  "a": 1\n}', revision: 'one', notes: [] };
const area = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: words.label });
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: words.save });

async function openSource(script: Script = {}) {
  const user = person();
  const shown = await renderWindow(<ServersPage />, {
    'servers.list': () => ({ servers: [serverState({ name: 'mine' })], sequence: 1 }),
    'serverSetup.raw': () => file,
    'serverSetup.checkRaw': ({ text: source }: { text: string }) => ({
      notes: source.includes('bad')
        ? [
            {
              severity: 'error',
              sentence: 'A comma is missing here.',
              position: { line: 2, column: 3 },
            },
          ]
        : [],
    }),
    ...script,
  });
  await user.click(screen.getByRole('button', { name: words.open }));
  await screen.findByText(words.description(file.path));
  return { ...shown, user };
}

describe('servers as JSON', () => {
  it('shows the path, names line and column, goes there, and does not save a mistake [UI-33.source, UI-33.mistakes]', async () => {
    const { user, bridge } = await openSource({
      'serverSetup.saveRaw': () => ({
        outcome: 'saved',
        file: { ...file, text: 'stored', revision: 'two' },
      }),
    });
    expect(area().value).toBe(file.text);
    await user.clear(area());
    await fill(user, area(), 'x\n  bad');
    await user.click(await screen.findByRole('button', { name: 'Line 2, column 3' }));
    expect(area().selectionStart).toBe(4);
    expect(save().disabled).toBe(true);
    await user.clear(area());
    await fill(user, area(), 'good');
    expect(await screen.findByText(words.valid)).toBeTruthy();
    await user.click(save());
    expect(bridge.inputs('serverSetup.saveRaw')).toEqual([{ text: 'good', revision: 'one' }]);
    expect(await screen.findByText(words.saved)).toBeTruthy();
    expect(area().value).toBe('stored');
    expect(bridge.inputs('serverSetup.raw')).toHaveLength(1);
  });

  it('offers to reload when the file was changed outside, and saves nothing over it [UI-33.outside]', async () => {
    let now = file;
    const { user, emit, bridge } = await openSource({ 'serverSetup.raw': () => now });
    await fill(user, area(), 'mine');
    now = { ...file, text: 'theirs', revision: 'two' };
    await emit('serverSetup.fileChanged', { revision: 'two' });
    expect(screen.getByText(words.changed)).toBeTruthy();
    expect(save().disabled).toBe(true);
    await user.click(screen.getByRole('button', { name: words.reload }));
    expect(area().value).toBe('theirs');
    expect(screen.queryByText(words.changed)).toBeNull();
    expect(bridge.inputs('serverSetup.saveRaw')).toEqual([]);
  });
});
