/** A name that stayed, came or went. */
export interface NameChange {
  readonly name: string;
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
