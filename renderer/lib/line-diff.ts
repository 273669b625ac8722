/** A line of a list that stayed, came or went. `index` is its place in the new list, for `removed` in the old one. */
export interface LineChange {
  readonly index: number;
  readonly change: 'same' | 'added' | 'removed';
}

/** Lists that need more comparisons than this are shown as replaced. */
const MOST_COMPARISONS = 2_000_000;

/** The shortest way from the old list to the new one, removed lines before added ones. */
export function diffLines(
  lines: readonly string[],
  previous: readonly string[] | undefined,
): readonly LineChange[] {
  if (!previous) return lines.map((_, index) => ({ index, change: 'same' }));
  let start = 0;
  while (start < lines.length && start < previous.length && lines[start] === previous[start])
    start += 1;
  let end = 0;
  while (
    end < lines.length - start &&
    end < previous.length - start &&
    lines.at(-1 - end) === previous.at(-1 - end)
  )
    end += 1;
  const middle = diffMiddle(
    lines.slice(start, lines.length - end),
    previous.slice(start, previous.length - end),
  );
  const same = (index: number): LineChange => ({ index, change: 'same' });
  return [
    ...lines.slice(0, start).map((_, index) => same(index)),
    ...middle.map(({ index, change }) => ({ index: index + start, change })),
    ...lines.slice(lines.length - end).map((_, index) => same(lines.length - end + index)),
  ];
}

function diffMiddle(lines: readonly string[], previous: readonly string[]): readonly LineChange[] {
  const isTooMuch = lines.length * previous.length > MOST_COMPARISONS;
  const common = isTooMuch ? [] : commonLengths(previous, lines);
  const changes: LineChange[] = [];
  let before = 0;
  let after = 0;
  const at = (row: number, column: number): number => common[row]?.[column] ?? 0;
  while (before < previous.length || after < lines.length) {
    const isBoth = !isTooMuch && before < previous.length && after < lines.length;
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

/** Lengths of the longest common subsequence of all tails. */
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
