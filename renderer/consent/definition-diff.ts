/** A name that stayed, came or went. */
export interface NameChange {
  readonly name: string;
  readonly change: 'same' | 'added' | 'removed';
}

/** A line of a list that stayed, came or went. `index` is its place in the new list, for `removed` in the old one. */
export interface LineChange {
  readonly index: number;
  readonly change: 'same' | 'added' | 'removed';
}

/** The names of both lists, new ones in their order, then those that went. Without a previous list nothing has changed. */
export function diffNames(
  names: readonly string[],
  previous: readonly string[] | undefined,
): readonly NameChange[] {
  if (!previous) return names.map((name) => ({ name, change: 'same' }));
  return [
    ...names.map((name) => ({
      name,
      change: previous.includes(name) ? ('same' as const) : ('added' as const),
    })),
    ...previous
      .filter((name) => !names.includes(name))
      .map((name) => ({ name, change: 'removed' as const })),
  ];
}

/** The shortest way from the old list to the new one, removed lines before added ones. */
export function diffLines(
  lines: readonly string[],
  previous: readonly string[] | undefined,
): readonly LineChange[] {
  if (!previous) return lines.map((_, index) => ({ index, change: 'same' }));
  const common = commonLengths(previous, lines);
  const changes: LineChange[] = [];
  let before = 0;
  let after = 0;
  const at = (row: number, column: number): number => common[row]?.[column] ?? 0;
  while (before < previous.length || after < lines.length) {
    const isBoth = before < previous.length && after < lines.length;
    if (isBoth && previous[before] === lines[after]) {
      changes.push({ index: after, change: 'same' });
      before += 1;
      after += 1;
    } else if (
      before < previous.length &&
      (after >= lines.length || at(before + 1, after) >= at(before, after + 1))
    ) {
      changes.push({ index: before, change: 'removed' });
      before += 1;
    } else {
      changes.push({ index: after, change: 'added' });
      after += 1;
    }
  }
  return changes;
}

/** Lengths of the longest common subsequence of all tails; lists have at most a few hundred lines. */
function commonLengths(before: readonly string[], after: readonly string[]): readonly number[][] {
  const lengths = Array.from({ length: before.length + 1 }, () =>
    Array.from({ length: after.length + 1 }, () => 0),
  );
  for (let row = before.length - 1; row >= 0; row -= 1) {
    for (let column = after.length - 1; column >= 0; column -= 1) {
      const current = lengths[row];
      if (!current) continue;
      const below = lengths[row + 1];
      current[column] =
        before[row] === after[column]
          ? (below?.[column + 1] ?? 0) + 1
          : Math.max(below?.[column] ?? 0, current[column + 1] ?? 0);
    }
  }
  return lengths;
}
