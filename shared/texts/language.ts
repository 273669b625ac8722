/** Languages that the texts are in. */
export const languages = ['en', 'ja', 'ko'] as const;
export type Language = (typeof languages)[number];

/** Each by its own name, whatever the texts are in. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  ja: '日本語',
  ko: '한국어',
};

/** A language that the person chose, or the one of the system. */
export type LanguageChoice = 'system' | Language;

/** The language to show: what was chosen, else the first of the system's that the texts are in, else English. */
export function languageOf(choice: LanguageChoice, ofSystem: readonly string[]): Language {
  if (choice !== 'system') return choice;
  for (const tag of ofSystem) {
    const language = languages.find((one) => one === tag.split(/[-_]/)[0]?.toLowerCase());
    if (language !== undefined) return language;
  }
  return 'en';
}

/** Reads a language as a document names it. */
export function languageNamed(name: string): Language {
  return languages.find((one) => one === name) ?? 'en';
}
