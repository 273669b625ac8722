import { createContext, useContext, useEffect, useMemo, useRef, type ReactNode } from 'react';
import { useStore } from 'zustand';
import {
  bindingsOf,
  specOf,
  type ActionId,
  type Bindings,
} from '../../../shared/actions/action-list.ts';
import {
  keysOf,
  leavesTextAlone,
  shortcutOf,
  withoutDigit,
  type KeyPress,
  type Shortcut,
} from '../../../shared/actions/shortcut.ts';
import { isMac, type Key } from '../../ui/kbd.tsx';
import { useAppData } from '../app-data-context.tsx';
import { isComposing } from '../is-composing.ts';
import { isTextField } from '../is-writing.ts';
import { createActionRegistry, type ActionRegistry, type ActionRun } from './action-registry.ts';

const Keys = createContext<Bindings>(bindingsOf(undefined, isMac));
const Registry = createContext<ActionRegistry>(createActionRegistry());

export interface ActionsProviderProps {
  readonly registry: ActionRegistry;
  readonly children: ReactNode;
}

/** What can be done in the window: by keys of the person's choice, from the palette and from the menus. */
export function ActionsProvider({ registry, children }: ActionsProviderProps) {
  const choices = useAppData((data) => data.settings.shortcuts);
  const bindings = useMemo(() => bindingsOf(choices, isMac), [choices]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // A recorder of keys takes every key for itself, and so does what input methods compose.
      if (event.defaultPrevented || isComposing(event)) return;
      const pressed = shortcutOf(event, isMac);
      if (
        pressed === undefined ||
        (!leavesTextAlone(pressed) && isTextField(document.activeElement))
      )
        return;
      for (const [id, run] of registry.running()) {
        const { hit, digit } = hitOf(id, bindings[id], pressed);
        if (!hit) continue;
        // Also what waits now, so that the menu does not hear the keys instead.
        event.preventDefault();
        if (waitsForDialog(id)) return;
        if (!event.repeat || repeats.has(id)) run(digit);
        return;
      }
    };
    // Behind the document: what has the focus comes first.
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [registry, bindings]);
  return (
    <Registry value={registry}>
      <Keys value={bindings}>{children}</Keys>
    </Registry>
  );
}

/** A question over the page: what lies below it waits. */
const modal =
  '[role="dialog"][data-state="open"]:not([data-popover]), [role="alertdialog"][data-state="open"]';
const aboveDialogs: ReadonlySet<ActionId> = new Set([
  'turn.stop',
  'zoom.in',
  'zoom.out',
  'zoom.reset',
]);

/** True while a question over the page has to be answered before the action. */
export function waitsForDialog(id: ActionId): boolean {
  return !aboveDialogs.has(id) && document.querySelector(modal) !== null;
}

/** Actions that go on while their keys are held. */
const repeats: ReadonlySet<ActionId> = new Set([
  'session.next',
  'session.previous',
  'zoom.in',
  'zoom.out',
]);

function hitOf(
  id: ActionId,
  keys: Shortcut | undefined,
  pressed: Shortcut,
): { readonly hit: boolean; readonly digit?: number } {
  if (specOf(id).isNumbered !== true) return { hit: keys === pressed };
  const numbered = withoutDigit(pressed);
  if (numbered === undefined || numbered.shortcut !== keys) return { hit: false };
  return { hit: true, digit: numbered.digit };
}

/**
 * Makes an action possible while the component is there; undefined while it is not. What came last counts. The number is that of
 * a numbered action.
 */
export function useActionRun(id: ActionId, run: ActionRun | undefined): void {
  const registry = useContext(Registry);
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  const isPossible = run !== undefined;
  useEffect(() => {
    if (!isPossible) return undefined;
    return registry.add(id, (digit) => latest.current?.(digit));
  }, [registry, id, isPossible]);
}

/** The actions that can be run now. */
export function useActionRegistry(): ActionRegistry {
  return useContext(Registry);
}

/** Ids of the actions that can be run now, in the order of their list. */
export function usePossibleActions(): readonly ActionId[] {
  return useStore(useContext(Registry).possible);
}

/** The keys of an action as they are drawn; undefined when it has none. */
export function useShortcut(id: ActionId): readonly Key[] | undefined {
  const keys = useContext(Keys)[id];
  return useMemo(() => (keys === undefined ? undefined : capsOf(keys, id)), [keys, id]);
}

/** Keys of all actions. */
export function useBindings(): Bindings {
  return useContext(Keys);
}

/** Caps of a shortcut. */
export function capsOf(shortcut: Shortcut, id?: ActionId): readonly Key[] {
  const caps = keysOf(shortcut);
  return id !== undefined && specOf(id).isNumbered === true ? [...caps.slice(0, -1), '1–9'] : caps;
}

/** Tells whether a key press is that of an action. For places that know by themselves when it holds. */
export function useKeyMatch(): (event: KeyPress, id: ActionId) => boolean {
  const bindings = useContext(Keys);
  return useMemo(
    () => (event, id) => {
      const keys = bindings[id];
      return keys !== undefined && shortcutOf(event, isMac) === keys;
    },
    [bindings],
  );
}

/** The key that a list moves by: the arrow that the person's own keys stand for, else the key itself. */
export function useListKey(): (event: KeyPress) => string {
  const matches = useKeyMatch();
  return (event) => {
    if (matches(event, 'list.next')) return 'ArrowDown';
    if (matches(event, 'list.previous')) return 'ArrowUp';
    return event.key;
  };
}
