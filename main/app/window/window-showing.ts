/** What it needs of a window. */
export interface ShownWindow {
  maximize(): void;
  isMaximized(): boolean;
  show(): void;
}

/** Shows a window that was maximized when it was closed. The system shows a window that is made so, and it must not come before it is wanted. */
export class WindowShowing {
  readonly #window: ShownWindow;
  #isMaximizedLater: boolean;

  constructor(window: ShownWindow, isMaximized: boolean) {
    this.#window = window;
    this.#isMaximizedLater = isMaximized;
  }

  /** Also of a window that was not shown yet. */
  get isMaximized(): boolean {
    return this.#isMaximizedLater || this.#window.isMaximized();
  }

  show(): void {
    if (this.#isMaximizedLater) this.#window.maximize();
    this.#isMaximizedLater = false;
    this.#window.show();
  }
}
