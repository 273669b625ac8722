const englishRules = new Intl.PluralRules('en');

/** Chooses the English form for a count. */
export function englishPlural(count: number, one: string, other: string): string {
  return englishRules.select(count) === 'one' ? one : other;
}
