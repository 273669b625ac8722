/** Who called a route: the window, a signal that aborts when its page goes away, and when the person last acted there. */
export interface Caller {
  readonly windowId: number;
  readonly signal: AbortSignal;
  /** Epoch ms of the last trusted input event of that window, 0 when there was none. */
  readonly lastInputAt: number;
}
