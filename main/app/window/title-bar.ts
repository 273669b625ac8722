import type { BrowserWindowConstructorOptions } from 'electron';

/** Height of the drawn top bar. */
const TOP_BAR_HEIGHT = 44;

/** Colours of the native parts around the page; the same as the page's own surfaces. */
export const windowColours = {
  light: { background: '#ffffff', symbol: '#454e58' },
  dark: { background: '#17191c', symbol: '#b6bec7' },
} as const;

export type WindowTheme = keyof typeof windowColours;

/**
 * How the window's frame is drawn: on macOS and Windows the page's top bar is the title bar; on Linux the window manager
 * keeps its own frame, because not every one lets a frameless window be moved and closed.
 */
export function titleBarOptions(
  platform: NodeJS.Platform,
  theme: WindowTheme,
): BrowserWindowConstructorOptions {
  const colours = windowColours[theme];
  if (platform === 'darwin') {
    return { titleBarStyle: 'hiddenInset', trafficLightPosition: { x: 14, y: 15 } };
  }
  if (platform === 'win32') {
    return {
      titleBarStyle: 'hidden',
      titleBarOverlay: {
        color: colours.background,
        symbolColor: colours.symbol,
        height: TOP_BAR_HEIGHT,
      },
    };
  }
  return { autoHideMenuBar: true };
}
