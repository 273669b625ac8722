import type { Event, InputEvent, WebContents } from 'electron';

const gestures: ReadonlySet<string> = new Set([
  'mouseDown',
  'mouseUp',
  'rawKeyDown',
  'keyDown',
  'keyUp',
  'touchStart',
  'touchEnd',
  'gestureTap',
]);

/**
 * Remembers when the person last pressed a key or button in some contents. It listens where the browser process hands
 * input to the page, which script in the page cannot reach: made-up DOM events do not count.
 */
export class InputClock {
  readonly #lastInput = new WeakMap<WebContents, number>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Starts to watch; ends with the contents. */
  watch(contents: WebContents): void {
    contents.on('input-event', (_event: Event, input: InputEvent) => {
      if (gestures.has(input.type)) this.#lastInput.set(contents, this.#now());
    });
  }

  /** Epoch ms of the last key press or click, 0 when there was none. */
  lastInputAt(contents: WebContents): number {
    return this.#lastInput.get(contents) ?? 0;
  }
}
