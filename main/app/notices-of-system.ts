import { Notification, app, nativeImage } from 'electron';
import type { BrowserWindow } from 'electron';
import { shell } from '../../shared/texts/en/shell.ts';
import type { SystemNotice } from '../sessions/attention.ts';

/** Shows a notice of the system; returns what takes it away. Does nothing where the system shows none. */
export function showNotice(
  { title, body, target }: SystemNotice,
  onClick: (target: SystemNotice['target']) => void,
): () => void {
  if (!Notification.isSupported()) return () => undefined;
  const notice = new Notification({ title, body });
  notice.on('click', () => {
    onClick(target);
  });
  notice.show();
  return () => {
    notice.close();
  };
}

/** How many things wait, on the icon of the app: a number on macOS and Linux, a mark on Windows. */
export function showBadge(window: BrowserWindow, count: number): void {
  if (window.isDestroyed()) return;
  if (process.platform === 'win32') {
    window.setOverlayIcon(
      count === 0 ? null : waitingMark(),
      count === 0 ? '' : shell.notices.badge(count),
    );
  } else app.setBadgeCount(count);
}

const SIZE = 16;

/** A filled dot in the colour of what waits. */
function waitingMark(): Electron.NativeImage {
  const pixels = Buffer.alloc(SIZE * SIZE * 4);
  for (let y = 0; y < SIZE; y += 1) {
    for (let x = 0; x < SIZE; x += 1) {
      const isInside = Math.hypot(x - 7.5, y - 7.5) <= 7;
      // Blue, green, red, opacity.
      if (isInside) pixels.set([0x0b, 0x8f, 0xd9, 0xff], (y * SIZE + x) * 4);
    }
  }
  return nativeImage.createFromBitmap(pixels, { width: SIZE, height: SIZE });
}
