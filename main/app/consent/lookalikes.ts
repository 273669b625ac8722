/** Letters of other alphabets that are taken for one of a to z, in the lower case that host names have. */
const twins: Readonly<Record<string, string>> = {
  // Cyrillic
  а: 'a',
  с: 'c',
  ԁ: 'd',
  е: 'e',
  ҽ: 'e',
  һ: 'h',
  і: 'i',
  ј: 'j',
  к: 'k',
  ӏ: 'l',
  м: 'm',
  о: 'o',
  р: 'p',
  ԛ: 'q',
  г: 'r',
  ѕ: 's',
  т: 't',
  ѵ: 'v',
  ԝ: 'w',
  х: 'x',
  у: 'y',
  ү: 'y',
  // Greek
  α: 'a',
  ϲ: 'c',
  ε: 'e',
  η: 'n',
  ι: 'i',
  ϳ: 'j',
  κ: 'k',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  υ: 'u',
  ω: 'w',
  χ: 'x',
  γ: 'y',
  // Armenian
  ց: 'g',
  հ: 'h',
  յ: 'j',
  ո: 'n',
  օ: 'o',
  զ: 'q',
  ս: 'u',
  // Latin
  ɑ: 'a',
  ɡ: 'g',
  ı: 'i',
  ʟ: 'l',
  ꜱ: 's',
  ᴠ: 'v',
  ᴡ: 'w',
  ʏ: 'y',
  ᴢ: 'z',
};

const scripts = [
  ['Cyrillic', /\p{Script=Cyrillic}/u],
  ['Greek', /\p{Script=Greek}/u],
  ['Armenian', /\p{Script=Armenian}/u],
  ['Latin', /\p{Script=Latin}/u],
] as const;

/** One letter that stands where people read another. */
export interface Lookalike {
  /** Which letter of the name, from 1. */
  readonly position: number;
  readonly letter: string;
  readonly alphabet: string;
  readonly looksLike: string;
}

export interface SpellingFaults {
  readonly lookalikes: readonly Lookalike[];
  /** What people read, where every strange letter is a lookalike. */
  readonly readsAs: string | undefined;
  /** Two alphabets in one part of the name. */
  readonly isMixed: boolean;
}

function alphabetOf(letter: string): string | undefined {
  return scripts.find(([, pattern]) => pattern.test(letter))?.[0];
}

/** Looks for letters in a name, in its own spelling and not in punycode, that imitate a to z. */
export function spellingFaults(name: string): SpellingFaults {
  const letters = Array.from(name);
  const lookalikes = letters.flatMap((letter, index): Lookalike[] => {
    const looksLike = Object.hasOwn(twins, letter) ? twins[letter] : undefined;
    const alphabet = alphabetOf(letter);
    return looksLike === undefined || alphabet === undefined
      ? []
      : [{ position: index + 1, letter, alphabet, looksLike }];
  });
  const read = letters.map((letter) => twins[letter] ?? letter).join('');
  const isPlain = /^[\x21-\x7e]*$/.test(read);
  return {
    lookalikes: isPlain ? lookalikes : [],
    readsAs: isPlain && lookalikes.length > 0 ? read : undefined,
    isMixed: name.split('.').some((label) => {
      const used = new Set(Array.from(label).flatMap((letter) => alphabetOf(letter) ?? []));
      return used.size > 1;
    }),
  };
}
