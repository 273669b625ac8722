/** The same texts in another language: each one, with the same parameters, and no others. */
export type Translation<T> = T extends (...given: infer Given) => string
  ? (...given: Given) => string
  : T extends string
    ? string
    : { readonly [Name in keyof T]: Translation<T[Name]> };

type Group = Record<string, unknown>;

const isGroup = (value: unknown): value is Group =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Puts a translation into the texts themselves, so that whoever holds a group of them has it at once. A translation may
 * hold more than `texts`: a page holds less than main.
 */
export function fillTexts<T extends object>(texts: T, translation: Translation<T>): void {
  fillGroup(texts as Group, translation as Group);
}

function fillGroup(texts: Group, translation: Group): void {
  for (const [name, present] of Object.entries(texts)) {
    const next = translation[name];
    if (isGroup(present) && isGroup(next)) fillGroup(present, next);
    else if (next !== undefined) texts[name] = next;
  }
}

/** The texts as they are now, apart from them: filling them later does not change it. */
export function copyTexts<T extends object>(texts: T): T {
  const copy = (value: unknown): unknown =>
    isGroup(value)
      ? Object.fromEntries(Object.entries(value).map(([name, part]) => [name, copy(part)]))
      : value;
  return copy(texts) as T;
}
