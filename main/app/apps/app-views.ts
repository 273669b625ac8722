import { randomUUID } from 'node:crypto';
import { WebContentsView, webFrameMain } from 'electron';
import type { BrowserWindow, WebContents } from 'electron';
import {
  APP_FLOOD_CHANNEL,
  APP_MESSAGE_CHANNEL,
  APP_PLACE_CHANNEL,
  APP_POST_CHANNEL,
} from '../../../shared/mcp/app-channels.ts';
import { messageOf, ParleyError } from '../../../shared/lib/errors.ts';
import type { JsonObject } from '../../../shared/lib/json.ts';
import type { Log } from '../../lib/logger.ts';
import type { AppPlace, AppStage } from '../../mcp/hub/apps/tool-apps.ts';
import { AppPartition, aroundAddress } from './app-partition.ts';
import { safePreferences } from '../security/preference-faults.ts';

/** Partitions; more than apps run at the same time, since one is emptied after its app. */
const MOST_PARTITIONS = 12;

/** A rectangle in CSS px of the window. */
export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface AppViewsOptions {
  readonly window: () => BrowserWindow;
  readonly preload: string;
  readonly log: Log;
}

/** Partitions of apps, and which addresses are apps now. */
export class AppPartitions {
  readonly #all: AppPartition[] = [];

  /** Whether an address is that of an app which is shown now. */
  isApp(url: string): boolean {
    return this.#all.some((partition) => partition.isApp(url));
  }

  /** Whether contents are those of an app which declares that it shows this address in a frame. */
  mayFrame(url: string, contents: WebContents): boolean {
    return this.#all.some((one) => one.session === contents.session && one.mayFrame(url));
  }

  free(): AppPartition {
    const free = this.#all.find((partition) => partition.isFree);
    if (free) return free;
    if (this.#all.length >= MOST_PARTITIONS) {
      throw new ParleyError('app.too-many', 'Too many apps are open. Close one, then try again.', {
        retryable: true,
      });
    }
    const made = new AppPartition(`app-${String(this.#all.length)}`);
    this.#all.push(made);
    return made;
  }
}

/** Shows apps as views of main that lie over the window where its page keeps a place for them. */
export class AppViews implements AppStage {
  readonly #views = new Map<string, WebContentsView>();

  constructor(
    private readonly partitions: AppPartitions,
    private readonly options: AppViewsOptions,
  ) {}

  open: AppStage['open'] = async ({ html, domains }, events) => {
    const { preload, log } = this.options;
    const id = randomUUID();
    const partition = this.partitions.free();
    try {
      await partition.take({ id, html, domains });
    } catch (failure) {
      this.#empty(partition);
      throw failure;
    }
    const view = new WebContentsView({
      webPreferences: {
        session: partition.session,
        preload,
        ...safePreferences,
        devTools: false,
      },
    });
    const { webContents: contents } = view;
    view.setBackgroundColor('#00000000');
    view.setVisible(false);
    this.#views.set(id, view);
    contents.ipc.on(APP_MESSAGE_CHANNEL, (_event, text: unknown) => {
      if (typeof text === 'string') events.onMessage(text);
    });
    contents.ipc.on(APP_FLOOD_CHANNEL, () => events.onFlood());
    contents.once('render-process-gone', () => events.onEnded());
    // An app that tried to leave: what stands in its frame now is an error page. A frame of its own may fail.
    contents.on('did-fail-load', (_event, _code, _reason, _url, isMainFrame, process, routing) => {
      const around = webFrameMain.fromId(process, routing)?.parent;
      if (!isMainFrame && !around?.parent) events.onEnded();
    });
    contents.on('before-input-event', (event, input) => {
      if (input.key !== 'F6') return;
      event.preventDefault();
      if (input.type === 'keyDown') this.options.window().webContents.focus();
    });
    // Below a question of main, whichever came first.
    this.options.window().contentView.addChildView(view, 0);
    contents.loadURL(aroundAddress(id)).catch((failure: unknown) => {
      log('warn', 'The page of an app did not load.', { reason: messageOf(failure) });
    });
    return this.#placeOf(id, view, partition);
  };

  /** Lays an app over its place; where nothing of it can be seen it is hidden, and runs on. */
  place(id: string, place: Rectangle, seen: Rectangle | undefined): void {
    const view = this.#views.get(id);
    const window = this.options.window();
    if (!view || window.isDestroyed()) return;
    view.setVisible(seen !== undefined);
    if (!seen) {
      view.setBounds({ x: 0, y: 0, width: 0, height: 0 });
      return;
    }
    const zoom = window.webContents.getZoomFactor();
    view.setBounds({
      x: Math.round(seen.x * zoom),
      y: Math.round(seen.y * zoom),
      width: Math.round(seen.width * zoom),
      height: Math.round(seen.height * zoom),
    });
    const { webContents: contents } = view;
    if (contents.getZoomFactor() !== zoom) contents.setZoomFactor(zoom);
    contents.send(APP_PLACE_CHANNEL, {
      left: place.x - seen.x,
      top: place.y - seen.y,
      width: place.width,
      height: place.height,
    });
  }

  focus(id: string): void {
    this.#views.get(id)?.webContents.focus();
  }

  #placeOf(id: string, view: WebContentsView, partition: AppPartition): AppPlace {
    const { webContents: contents } = view;
    return {
      id,
      hasFocus: () => !contents.isDestroyed() && contents.isFocused(),
      post: (message: JsonObject) => {
        if (!contents.isDestroyed()) contents.send(APP_POST_CHANNEL, JSON.stringify(message));
      },
      close: () => {
        if (!this.#views.delete(id)) return;
        const window = this.options.window();
        if (!window.isDestroyed()) {
          const hadFocus = !contents.isDestroyed() && contents.isFocused();
          window.contentView.removeChildView(view);
          if (hadFocus) window.webContents.focus();
        }
        if (!contents.isDestroyed()) contents.close({ waitForBeforeUnload: false });
        this.#empty(partition);
      },
    };
  }

  /** For the next app. One that cannot be emptied is not used again. */
  #empty(partition: AppPartition): void {
    partition.free().catch((failure: unknown) => {
      this.options.log('warn', 'The partition of an app could not be emptied.', {
        reason: messageOf(failure),
      });
    });
  }
}
