import { homedir } from 'node:os';
import { join } from 'node:path';
import { Menu, Tray, app, nativeImage, session } from 'electron';
import { appMenuTexts } from '../../../shared/texts/en/app-menu.ts';
import type { Clock } from '../../lib/clock.ts';
import { spawnManaged } from '../../lib/subprocess.ts';
import { desktopEnvironment, ownProgram } from '../links/own-protocol.ts';
import { createRunner } from '../links/run-to-end.ts';
import { AT_LOGIN, autostartEntry } from './login-item.ts';
import { hasOwnSpelling } from './own-spelling.ts';
import type { SystemPart } from './system-control.ts';
import { hasTrayHost } from './tray-host.ts';

export interface TrayActions {
  readonly open: () => void;
  readonly newSession: () => void;
  readonly inbox: () => void;
}

/** The tray, with what a person wants of it most. */
export interface TrayPart extends SystemPart {
  /** Whether it can be seen now. Never rejects. */
  isShown(): Promise<boolean>;
  /** Says how many things wait. */
  showWaiting(count: number): void;
  /** Draws it anew, also when its words have become others. */
  draw(): void;
  dispose(): void;
}

export function trayPart(
  icons: { readonly tray: string; readonly app: string },
  actions: TrayActions,
  clock: Clock,
): TrayPart {
  let tray: Tray | undefined;
  let waiting = 0;
  const draw = (): void => {
    if (!tray) return;
    tray.setToolTip(appMenuTexts.tooltip(waiting));
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: appMenuTexts.open, click: actions.open },
        { label: appMenuTexts.inbox(waiting), click: actions.inbox },
        { label: appMenuTexts.newSession, click: actions.newSession },
        { type: 'separator' },
        {
          label: appMenuTexts.quit,
          click: () => {
            app.quit();
          },
        },
      ]),
    );
  };
  const end = (): void => {
    tray?.destroy();
    tray = undefined;
  };
  const make = (): void => {
    end();
    const isMac = process.platform === 'darwin';
    const picture = nativeImage.createFromPath(isMac ? icons.tray : icons.app);
    tray = new Tray(isMac ? picture : picture.resize({ width: 32, height: 32 }));
    // On macOS a click opens the menu.
    if (!isMac) tray.on('click', actions.open);
    draw();
  };
  const isShown = async (): Promise<boolean> => {
    if (process.platform !== 'linux') return tray !== undefined;
    const env = desktopEnvironment();
    const isHosted = await hasTrayHost(createRunner({ spawn: spawnManaged, clock, env }));
    if (!tray || !isHosted) return false;
    // A desktop whose trays came later, or came back, does not know this one.
    make();
    return true;
  };
  return {
    isSupported: true,
    isShown,
    set: (isOn) => {
      if (isOn) make();
      else end();
    },
    showWaiting: (count) => {
      waiting = count;
      draw();
    },
    draw,
    dispose: end,
  };
}

/** Start at login. Unpackaged programs of macOS and Windows would register Electron itself. */
export function loginPart(): SystemPart {
  if (process.platform !== 'linux') {
    return {
      isSupported: app.isPackaged,
      set: (isOn) => {
        app.setLoginItemSettings({ openAtLogin: isOn, args: [AT_LOGIN] });
      },
    };
  }
  const { XDG_CONFIG_HOME, PARLEY_CONFIG_DIR } = process.env;
  const entry = autostartEntry(join(XDG_CONFIG_HOME || join(homedir(), '.config'), 'autostart'), {
    ...ownProgram(),
    name: app.getName(),
    environment: PARLEY_CONFIG_DIR ? { PARLEY_CONFIG_DIR } : {},
  });
  return { isSupported: true, set: (isOn) => entry.set(isOn) };
}

/** True when the system started the app, not the person. */
export function isStartedAtLogin(): boolean {
  if (process.argv.includes(AT_LOGIN)) return true;
  return process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin;
}

/** The check of spelling by what the system itself has; elsewhere it would download. */
export function spellingPart(): SystemPart {
  return {
    isSupported: hasOwnSpelling(process.platform),
    set: (isOn) => {
      const { defaultSession } = session;
      // Windows lacks the words of some languages: those are not fetched either.
      if (process.platform === 'win32')
        defaultSession.setSpellCheckerDictionaryDownloadURL('http://127.0.0.1:1/');
      defaultSession.setSpellCheckerEnabled(isOn);
    },
  };
}
