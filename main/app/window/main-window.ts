import type { WebContents } from 'electron';
import { BrowserWindow, Menu, app, clipboard, dialog, nativeTheme, screen } from 'electron';
import { EVENT_CHANNEL, START_PAGE_HASH } from '../../../shared/ipc/contract.ts';
import type { EventName } from '../../../shared/ipc/registry.ts';
import { messageOf } from '../../../shared/lib/errors.ts';
import { windowTexts } from '../../../shared/texts/en/window.ts';
import type { InputClock } from '../../ipc/input-clock.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Disposable } from '../../lib/disposable.ts';
import type { Log } from '../../lib/logger.ts';
import type { VersionedFile } from '../../storage/versioned-file.ts';
import { APP_ORIGIN } from '../pages/page-origins.ts';
import { hasOwnSpelling } from '../system/own-spelling.ts';
import { contextMenu } from './context-menu.ts';
import { HangWatch } from './hang-watch.ts';
import { PageDeaths } from './page-deaths.ts';
import { PageLifetime } from './page-lifetime.ts';
import type { WindowTheme } from './title-bar.ts';
import { titleBarOptions, windowColours } from './title-bar.ts';
import type { SavedPlacement } from './window-placement.ts';
import { MIN_HEIGHT, MIN_WIDTH, placeWindow } from './window-placement.ts';
import { WindowShowing } from './window-showing.ts';
import type { ZoomStep } from './zoom.ts';
import { zoomLevel } from './zoom.ts';
import { safePreferences } from '../security/preference-faults.ts';

export interface MainWindowOptions {
  readonly preload: string;
  /** A picture for the task bar where the system takes none from the program itself. */
  readonly icon: string;
  readonly placement: VersionedFile<SavedPlacement>;
  readonly inputClock: InputClock;
  readonly clock: Clock;
  readonly log: Log;
}

/** What the window needs of what is opened after it. */
export interface WindowServices {
  /** Asks the person and opens an address that was chosen in a menu. */
  readonly openLink: (url: string) => void;
  /** The system started the app at login: the tray brings the window. */
  readonly staysHidden: boolean;
}

/** The one window of the app. It is shown when its first picture is ready. */
export class MainWindow implements Disposable {
  readonly window: BrowserWindow;
  readonly #lifetime: PageLifetime;
  readonly #options: MainWindowOptions;
  readonly #showing: WindowShowing;
  readonly #deaths = new PageDeaths();
  #placementKept: Promise<void> = Promise.resolve();
  #served: WindowServices = { openLink: () => undefined, staysHidden: false };

  constructor(options: MainWindowOptions) {
    this.#options = options;
    this.window = createWindow(options);
    const isMaximized = options.placement.value.window?.isMaximized === true;
    this.#showing = new WindowShowing(this.window, isMaximized);
    this.#lifetime = new PageLifetime(this.window.webContents);
    options.inputClock.watch(this.window.webContents);
    this.window.once('ready-to-show', () => {
      if (!this.#served.staysHidden) this.#showing.show();
    });
    this.#watchPage();
    this.window.on('close', () => {
      this.#keepPlacement();
    });
    this.#reviveAfterDeath();
    const followTheme = (): void => {
      if (this.window.isDestroyed()) return;
      const colours = windowColours[currentTheme()];
      this.window.setBackgroundColor(colours.background);
      if (process.platform === 'win32') {
        this.window.setTitleBarOverlay({ color: colours.background, symbolColor: colours.symbol });
      }
    };
    nativeTheme.on('updated', followTheme);
    this.window.once('closed', () => nativeTheme.off('updated', followTheme));
  }

  serve(services: WindowServices): void {
    this.#served = services;
  }

  /** Makes the page larger or smaller, and keeps it so. */
  zoom(step: ZoomStep): void {
    const { placement, log } = this.#options;
    const level = zoomLevel(this.window.webContents.getZoomLevel(), step);
    this.window.webContents.setZoomLevel(level);
    placement
      .update((kept) => ({ ...kept, zoomLevel: level }))
      .catch((failure: unknown) => {
        log('warn', 'The size of the page could not be kept.', { reason: messageOf(failure) });
      });
  }

  /** Resolves when the page has loaded. */
  load(): Promise<void> {
    return this.window.loadURL(`${APP_ORIGIN}/index.html`);
  }

  /** Draws the page anew; what it shows is kept. */
  reload(): void {
    if (!this.window.isDestroyed()) this.window.webContents.reload();
  }

  /** Id of the window when `contents` are its page, else undefined. */
  idOf(contents: WebContents): number | undefined {
    if (this.window.isDestroyed() || contents !== this.window.webContents) return undefined;
    return this.window.id;
  }

  /** Aborts when the page that is loaded now goes away. */
  get pageSignal(): AbortSignal {
    return this.#lifetime.signal;
  }

  deliver(event: EventName, payload: unknown): void {
    if (this.window.isDestroyed() || this.window.webContents.isCrashed()) return;
    this.window.webContents.send(EVENT_CHANNEL, event, payload);
  }

  /** Brings the window to the front. */
  focus(): void {
    if (this.window.isDestroyed()) return;
    if (this.window.isMinimized()) this.window.restore();
    this.#showing.show();
    this.window.focus();
  }

  /** Closes the window; resolves when its place is on disk. */
  async dispose(): Promise<void> {
    if (!this.window.isDestroyed()) {
      this.#keepPlacement();
      this.window.destroy();
    }
    await this.#placementKept;
  }

  #keepPlacement(): void {
    const { placement, log } = this.#options;
    const { isMaximized } = this.#showing;
    const bounds = this.window.getNormalBounds();
    this.#placementKept = placement
      .update((kept) => ({ ...kept, window: { bounds, isMaximized } }))
      .then(
        () => undefined,
        (failure: unknown) => {
          log('warn', 'The place of the window could not be kept.', { reason: messageOf(failure) });
        },
      );
  }

