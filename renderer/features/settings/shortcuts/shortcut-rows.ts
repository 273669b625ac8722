import {
  actionIds,
  conflictsOf,
  defaultKeys,
  specOf,
  type ActionGroup,
  type ActionId,
  type Bindings,
} from '../../../../shared/actions/action-list.ts';
import type { Shortcut } from '../../../../shared/actions/shortcut.ts';
import type { Settings } from '../../../../shared/ipc/routes/settings.ts';
import { text } from '../../../../shared/texts/catalogue.ts';
import { isMac } from '../../../ui/kbd.tsx';

/** An action with its keys. */
export interface ShortcutRow {
  readonly id: ActionId;
  readonly group: ActionGroup;
  readonly name: string;
  readonly keys: Shortcut | undefined;
  readonly isChanged: boolean;
  /** Those that cannot be heard apart from it. */
  readonly conflicts: readonly ActionId[];
}

export function shortcutRows(bindings: Bindings): readonly ShortcutRow[] {
  return actionIds.map((id) => ({
    id,
    group: specOf(id).group,
    name: text.actions.names[id],
    keys: bindings[id],
    isChanged: (bindings[id] ?? null) !== defaultKeys(id, isMac),
    conflicts: conflictsOf(id, bindings),
  }));
}

export type ShortcutFilter = 'all' | 'changed' | 'conflicts';

/** The rows that a search by words or by keys, and a filter, leave. */
export function filterRows(
  rows: readonly ShortcutRow[],
  query: { readonly words: string; readonly keys: Shortcut | undefined },
  filter: ShortcutFilter,
): readonly ShortcutRow[] {
  const words = query.words.toLocaleLowerCase().trim();
  return rows.filter(
    (row) =>
      (query.keys === undefined
        ? row.name.toLocaleLowerCase().includes(words)
        : row.keys === query.keys) &&
      (filter === 'all' || (filter === 'changed' ? row.isChanged : row.conflicts.length > 0)),
  );
}

type Choices = NonNullable<Settings['shortcuts']>;

/** What the person chose, with other keys of one action; undefined: those of the beginning. */
export function withKeys(
  choices: Choices | undefined,
  id: ActionId,
  keys: Shortcut | null | undefined,
): Choices {
  // Names of another version would be refused.
  const known = actionIds.flatMap((one) => {
    const chosen = choices?.[one];
    return one === id || chosen === undefined ? [] : [[one, chosen] as const];
  });
  const isDefault = keys === undefined || keys === defaultKeys(id, isMac);
  return Object.fromEntries(isDefault ? known : [...known, [id, keys] as const]);
}
