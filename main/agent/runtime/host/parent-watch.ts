/** How often the parent is looked for, in ms: a runtime ends within 2 s of its host (RT-9). */
const INTERVAL_MS = 500;

/**
 * Calls `onGone` once when the process that started this one is gone. Compared with its first number and not with 1: in a container
 * the parent may be anything. Stops by the returned function.
 */
export function watchParent(parentPid: () => number, onGone: () => void): () => void {
  const first = parentPid();
  const timer = setInterval(() => {
    if (parentPid() === first) return;
    clearInterval(timer);
    onGone();
  }, INTERVAL_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
  };
}
