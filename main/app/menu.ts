import type { MenuItemConstructorOptions } from 'electron';
import { Menu, app } from 'electron';
import { appMenuTexts } from '../../shared/texts/en/app-menu.ts';

/** The menu bar with the platform's own items. Reload and developer tools only while developing. */
export function installMenu(): void {
  const isMac = process.platform === 'darwin';
  const template: MenuItemConstructorOptions[] = [
    ...(isMac ? [{ role: 'appMenu' } as const] : []),
    ...(isMac ? [] : [{ label: appMenuTexts.file, submenu: [{ role: 'quit' } as const] }]),
    { role: 'editMenu' },
    {
      label: appMenuTexts.view,
      submenu: [
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
        ...(app.isPackaged
          ? []
          : [
              { type: 'separator' } as const,
              { role: 'reload' } as const,
              { role: 'toggleDevTools' } as const,
            ]),
      ],
    },
    { role: 'windowMenu' },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
