/** What the batcher needs of the browser; tests give their own. */
export interface FrameClock {
  requestFrame(run: () => void): number;
  cancelFrame(id: number): void;
  startTimer(run: () => void, ms: number): number;
  stopTimer(id: number): void;
  isHidden(): boolean;
  /** Calls back when the window is hidden or shown; returns the function that ends it. */
  onVisibilityChange(run: () => void): () => void;
}

export function browserFrameClock(): FrameClock {
  return {
    requestFrame: (run) => window.requestAnimationFrame(run),
    cancelFrame: (id) => window.cancelAnimationFrame(id),
    startTimer: (run, ms) => window.setTimeout(run, ms),
    stopTimer: (id) => window.clearTimeout(id),
    isHidden: () => document.hidden,
    onVisibilityChange: (run) => {
      document.addEventListener('visibilitychange', run);
      return () => document.removeEventListener('visibilitychange', run);
    },
  };
}

/** Hidden windows get no frames. */
const HIDDEN_MS = 250;

/** Runs `flush` once before the next frame after any number of `schedule` calls, or within 250 ms in a hidden window. */
export function createFrameBatcher(clock: FrameClock, flush: () => void) {
  let frame: number | undefined;
  let timer: number | undefined;
  const clear = () => {
    if (frame !== undefined) clock.cancelFrame(frame);
    if (timer !== undefined) clock.stopTimer(timer);
    frame = timer = undefined;
  };
  const run = () => {
    clear();
    flush();
  };
  const schedule = () => {
    if (frame !== undefined || timer !== undefined) return;
    if (clock.isHidden()) timer = clock.startTimer(run, HIDDEN_MS);
    else frame = clock.requestFrame(run);
  };
  const end = clock.onVisibilityChange(() => {
    if (frame === undefined && timer === undefined) return;
    clear();
    schedule();
  });
  return {
    schedule,
    dispose: () => {
      clear();
      end();
    },
  };
}
