import { expect, test } from '@playwright/test';
import { descendantsOf, stillRunning } from '../fixtures/processes.ts';
import { createProfile } from '../fixtures/profile.ts';
import { everythingServer } from '../fixtures/stdio-servers.ts';
import { appPages } from '../pages/app-pages.ts';
import { launchPackaged } from './packaged-app.ts';

test('the packed app does its main job and leaves nothing running', async () => {
  const profile = await createProfile();
  const packed = await launchPackaged(profile.root);
  const { shell, chat, addServer } = appPages(packed);
  const server = await addServer(everythingServer);
  await expect(server.state('connected')).toBeVisible({ timeout: 30_000 });
  await shell.openStart();
  await chat.send('Use the get-sum tool with a=19 and b=23');
  await chat.prompt.allowOnce();
  await expect(chat.answers.last()).toContainText('42');
  await chat.turnEnded();
  const family = descendantsOf(packed.pid);
  await packed.quit();
  await expect.poll(() => stillRunning(family), { timeout: 10_000 }).toEqual([]);

  const again = await launchPackaged(profile.root);
  await expect(appPages(again).shell.session(/get-sum/)).toBeVisible();
  await again.quit();
  await profile.remove();
});
