import type { WebContents, WebFrameMain, WebPreferences } from 'electron';
import { app } from 'electron';
import type { Log } from '../../lib/logger.ts';
import { preferenceFaults } from './preference-faults.ts';

/**
 * Watches over all contents that are ever made: destroys those with unsafe preferences, and ends every navigation,
 * redirect, new window and webview at a deny (SE-1, SE-3). `isOwnPage` names the addresses that main itself loads, `isFrame`
 * those that a page of ours may show in a frame, `isInnerFrame` those that such a frame may show in one of its own.
 */
export function guardAllContents(
  isOwnPage: (url: string) => boolean,
  isFrame: (url: string) => boolean,
  isInnerFrame: (url: string, contents: WebContents) => boolean,
  log: Log,
): void {
  app.on('web-contents-created', (_event, contents) => {
    denyNavigation(contents, { isOwnPage, isFrame, isInnerFrame }, log);
    // Peer connections do not pass the session's filter of requests: no UDP, and TCP only by its proxy, which is none (SE-2).
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
    const check = (): void => {
      if (contents.isDestroyed() || isDevTools(contents)) return;
      const faults = preferenceFaults(lastPreferences(contents));
      if (faults.length === 0) return;
      log('error', 'Contents with unsafe preferences were closed.', { faults });
      contents.close({ waitForBeforeUnload: false });
    };
    contents.on('did-start-loading', check);
    contents.on('did-attach-webview', check);
  });
}

interface Allowed {
  readonly isOwnPage: (url: string) => boolean;
  readonly isFrame: (url: string) => boolean;
  readonly isInnerFrame: (url: string, contents: WebContents) => boolean;
}

interface NavigationDetails {
  readonly url: string;
  readonly isMainFrame: boolean;
  readonly frame?: WebFrameMain | null;
  readonly preventDefault: () => void;
}

function denyNavigation(
  contents: WebContents,
  { isOwnPage, isFrame, isInnerFrame }: Allowed,
  log: Log,
): void {
  const deny =
    (what: string) =>
    (details: NavigationDetails): void => {
      const { url, isMainFrame, frame } = details;
      if (isOwnPage(url) && url === contents.getURL()) return;
      if (!isMainFrame && isFrame(url)) return;
      if (!isMainFrame && frame?.parent?.parent && isInnerFrame(url, contents)) return;
      details.preventDefault();
      log('warn', 'A page tried to leave.', { what, to: schemeOf(details.url) });
    };
  contents.on('will-navigate', deny('navigation'));
  contents.on('will-frame-navigate', deny('frame navigation'));
  contents.on('will-redirect', deny('redirect'));
  contents.on('will-attach-webview', (event) => {
    event.preventDefault();
  });
  contents.setWindowOpenHandler(({ url }) => {
    log('warn', 'A page tried to open a window.', { to: schemeOf(url) });
    return { action: 'deny' };
  });
}

/** Not the whole address: it may carry a secret. */
function schemeOf(url: string): string {
  return URL.canParse(url) ? new URL(url).protocol : 'no address';
}

function isDevTools(contents: WebContents): boolean {
  return contents.getURL().startsWith('devtools://') || contents.getType() === 'remote';
}

/** Electron has this method since version 3, but not in its types. */
function lastPreferences(contents: WebContents): WebPreferences | undefined {
  const reader = contents as WebContents & { getLastWebPreferences?: () => WebPreferences | null };
  return reader.getLastWebPreferences?.() ?? undefined;
}
