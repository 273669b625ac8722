import { EventEmitter } from 'node:events';
import type { BrowserWindow } from 'electron';
import { beforeEach, expect, it, vi } from 'vitest';
import {
  CONSENT_ANSWER_CHANNEL,
  CONSENT_READY_CHANNEL,
  CONSENT_SHOW_CHANNEL,
} from '../../../shared/ipc/consent-channels.ts';
import { InputClock } from '../../ipc/input-clock.ts';
import { ManualClock } from '../../lib/testing/manual-clock.ts';
import { linkRequest } from './consent-questions.ts';
import { createConsentPresenter } from './consent-view.ts';

/** The contents of the view that was made last, as far as the presenter uses them. */
class PretendedContents extends EventEmitter {
  readonly ipc = new EventEmitter();
  readonly sent: unknown[][] = [];
  failLoading: (failure: Error) => void = () => undefined;
  readonly loadURL = (): Promise<void> =>
    new Promise((_resolve, reject) => {
      this.failLoading = reject;
    });
  send(...message: unknown[]): void {
    this.sent.push(message);
  }
  focus(): void {
    this.emit('focus');
  }
  isDestroyed(): boolean {
    return true;
  }
}

const made = vi.hoisted(() => ({ contents: [] as unknown[] }));
vi.mock('electron', () => ({
  WebContentsView: class {
    readonly webContents = new PretendedContents();
    constructor() {
      made.contents.push(this.webContents);
    }
    setBackgroundColor(): void {
      // Nothing is drawn.
    }
    setBounds(): void {
      // Nothing is drawn.
    }
  },
  nativeTheme: Object.assign(new EventEmitter(), { shouldUseDarkColors: false }),
  session: { fromPartition: () => ({ protocol: { handle: () => undefined } }) },
}));

let clock: ManualClock;
let contents: PretendedContents;
let answered: Promise<unknown>;
const request = linkRequest('https://example.com/');

beforeEach(() => {
  clock = new ManualClock();
  const window = Object.assign(new EventEmitter(), {
    isDestroyed: () => false,
    contentView: { addChildView: () => undefined, removeChildView: () => undefined },
    getContentBounds: () => ({ width: 800, height: 600 }),
    webContents: { focus: () => undefined },
  });
  const present = createConsentPresenter({
    window: window as unknown as BrowserWindow,
    preload: '/preload.cjs',
    pages: '/pages',
    styleNonce: 'nonce',
    marks: () => ({ lang: 'en' }),
    inputClock: new InputClock(() => clock.now()),
    clock,
    log: () => undefined,
  });
  answered = present(request, new AbortController().signal).catch(String);
  contents = made.contents.at(-1) as PretendedContents;
});

async function yes(): Promise<void> {
  clock.advance(1_000);
  contents.emit('input-event', {}, { type: 'keyDown' });
  contents.ipc.emit(CONSENT_ANSWER_CHANNEL, {}, { requestId: request.requestId, answer: 'accept' });
  await Promise.resolve();
}

it('keeps a question that is shown when its page says late that it did not load [SE-5]', async () => {
  contents.ipc.emit(CONSENT_READY_CHANNEL);
  expect(contents.sent).toEqual([[CONSENT_SHOW_CHANNEL, request, 'light']]);
  contents.failLoading(new Error('ERR_ABORTED (-3)'));
  await new Promise((resolve) => setImmediate(resolve));
  await yes();
  expect(await answered).toBe(true);
});

it('fails a question whose page never came [SE-5]', async () => {
  contents.failLoading(new Error('ERR_FILE_NOT_FOUND (-6)'));
  expect(await answered).toBe('Error: ERR_FILE_NOT_FOUND (-6)');
});

it('fails a question whose page ended [SE-5]', async () => {
  contents.ipc.emit(CONSENT_READY_CHANNEL);
  contents.emit('render-process-gone');
  expect(await answered).toBe('Error: The page of the question ended.');
});
