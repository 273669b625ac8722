import { allTexts } from '../../shared/texts/all-texts.ts';
import type { Language, LanguageChoice } from '../../shared/texts/language.ts';
import { languageOf } from '../../shared/texts/language.ts';
import type { Translation } from '../../shared/texts/translation.ts';
import { copyTexts, fillTexts } from '../../shared/texts/translation.ts';
import { loadTranslation } from '../../shared/texts/translations.ts';
import { messageOf } from '../../shared/lib/errors.ts';
import type { Disposable } from '../lib/disposable.ts';
import type { Log } from '../lib/logger.ts';

/** What the language is taken from. */
export interface LanguageSource {
  get(): { readonly language?: LanguageChoice | undefined };
  onChange(listener: () => void): () => void;
}

export interface AppLanguageOptions {
  /** The languages of the system, the preferred one first. */
  readonly ofSystem: () => readonly string[];
  readonly log: Log;
}

/** The language of main's texts: menus, dialogs, notifications, and the pages it serves. English until it is opened. */
export class AppLanguage implements Disposable {
  readonly #options: AppLanguageOptions;
  readonly #english: Translation<typeof allTexts> = copyTexts(allTexts);
  #current: Language = 'en';
  #last: Promise<void> = Promise.resolve();
  #stop: (() => void) | undefined;

  constructor(options: AppLanguageOptions) {
    this.#options = options;
  }

  /** What the texts are in now. */
  get current(): Language {
    return this.#current;
  }

  /** Resolves when the texts are in the chosen language; from then on they follow it. `onChange` is called after each change. */
  async open(source: LanguageSource, onChange: () => void): Promise<void> {
    const follow = (tell: () => void): Promise<void> => {
      // One after the other, so that the last choice is what stays, and what was drawn before is compared with it.
      this.#last = this.#last.then(async () => {
        const before = this.#current;
        await this.#follow(source);
        if (this.#current !== before) tell();
      });
      return this.#last;
    };
    await follow(() => undefined);
    this.#stop = source.onChange(() => void follow(onChange));
  }

  dispose(): void {
    this.#stop?.();
    this.#stop = undefined;
  }

  async #follow(source: LanguageSource): Promise<void> {
    const next = languageOf(source.get().language ?? 'system', this.#options.ofSystem());
    if (next === this.#current) return;
    try {
      const translation = await loadTranslation(next);
      fillTexts(allTexts, translation ?? this.#english);
      this.#current = next;
    } catch (failure) {
      this.#options.log('error', 'The texts of a language could not be read.', {
        reason: messageOf(failure),
      });
    }
  }
}
