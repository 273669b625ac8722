import type { BrowserWindow, Session } from 'electron';
import { WebContentsView, nativeTheme, session } from 'electron';
import {
  CONSENT_ANSWER_CHANNEL,
  CONSENT_READY_CHANNEL,
  CONSENT_SHOW_CHANNEL,
} from '../../../shared/ipc/consent-channels.ts';
import type { ConsentRequest } from '../../../shared/ipc/consent.ts';
import { consentAnswer } from '../../../shared/ipc/consent.ts';
import { messageOf } from '../../../shared/lib/errors.ts';
import type { InputClock } from '../../ipc/input-clock.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/logger.ts';
import { AddressDismissed } from '../../sessions/elicitation-desk.ts';
import type { PageMarks } from '../pages/content-policy.ts';
import { CONSENT_ORIGIN, CONSENT_SCHEME } from '../pages/page-origins.ts';
import { createPageServer } from '../pages/page-server.ts';
import { isAcceptable } from './consent-answer.ts';
import type { PresentQuestion } from './consent-desk.ts';
import { safePreferences } from '../security/preference-faults.ts';

/** How long the page of an answered question is kept, unseen, in ms. */
const KEY_RELEASE_MS = 250;

export interface ConsentViewOptions {
  readonly window: BrowserWindow;
  readonly preload: string;
  /** Folder of the built pages. */
  readonly pages: string;
  readonly styleNonce: string;
  readonly marks: () => PageMarks;
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
  return (request, signal) => new OpenQuestion(request, signal, isolated, options).answered;
}

function openConsentSession({ pages, styleNonce, marks }: ConsentViewOptions): Session {
  // Without "persist:" it lives in memory only.
  const isolated = session.fromPartition('consent');
  isolated.protocol.handle(
    CONSENT_SCHEME,
    createPageServer({ origin: CONSENT_ORIGIN, root: pages, styleNonce, marks }),
  );
  return isolated;
}

interface Settle {
  readonly resolve: (isAccepted: boolean) => void;
  readonly reject: (failure: Error) => void;
}

/** One question from the moment it is asked until it is answered or withdrawn. */
class OpenQuestion {
  /** Resolves to the answer; rejects when the question is withdrawn or cannot be shown. */
  readonly answered: Promise<boolean>;
  readonly #request: ConsentRequest;
  readonly #signal: AbortSignal;
  readonly #options: ConsentViewOptions;
  readonly #view: WebContentsView;
  #settle: Settle | undefined;
  #shownAt: number | undefined;

  constructor(
    request: ConsentRequest,
    signal: AbortSignal,
    isolated: Session,
    options: ConsentViewOptions,
  ) {
    this.#request = request;
    this.#signal = signal;
    this.#options = options;
    this.#view = createView(isolated, options);
    this.answered = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    this.#open();
  }

  #open(): void {
    const { webContents: contents } = this.#view;
    this.#options.inputClock.watch(contents);
    contents.ipc.on(CONSENT_READY_CHANNEL, () => {
      this.#show();
    });
    contents.ipc.on(CONSENT_ANSWER_CHANNEL, (_event, payload: unknown) => {
      this.#takeAnswer(payload);
    });
    contents.once('render-process-gone', () => {
      this.#fail(new Error('The page of the question ended.'));
    });
    this.#signal.addEventListener('abort', this.#withdraw, { once: true });
    if (this.#signal.aborted) this.#withdraw();
    else contents.loadURL(`${CONSENT_ORIGIN}/consent.html`).catch(this.#failUnseen);
  }

  #show(): void {
    const { window, clock } = this.#options;
    if (this.#shownAt !== undefined || !this.#settle || window.isDestroyed()) return;
    this.#shownAt = clock.now();
    this.#send();
    nativeTheme.on('updated', this.#send);
    window.contentView.addChildView(this.#view);
    this.#fit();
    window.on('resize', this.#fit);
    this.#view.webContents.focus();
  }

  #takeAnswer(payload: unknown): void {
    const { clock, inputClock, log } = this.#options;
    const answer = consentAnswer.safeParse(payload);
    if (!answer.success || answer.data.requestId !== this.#request.requestId) return;
    if (answer.data.answer === 'dismiss') {
      this.#fail(new AddressDismissed());
      return;
    }
    if (answer.data.answer === 'cancel') {
      this.#finish(false);
      return;
    }
    const lastInputAt = inputClock.lastInputAt(this.#view.webContents);
    const shownAt = this.#shownAt;
    if (shownAt !== undefined && isAcceptable({ shownAt, now: clock.now(), lastInputAt })) {
      this.#finish(true);
    } else log('warn', 'An answer came without a key press or click of the person.');
  }

  readonly #send = (): void => {
    const theme = nativeTheme.shouldUseDarkColors ? 'dark' : 'light';
    this.#view.webContents.send(CONSENT_SHOW_CHANNEL, this.#request, theme);
  };

  readonly #fit = (): void => {
    const { width, height } = this.#options.window.getContentBounds();
    this.#view.setBounds({ x: 0, y: 0, width, height });
  };

  readonly #withdraw = (): void => {
    const { reason } = this.#signal as { reason: unknown };
    this.#fail(reason instanceof Error ? reason : new Error('The question was withdrawn.'));
  };

  readonly #fail = (failure: unknown): void => {
    const settle = this.#close();
    settle?.reject(failure instanceof Error ? failure : new Error(messageOf(failure)));
  };

  /** A page that said it is ready stands, whatever of it did not load. */
  readonly #failUnseen = (failure: unknown): void => {
    if (this.#shownAt === undefined) this.#fail(failure);
  };

  #finish(isAccepted: boolean): void {
    this.#close()?.resolve(isAccepted);
  }

  /** Takes the view away. Gives out how to settle the promise, once. */
  #close(): Settle | undefined {
    const settle = this.#settle;
    this.#settle = undefined;
    if (!settle) return undefined;
    const { window, clock } = this.#options;
    const { webContents: contents } = this.#view;
    this.#signal.removeEventListener('abort', this.#withdraw);
    nativeTheme.off('updated', this.#send);
    if (!window.isDestroyed()) {
      window.off('resize', this.#fit);
      window.contentView.removeChildView(this.#view);
      window.webContents.focus();
    }
    // The key that answered is still down; its release is not meant for the page below.
    clock.after(KEY_RELEASE_MS, () => {
      if (!contents.isDestroyed()) contents.close({ waitForBeforeUnload: false });
    });
    return settle;
  }
}

function createView(isolated: Session, { preload }: ConsentViewOptions): WebContentsView {
  const view = new WebContentsView({
    webPreferences: {
      session: isolated,
      preload,
      ...safePreferences,
      devTools: false,
    },
  });
  view.setBackgroundColor('#00000000');
  return view;
}
