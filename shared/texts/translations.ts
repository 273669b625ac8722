import type { AllTexts } from './all-texts.ts';
import type { Language } from './language.ts';
import type { Translation } from './translation.ts';

/** Loads the texts of a language, undefined for English, which is there already. Each is a chunk of its own. */
export async function loadTranslation(
  language: Language,
): Promise<Translation<AllTexts> | undefined> {
  switch (language) {
    case 'en':
      return undefined;
    case 'ja':
      return (await import('./ja/japanese.ts')).japanese;
    case 'ko':
      return (await import('./ko/korean.ts')).korean;
  }
}
