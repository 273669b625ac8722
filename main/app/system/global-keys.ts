import { globalShortcut } from 'electron';
import type { GlobalKeys } from './system-control.ts';

/** Keys that the system hears for us. Under Wayland no program may take some by itself. */
export function globalKeys(run: () => void): GlobalKeys {
  const isSupported = process.platform !== 'linux' || process.env['XDG_SESSION_TYPE'] !== 'wayland';
  let used: string | null = null;
  return {
    isSupported,
    use: (accelerator) => {
      if (used !== null) globalShortcut.unregister(used);
      used = null;
      if (accelerator === null) return true;
      try {
        if (!globalShortcut.register(accelerator, run)) return false;
      } catch {
        // Keys that this system does not know.
        return false;
      }
      used = accelerator;
      return true;
    },
  };
}
