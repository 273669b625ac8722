const englishRules = new Intl.PluralRules('en');

/** Chooses the English form for a count. */
export function englishPlural(count: number, one: string, other: string): string {
  return englishRules.select(count) === 'one' ? one : other;
}

const englishNumber = new Intl.NumberFormat('en');

/** A count with its English word, such as `1,200 tools`. */
export function counted(count: number, one: string, other: string): string {
  return `${englishNumber.format(count)} ${englishPlural(count, one, other)}`;
}

/** A number as English, Japanese and Korean write it: `1,200`. */
export function grouped(value: number): string {
  return englishNumber.format(value);
}
