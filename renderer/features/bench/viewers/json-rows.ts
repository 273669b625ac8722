import { isJsonObject } from '../../../../shared/lib/json.ts';
import { pathTo } from '../../../lib/schema-form/form-context.ts';

/** Children of one value that are drawn at first, and with each "more". */
export const CHILDREN_STEP = 100;
/** Levels that are open at first. */
const OPEN_LEVELS = 3;

/** One line of a tree. */
export interface JsonRow {
  readonly path: string;
  readonly depth: number;
  /** Name of the member, or index of the item; undefined for the whole. */
  readonly name: string | number | undefined;
  readonly value: unknown;
  /** Longest name beside it, so that values stand under each other. */
  readonly nameWidth: number;
  readonly isOpen: boolean;
  /** Stands for that many children that are not drawn yet. */
  readonly more?: number;
}

export interface JsonTreeState {
  /** Whether the person opened or closed a place. */
  readonly toggled: ReadonlyMap<string, boolean>;
  /** How many children of a place are drawn. */
  readonly shown: ReadonlyMap<string, number>;
  /** Places that are open because something inside is marked. */
  readonly marked: ReadonlySet<string>;
}

/** Whether a value has children that can be opened. */
export function isOpenable(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return isJsonObject(value) && Object.keys(value).length > 0;
}

/** The lines of a value, top to bottom. The whole itself has a line only when it has no children. */
export function jsonRows(value: unknown, state: JsonTreeState): JsonRow[] {
  if (!isOpenable(value))
    return [{ path: '', depth: 0, name: undefined, value, nameWidth: 0, isOpen: false }];
  const rows: JsonRow[] = [];
  addChildren(rows, value, '', 0, state);
  return rows;
}

function addChildren(
  rows: JsonRow[],
  parent: unknown,
  path: string,
  depth: number,
  state: JsonTreeState,
): void {
  const all: (readonly [string | number, unknown])[] = Array.isArray(parent)
    ? parent.map((item: unknown, index) => [index, item] as const)
    : Object.entries(parent as object);
  const limit = state.shown.get(path) ?? CHILDREN_STEP;
  const children = all.slice(0, limit);
  const nameWidth = Math.min(24, Math.max(0, ...children.map(([name]) => String(name).length)));
  for (const [name, value] of children) {
    const place = pathTo(path, name);
    const isOpen =
      isOpenable(value) &&
      (state.toggled.get(place) ?? (state.marked.has(place) || depth + 1 < OPEN_LEVELS));
    rows.push({ path: place, depth, name, value, nameWidth, isOpen });
    if (isOpen) addChildren(rows, value, place, depth + 1, state);
  }
  if (all.length > children.length) {
    const more = all.length - children.length;
    rows.push({ path, depth, name: undefined, value: undefined, nameWidth, isOpen: false, more });
  }
}

/** All places above marked ones. */
export function placesAbove(paths: readonly string[]): ReadonlySet<string> {
  const above = new Set<string>();
  for (const path of paths) {
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
      above.add(path.slice(0, end));
  }
  return above;
}
