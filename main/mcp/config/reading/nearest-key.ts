/** The number of letters to add, remove, change or swap to make one text of another, at most `limit` + 1. */
function distance(left: string, right: string, limit: number): number {
  if (Math.abs(left.length - right.length) > limit) return limit + 1;
  let before: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const isSame = left[row - 1] === right[column - 1];
      const isSwap = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      line.push(
        Math.min(
          (last[column] ?? 0) + 1,
          (line[column - 1] ?? 0) + 1,
          (last[column - 1] ?? 0) + (isSame ? 0 : 1),
          isSwap ? (before[column - 2] ?? 0) + 1 : Infinity,
        ),
      );
    }
    before = last;
    last = line;
  }
  return last[right.length] ?? limit + 1;
}

/** The known key that a mistyped one most likely means, or undefined when none is near. */
export function nearestKey(key: string, known: readonly string[]): string | undefined {
  const small = key.toLowerCase().replace(/[-_\s]/g, '');
  const limit = small.length <= 4 ? 1 : 2;
  const [best] = known
    .map((one) => ({ one, away: distance(small, one.toLowerCase(), limit) }))
    .filter(({ away }) => away <= limit)
    .sort((left, right) => left.away - right.away);
  return best?.one;
}
