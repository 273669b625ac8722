import { afterEach, expect, it, vi } from 'vitest';
import { allTexts } from '../../shared/texts/all-texts.ts';
import type { LanguageChoice } from '../../shared/texts/language.ts';
import { copyTexts, fillTexts } from '../../shared/texts/translation.ts';
import { AppLanguage } from './app-language.ts';

const english = copyTexts(allTexts);
afterEach(() => {
  fillTexts(allTexts, english);
});

it('follows the setting: menus and dialogs are in it, the pages are told, the last choice stays [UI-0.language]', async () => {
  let language: LanguageChoice | undefined;
  const listeners = new Set<() => void>();
  const source = {
    get: () => ({ language }),
    onChange: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const app = new AppLanguage({ ofSystem: () => ['ja-JP', 'en'], log: () => undefined });
  let changed: (() => void) | undefined;
  await app.open(source, () => changed?.());
  expect(app.current).toBe('ja');
  expect(allTexts.window.quit).toBe('終了');

  const choose = (next: LanguageChoice | undefined): void => {
    language = next;
    for (const listener of listeners) listener();
  };
  const told = new Promise<void>((resolve) => {
    changed = () => {
      if (app.current === 'en') resolve();
    };
  });
  choose('ko');
  choose('en');
  await told;
  expect(allTexts.window.quit).toBe('Quit');
  expect(allTexts).toEqual(english);

  app.dispose();
  expect(listeners.size).toBe(0);
});

it('tells the pages also of a choice that is taken back while the texts of the first are read [UI-0.language]', async () => {
  let language: LanguageChoice = 'en';
  let tell: () => void = () => undefined;
  const source = {
    get: () => {
      const now = language;
      if (now === 'ko') {
        // The person changes their mind just now.
        language = 'en';
        tell();
      }
      return { language: now };
    },
    onChange: (listener: () => void) => {
      tell = listener;
      return () => undefined;
    },
  };
  const app = new AppLanguage({ ofSystem: () => ['en'], log: () => undefined });
  const drawn: string[] = [];
  await app.open(source, () => drawn.push(app.current));
  language = 'ko';
  tell();
  await vi.waitFor(() => expect(drawn).toEqual(['ko', 'en']), 5_000);
  expect(allTexts).toEqual(english);
});
