import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import type { FolderChoice } from '../../../../shared/ipc/routes/folders.ts';
import { person, renderWindow } from '../../../testing/scripted-bridge.tsx';
import { FolderPicker } from './folder-picker.tsx';

function Picker() {
  const [folder, setFolder] = useState<FolderChoice | undefined>(undefined);
  return <FolderPicker folder={folder} onChoose={setFolder} />;
}

it('the folder of a session is chosen in main, told with its trust, and can be left out again [UI-17.folder]', async () => {
  const answers = [null, { folder: '/home/a/code', trusted: false }];
  await renderWindow(<Picker />, { 'folders.choose': () => answers.shift() ?? null });
  await person().click(screen.getByRole('button', { name: 'Choose a folder' }));
  await person().click(screen.getByRole('button', { name: 'Choose a folder' }));
  const chosen = await screen.findByRole('button', { name: 'Folder code not trusted' });
  expect(chosen.title).toBe('/home/a/code');
  await person().click(screen.getByRole('button', { name: 'Work without this folder' }));
  expect(screen.getByRole('button', { name: 'Choose a folder' })).toBeTruthy();
});
