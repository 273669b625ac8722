import type { WebContents } from 'electron';

/** Gives out a signal for the page that is loaded now; it aborts when the page is reloaded, crashes or is closed. */
export class PageLifetime {
  #page = new AbortController();

  constructor(contents: WebContents) {
    contents.on('did-start-navigation', (details) => {
      if (details.isMainFrame && !details.isSameDocument) this.#end('The page was loaded again.');
    });
    contents.on('render-process-gone', () => {
      this.#end('The page crashed.');
    });
    contents.once('destroyed', () => {
      this.#end('The window was closed.');
    });
  }

  get signal(): AbortSignal {
    return this.#page.signal;
  }

  #end(reason: string): void {
    const ended = this.#page;
    this.#page = new AbortController();
    ended.abort(new Error(reason));
  }
}
