import type { WebContents } from 'electron';
import { BrowserWindow, app, dialog, nativeTheme, screen } from 'electron';
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
import { PageDeaths } from './page-deaths.ts';
import { PageLifetime } from './page-lifetime.ts';
import type { WindowTheme } from './title-bar.ts';
import { titleBarOptions, windowColours } from './title-bar.ts';
import type { SavedPlacement } from './window-placement.ts';
import { MIN_HEIGHT, MIN_WIDTH, placeWindow } from './window-placement.ts';
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

/** The one window of the app. It is shown when its first picture is ready. */
export class MainWindow implements Disposable {
  readonly window: BrowserWindow;
  readonly #lifetime: PageLifetime;
  readonly #options: MainWindowOptions;
  readonly #deaths = new PageDeaths();
  #placementKept: Promise<void> = Promise.resolve();

  constructor(options: MainWindowOptions) {
    this.#options = options;
    this.window = createWindow(options);
    this.#lifetime = new PageLifetime(this.window.webContents);
    options.inputClock.watch(this.window.webContents);
    this.window.once('ready-to-show', () => {
      this.window.show();
    });
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

  /** Resolves when the page has loaded. */
  load(): Promise<void> {
    return this.window.loadURL(`${APP_ORIGIN}/index.html`);
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
    this.window.show();
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
    const isMaximized = this.window.isMaximized();
    const bounds = this.window.getNormalBounds();
    this.#placementKept = placement
      .update(() => ({ window: { bounds, isMaximized } }))
      .then(
        () => undefined,
        (failure: unknown) => {
          log('warn', 'The place of the window could not be kept.', { reason: messageOf(failure) });
        },
      );
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
  const window = new BrowserWindow({
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
      devTools: !app.isPackaged,
    },
  });
  if (saved?.isMaximized) window.maximize();
  return window;
}

function currentTheme(): WindowTheme {
  return nativeTheme.shouldUseDarkColors ? 'dark' : 'light';
}
