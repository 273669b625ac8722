import type { BrowserWindow, Session } from 'electron';
import { WebContentsView, nativeTheme, session } from 'electron';
import {
  CONSENT_ANSWER_CHANNEL,
  CONSENT_READY_CHANNEL,
  CONSENT_SHOW_CHANNEL,
} from '../../../shared/ipc/consent-channels.ts';
import type { ConsentRequest } from '../../../shared/ipc/consent.ts';
import { consentAnswer } from '../../../shared/ipc/consent.ts';
import type { InputClock } from '../../ipc/input-clock.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/logger.ts';
import { CONSENT_ORIGIN, CONSENT_SCHEME } from '../pages/page-origins.ts';
import { createPageServer } from '../pages/page-server.ts';
import { isAcceptable } from './consent-answer.ts';
import type { PresentQuestion } from './consent-desk.ts';

/** How long the page of an answered question is kept, unseen, in ms. */
const KEY_RELEASE_MS = 250;

export interface ConsentViewOptions {
  readonly window: BrowserWindow;
  readonly preload: string;
  /** Folder of the built pages. */
  readonly pages: string;
  readonly styleNonce: string;
  readonly inputClock: InputClock;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Shows questions in a view of main's own, over the whole window: own session, own origin, own preload, and a fresh page
 * for each question, so that nothing of one is left for the next. The app's page has no part in it.
 */
export function createConsentPresenter(options: ConsentViewOptions): PresentQuestion {
  const isolated = openConsentSession(options);
  return (request, signal) => present(request, signal, isolated, options);
}

function openConsentSession({ pages, styleNonce }: ConsentViewOptions): Session {
  // Without "persist:" it lives in memory only.
  const isolated = session.fromPartition('consent');
  isolated.protocol.handle(
    CONSENT_SCHEME,
    createPageServer({ origin: CONSENT_ORIGIN, root: pages, styleNonce }),
  );
  return isolated;
}

function present(
  request: ConsentRequest,
  signal: AbortSignal,
  isolated: Session,
  options: ConsentViewOptions,
): Promise<boolean> {
  const { window, clock, inputClock, log } = options;
  const view = createView(isolated, options);
  const { webContents: contents } = view;
  inputClock.watch(contents);

  return new Promise<boolean>((resolve, reject) => {
    let shownAt: number | undefined;
    const fit = (): void => {
      const { width, height } = window.getContentBounds();
      view.setBounds({ x: 0, y: 0, width, height });
    };
    const close = (): void => {
      signal.removeEventListener('abort', abort);
      nativeTheme.off('updated', send);
      if (!window.isDestroyed()) {
        window.off('resize', fit);
        window.contentView.removeChildView(view);
      }
      if (!window.isDestroyed()) window.webContents.focus();
      // The key that answered is still down; its release is not meant for the page below.
      clock.after(KEY_RELEASE_MS, () => {
        if (!contents.isDestroyed()) contents.close({ waitForBeforeUnload: false });
      });
    };
    const finish = (isAccepted: boolean): void => {
      close();
      resolve(isAccepted);
    };
    const fail = (failure: Error): void => {
      close();
      reject(failure);
    };
    const abort = (): void => {
      fail(
        signal.reason instanceof Error ? signal.reason : new Error('The question was withdrawn.'),
      );
    };

    const send = (): void => {
      const theme = nativeTheme.shouldUseDarkColors ? 'dark' : 'light';
      contents.send(CONSENT_SHOW_CHANNEL, request, theme);
    };
    contents.ipc.on(CONSENT_READY_CHANNEL, () => {
      if (shownAt !== undefined || signal.aborted || window.isDestroyed()) return;
      shownAt = clock.now();
      send();
      nativeTheme.on('updated', send);
      window.contentView.addChildView(view);
      fit();
      window.on('resize', fit);
      contents.focus();
    });
    contents.ipc.on(CONSENT_ANSWER_CHANNEL, (_event, payload: unknown) => {
      const answer = consentAnswer.safeParse(payload);
      if (!answer.success || answer.data.requestId !== request.requestId) return;
      if (answer.data.answer === 'cancel') {
        finish(false);
        return;
      }
      const lastInputAt = inputClock.lastInputAt(contents);
      if (shownAt !== undefined && isAcceptable({ shownAt, now: clock.now(), lastInputAt })) {
        finish(true);
      } else log('warn', 'An answer came without a key press or click of the person.');
    });
    contents.once('render-process-gone', () => {
      fail(new Error('The page of the question ended.'));
    });
    if (signal.aborted) {
      abort();
      return;
    }
    signal.addEventListener('abort', abort, { once: true });
    contents.loadURL(`${CONSENT_ORIGIN}/consent.html`).catch((failure: unknown) => {
      if (!contents.isDestroyed())
        fail(failure instanceof Error ? failure : new Error(String(failure)));
    });
  });
}

function createView(isolated: Session, { preload }: ConsentViewOptions): WebContentsView {
  const view = new WebContentsView({
    webPreferences: {
      session: isolated,
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
      devTools: false,
    },
  });
  view.setBackgroundColor('#00000000');
  return view;
}
