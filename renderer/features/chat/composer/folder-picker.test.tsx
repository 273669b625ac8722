import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import type { FolderChoice } from '../../../../shared/ipc/routes/folders.ts';
import { person, renderWindow, type Script } from '../../../testing/scripted-bridge.tsx';
import { FolderPicker } from './folder-picker.tsx';

function Picker() {
  const [folder, setFolder] = useState<FolderChoice | undefined>(undefined);
  return <FolderPicker folder={folder} onChoose={setFolder} />;
}

async function pick(item: string | RegExp) {
  const user = person();
  await user.click(screen.getByRole('button', { name: /^Folder/ }));
  await user.click(await screen.findByText(item));
}

it('the folder of a session is chosen in main, told with its trust, and can be left out again [UI-17.folder]', async () => {
  const answers = [null, { folder: '/home/a/code', trusted: false }];
  await renderWindow(<Picker />, { 'folders.choose': () => answers.shift() ?? null });
  await pick('Choose a folder');
  await pick('Choose a folder');
  const chosen = await screen.findByRole('button', { name: 'Folder code not trusted' });
  expect(chosen.title).toBe('/home/a/code');
  await pick('No folder');
  expect(screen.getByRole('button', { name: 'Folder No folder' })).toBeTruthy();
});

it('a folder that is trusted already is chosen without the dialog [UI-17.folder]', async () => {
  const script: Script = {
    'folders.trusted': () => ({ folders: ['/home/a/harbor-api'] }),
    'folders.useTrusted': ({ folder }: { folder: string }) => ({ folder, trusted: true }),
  };
  const { bridge } = await renderWindow(<Picker />, script);
  await pick('harbor-api');
  expect(await screen.findByRole('button', { name: 'Folder harbor-api trusted' })).toBeTruthy();
  expect(bridge.inputs('folders.useTrusted')).toEqual([{ folder: '/home/a/harbor-api' }]);
  expect(bridge.inputs('folders.choose')).toEqual([]);
});
