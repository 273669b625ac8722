import type { Shortcut } from './shortcut.ts';
import { isShortcut } from './shortcut.ts';

/** Where an action holds: in the whole window, in an open session, while something is asked, in a list. */
export type ActionGroup = 'everywhere' | 'session' | 'answer' | 'list';

export const actionGroups: readonly ActionGroup[] = ['everywhere', 'session', 'answer', 'list'];

interface ActionSpec {
  readonly group: ActionGroup;
  /** Null: none until the person chooses some. */
  readonly keys: Shortcut | null;
  /** Where macOS has other keys. */
  readonly macKeys?: Shortcut;
  /** Its keys end with a digit, and each of 1 to 9 is one. */
  readonly isNumbered?: true;
  /** Only its place knows when it holds: it is in no menu and not in the palette. */
  readonly isLocal?: true;
  /** Heard by the system while other programs are in front. */
  readonly isGlobal?: true;
}

const everywhere = (keys: Shortcut | null, more: Partial<ActionSpec> = {}): ActionSpec => ({
  group: 'everywhere',
  keys,
  ...more,
});
const session = (keys: Shortcut | null, more: Partial<ActionSpec> = {}): ActionSpec => ({
  group: 'session',
  keys,
  ...more,
});
const local = (group: ActionGroup, keys: Shortcut): ActionSpec => ({ group, keys, isLocal: true });

/** Every action of the app: the palette, the page of shortcuts, the menus and the hints beside buttons read this one list. */
const specs = {
  'palette.open': everywhere('Mod+K'),
  'session.new': everywhere('Mod+N'),
  'inbox.open': everywhere('Mod+I'),
  'search.sessions': everywhere('Mod+Shift+F'),
  'settings.open': everywhere('Mod+,'),
  'sidebar.toggle': everywhere('Mod+B'),
  'panel.toggle': everywhere('Mod+Alt+B'),
  'session.nth': everywhere('Mod+1', { isNumbered: true, isLocal: true }),
  'session.next': everywhere('Mod+Tab', { macKeys: 'Ctrl+Tab' }),
  'session.previous': everywhere('Mod+Shift+Tab', { macKeys: 'Ctrl+Shift+Tab' }),
  'region.next': everywhere('F6'),
  'region.previous': everywhere('Shift+F6'),
  'zoom.in': everywhere('Mod+Plus'),
  'zoom.out': everywhere('Mod+-'),
  'zoom.reset': everywhere('Mod+0'),
  'quick.prompt': everywhere('Mod+Shift+Space', { isGlobal: true, isLocal: true }),
  'servers.open': everywhere(null),
  'bench.open': everywhere(null),
  'server.add': everywhere(null),
  'session.import': everywhere(null),
  'shortcuts.open': everywhere(null),
  'welcome.open': everywhere(null),
  'log.open': everywhere(null),
  'report.copy': everywhere(null),
  'session.find': session('Mod+F'),
  'turn.stop': session('Mod+.'),
  'transcript.latest': session('Mod+End'),
  'message.send': local('session', 'Enter'),
  'message.recall': local('session', 'ArrowUp'),
  'message.sendNow': session('Mod+Shift+Enter'),
  'session.reveal': session(null),
  'session.pin': session(null),
  'session.archive': session(null),
  'session.fork': session(null),
  'session.export': session(null),
  'session.delete': session(null),
  'answer.submit': local('answer', 'Mod+Enter'),
  'answer.deny': local('answer', 'Escape'),
  'list.next': local('list', 'J'),
  'list.previous': local('list', 'K'),
} as const satisfies Readonly<Record<string, ActionSpec>>;

export type ActionId = keyof typeof specs;

export const actionIds = Object.keys(specs) as [ActionId, ...ActionId[]];

export function specOf(id: ActionId): ActionSpec {
  return specs[id];
}

/** What the person chose instead of the defaults; null: no keys. Names and keys that are not known here are left alone. */
export type ShortcutChoices = Readonly<Record<string, Shortcut | null>>;

/** Keys of every action that has some. */
export type Bindings = Readonly<Partial<Record<ActionId, Shortcut>>>;

/** The keys that are meant for an action when nobody chose any. */
export function defaultKeys(id: ActionId, isMac: boolean): Shortcut | null {
  const { keys, macKeys } = specOf(id);
  return isMac && macKeys !== undefined ? macKeys : keys;
}

/** The keys that count now. */
export function bindingsOf(choices: ShortcutChoices | undefined, isMac: boolean): Bindings {
  const bound: Partial<Record<ActionId, Shortcut>> = {};
  for (const id of actionIds) {
    const chosen = choices !== undefined && Object.hasOwn(choices, id) ? choices[id] : undefined;
    const keys =
      chosen === null || (chosen !== undefined && isShortcut(chosen))
        ? chosen
        : defaultKeys(id, isMac);
    if (keys !== null) bound[id] = keys;
  }
  return bound;
}

/** Actions that have the same keys as this one at a place where both hold. */
export function conflictsOf(id: ActionId, bindings: Bindings): readonly ActionId[] {
  const keys = bindings[id];
  if (keys === undefined) return [];
  return actionIds.filter(
    (other) => other !== id && bindings[other] === keys && meet(specOf(id), specOf(other)),
  );
}

/** Keys of a list or of a question count only there, before those of the window; two of one place cannot both be heard. */
function meet(one: ActionSpec, other: ActionSpec): boolean {
  const isOuter = ({ group }: ActionSpec): boolean => group === 'everywhere' || group === 'session';
  return one.group === other.group || (isOuter(one) && isOuter(other));
}
