const relays = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls `run` when the signal aborts; the returned function takes that back. However many wait for one signal, it has one
 * listener, so that many parallel calls with one signal make no warning.
 */
export function onAbort(signal: AbortSignal, run: () => void): () => void {
  const waiting = relays.get(signal) ?? new Set<() => void>();
  if (waiting.size === 0) {
    relays.set(signal, waiting);
    const relay = (): void => {
      for (const one of [...waiting]) one();
      waiting.clear();
    };
    signal.addEventListener('abort', relay, { once: true });
    detach.set(waiting, () => signal.removeEventListener('abort', relay));
  }
  waiting.add(run);
  return () => {
    if (!waiting.delete(run) || waiting.size > 0) return;
    relays.delete(signal);
    detach.get(waiting)?.();
  };
}

const detach = new WeakMap<Set<() => void>, () => void>();
