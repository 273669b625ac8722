// @ts-check
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Called by electron-builder before it sets the fuses: takes out the default app that a development Electron brings along.
 * @param {{ appOutDir: string, electronPlatformName: string, packager: { getResourcesDir(appOutDir: string): string } }} context
 */
export async function afterPack({ appOutDir, packager }) {
  const resources = packager.getResourcesDir(appOutDir);
  for (const name of ['app', 'default_app.asar']) {
    await rm(join(resources, name), { recursive: true, force: true });
  }
}
