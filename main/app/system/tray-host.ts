/** The watcher of trays on the session's bus: the protocol of StatusNotifierItem, under the name that desktops gave it. */
const WATCHER = 'org.kde.StatusNotifierWatcher';
const PLACE = '/StatusNotifierWatcher';
const GET = 'org.freedesktop.DBus.Properties.Get';
const IS_SHOWN = 'IsStatusNotifierHostRegistered';

/** Ways to ask it; a desktop has at least one of these programs. They give up after two seconds. */
const ways: readonly (readonly [string, ...string[]])[] = [
  // prettier-ignore
  ['gdbus', 'call', '--session', '--timeout', '2', '--dest', WATCHER, '--object-path', PLACE, '--method', GET, WATCHER, IS_SHOWN],
  // prettier-ignore
  ['dbus-send', '--session', '--print-reply=literal', '--reply-timeout=2000', `--dest=${WATCHER}`, PLACE, GET, `string:${WATCHER}`, `string:${IS_SHOWN}`],
];

/**
 * Whether a Linux desktop shows trays now. Electron makes a tray either way and does not tell. False where nobody can be asked;
 * never rejects.
 */
export async function hasTrayHost(
  run: (command: string, args: readonly string[]) => Promise<string>,
): Promise<boolean> {
  for (const [command, ...args] of ways) {
    const answer = await run(command, args).catch(() => undefined);
    if (answer !== undefined) return /\btrue\b/.test(answer);
  }
  return false;
}

/** What it needs of a window. */
export interface PutAwayWindow {
  isDestroyed(): boolean;
  hide(): void;
  minimize(): void;
}

/** Puts a window away that was closed, to where the person can bring it back from. */
export async function putAway(
  window: PutAwayWindow,
  tray: { isShown(): Promise<boolean> },
): Promise<void> {
  const isShown = await tray.isShown();
  if (window.isDestroyed()) return;
  if (isShown) window.hide();
  else window.minimize();
}
