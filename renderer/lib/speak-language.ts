import type { AllTexts } from '../../shared/texts/all-texts.ts';
import { languageNamed } from '../../shared/texts/language.ts';
import { fillTexts } from '../../shared/texts/translation.ts';
import { loadTranslation } from '../../shared/texts/translations.ts';

/** Fills the texts of this page in the language that main wrote into it; they are loaded for another one than English alone. What cannot be loaded leaves English. */
export async function speakLanguage(
  loadTexts: () => Promise<Partial<AllTexts>>,
  onFailure: (failure: unknown) => void = () => undefined,
): Promise<void> {
  const root = document.documentElement;
  try {
    const translation = await loadTranslation(languageNamed(root.lang));
    if (translation !== undefined) fillTexts(await loadTexts(), translation);
  } catch (failure) {
    root.lang = 'en';
    onFailure(failure);
  }
}
