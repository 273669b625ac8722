import type { AllTexts } from '../../shared/texts/all-texts.ts';
import { languageNamed } from '../../shared/texts/language.ts';
import { fillTexts, type Translation } from '../../shared/texts/translation.ts';
import { loadTranslation } from '../../shared/texts/translations.ts';

/** Fills the texts of this page in the language that main wrote into it. What cannot be loaded leaves English. */
export async function speakLanguage<T extends Partial<AllTexts>>(
  texts: T,
  onFailure: (failure: unknown) => void = () => undefined,
): Promise<void> {
  const root = document.documentElement;
  try {
    const translation = await loadTranslation(languageNamed(root.lang));
    if (translation !== undefined) fillTexts(texts, translation as Translation<T>);
  } catch (failure) {
    root.lang = 'en';
    onFailure(failure);
  }
}