  /** Its zoom, its menu of a right click, and whether it answers. */
  #watchPage(): void {
    const { window } = this;
    const { webContents } = window;
    webContents.on('did-finish-load', () => {
      webContents.setZoomLevel(this.#options.placement.value.zoomLevel ?? 0);
    });
    webContents.on('context-menu', (_event, facts) => {
      const items = contextMenu(facts, {
        replaceWord: (word) => {
          webContents.replaceMisspelling(word);
        },
        copyText: (text) => {
          void clipboard.writeText(text);
        },
        openLink: (url) => {
          this.#served.openLink(url);
        },
      });
      if (items.length > 0) Menu.buildFromTemplate([...items]).popup({ window });
    });
    const hang = new HangWatch({
      ask: (signal) => this.#askToReload(signal),
      reload: () => {
        if (!window.isDestroyed()) webContents.forcefullyCrashRenderer();
      },
      log: this.#options.log,
    });
    window.on('unresponsive', () => {
      hang.hangs();
    });
    window.on('responsive', () => {
      hang.answers();
    });
    webContents.on('render-process-gone', () => {
      hang.answers();
    });
  }

  async #askToReload(signal: AbortSignal): Promise<boolean> {
    const { response } = await dialog.showMessageBox(this.window, {
      type: 'warning',
      message: windowTexts.hangs,
      detail: windowTexts.hangsDetail,
      buttons: [windowTexts.wait, windowTexts.reload],
      defaultId: 0,
      cancelId: 0,
      signal,
    });
    return response === 1;
  }

  #reviveAfterDeath(): void {
    this.window.webContents.on('render-process-gone', (_event, details) => {
      const { clock, log } = this.#options;
      log('error', 'The page of the window ended.', { reason: details.reason });
      if (details.reason === 'clean-exit') return;
      const revival = this.#deaths.add(clock.now());
      setImmediate(() => {
        if (this.window.isDestroyed()) return;
        if (revival === 'ask') void this.#offerReload();
        else this.#loadAgain(revival === 'at-start');
      });
    });
  }

  #loadAgain(isAtStart: boolean): void {
    const address = `${APP_ORIGIN}/index.html${isAtStart ? START_PAGE_HASH : ''}`;
    void this.window.loadURL(address).catch(() => undefined);
  }

  async #offerReload(): Promise<void> {
    const { response } = await dialog.showMessageBox(this.window, {
      type: 'error',
      message: windowTexts.keepsEnding,
      detail: windowTexts.keepsEndingDetail,
      buttons: [windowTexts.reload, windowTexts.quit],
      defaultId: 0,
      cancelId: 1,
    });
    if (response === 1) app.quit();
    else if (!this.window.isDestroyed()) this.#loadAgain(true);
  }
}

function createWindow({ preload, icon, placement }: MainWindowOptions): BrowserWindow {
  const theme = currentTheme();
  const saved = placement.value.window;
  return new BrowserWindow({
    ...placeWindow(
      saved?.bounds,
      screen.getAllDisplays().map((display) => display.workArea),
    ),
    minWidth: MIN_WIDTH,
    minHeight: MIN_HEIGHT,
    show: false,
    title: app.getName(),
    ...(process.platform === 'linux' ? { icon } : {}),
    backgroundColor: windowColours[theme].background,
    ...titleBarOptions(process.platform, theme),
    webPreferences: {
      preload,
      ...safePreferences,
      // Off until the person turns it on; elsewhere its dictionaries would be downloaded.
      spellcheck: hasOwnSpelling(process.platform),
      devTools: !app.isPackaged,
    },
  });
}

function currentTheme(): WindowTheme {
  return nativeTheme.shouldUseDarkColors ? 'dark' : 'light';
}
