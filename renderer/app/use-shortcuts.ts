import { useEffect, useRef } from 'react';
import { isComposing } from '../lib/is-composing.ts';

/** What the shortcuts of the window do. */
export interface ShortcutActions {
  readonly newSession: () => void;
  readonly openInbox: () => void;
  readonly openSettings: () => void;
  readonly toggleSidebar: () => void;
  readonly togglePanel: () => void;
  readonly searchSessions: () => void;
  /** The nth session of the list, from 0. */
  readonly openSession: (index: number) => void;
  /** Moves the focus to the next or the previous region. */
  readonly moveRegion: (step: 1 | -1) => void;
}

/** Listens on the whole window. Keys with Command on macOS, Ctrl elsewhere. */
export function useShortcuts(actions: ShortcutActions): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isComposing(event)) return;
      const run = shortcutOf(event, latest.current);
      if (run === undefined) return;
      event.preventDefault();
      run();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

function shortcutOf(event: KeyboardEvent, actions: ShortcutActions): (() => void) | undefined {
  if (event.key === 'F6') return () => actions.moveRegion(event.shiftKey ? -1 : 1);
  if (!(event.ctrlKey || event.metaKey)) return undefined;
  if (event.shiftKey && !event.altKey && event.code === 'KeyF') return actions.searchSessions;
  if (event.shiftKey) return undefined;
  // `code`, because Alt changes the character on macOS.
  if (event.code === 'KeyB') return event.altKey ? actions.togglePanel : actions.toggleSidebar;
  if (event.altKey) return undefined;
  if (event.key.toLowerCase() === 'n') return actions.newSession;
  if (event.key.toLowerCase() === 'i') return actions.openInbox;
  if (event.key === ',') return actions.openSettings;
  return /^[1-9]$/.test(event.key) ? () => actions.openSession(Number(event.key) - 1) : undefined;
}

/** The regions in the order of Tab. */
const regionOrder = ['sidebar', 'top-bar', 'transcript', 'prompt', 'composer', 'page', 'panel'];

/** Moves the focus to the next region that has something to focus. */
export function moveRegion(step: 1 | -1): void {
  const regions = regionOrder.flatMap((name) => {
    const element = document.querySelector<HTMLElement>(`[data-region="${name}"]`);
    const first = element === null ? undefined : firstFocusable(element);
    return element === null || first === undefined ? [] : [{ element, first }];
  });
  // The innermost region counts: the page holds others.
  const at = regions.reduce(
    (found, region, index) =>
      region.element.contains(document.activeElement) &&
      (found === -1 || regions[found]?.element.contains(region.element))
        ? index
        : found,
    -1,
  );
  const next =
    at === -1 && step === -1 ? regions.length - 1 : (at + step + regions.length) % regions.length;
  regions[next]?.first.focus();
}

function firstFocusable(region: HTMLElement): HTMLElement | undefined {
  const inside = [
    ...region.querySelectorAll<HTMLElement>(
      'textarea:not(:disabled), [aria-current="page"], button:not(:disabled), input:not(:disabled), [tabindex="0"]',
    ),
  ].filter((element) => element.tabIndex >= 0);
  return inside[0] ?? (region.tabIndex >= 0 ? region : undefined);
}
