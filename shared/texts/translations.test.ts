import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allTexts } from './all-texts.ts';
import { languageOf, languages, type Language } from './language.ts';
import { copyTexts, fillTexts, type Translation } from './translation.ts';
import { loadTranslation } from './translations.ts';

type Texts = Readonly<Record<string, unknown>>;
type Say = (...given: readonly unknown[]) => unknown;
const foreign = languages.filter((language) => language !== 'en');

async function translationOf(language: Language): Promise<Translation<typeof allTexts>> {
  const translation = await loadTranslation(language);
  if (translation === undefined) throw new Error(`${language} has no translation.`);
  return translation;
}

/** Every text with its path, such as `chat.send`. */
function leaves(texts: Texts, path = ''): (readonly [string, unknown])[] {
  return Object.entries(texts).flatMap(([name, value]) => {
    const here = path === '' ? name : `${path}.${name}`;
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? leaves(value as Texts, here)
      : [[here, value] as const];
  });
}

const MARKS = [7301, 7302, 7303, 7304, 7305, 7306];

/** What a text says of numbers that stand for what it is given; a list where it wants one. */
function said(text: unknown, asLists = false): string {
  if (typeof text === 'string') return text;
  if (Array.isArray(text)) return text.join(' ');
  const say = text as Say;
  const given = MARKS.slice(0, say.length).map((mark) => (asLists ? [String(mark)] : mark));
  try {
    return String(say(...given));
  } catch (failure) {
    if (asLists) throw failure;
    return said(text, true);
  }
}

/** Which of what it is given a text tells, and which names stand in it for elements. */
function told(text: unknown): readonly string[] {
  const words = said(text).replaceAll(',', '');
  return [
    ...MARKS.map(String).filter((mark) => words.includes(mark)),
    ...(words.match(/\{(tool|server)\}/g) ?? []).sort(),
  ];
}

/** Texts in which English says with a word what a translation says with the number, or the other way round. */
const differs = new Set(['chat.retried', 'consent.openServerUrl.lookalike']);

describe.each(foreign)('the texts in %s', (language) => {
  it('are all there, and tell what the English ones tell [UI-0.texts]', async () => {
    const translated = new Map(leaves(await translationOf(language)));
    const english = leaves(allTexts);
    expect([...translated.keys()].sort()).toEqual(english.map(([path]) => path).sort());
    const wrong = english.filter(([path, text]) => {
      const other = translated.get(path);
      if (typeof other !== typeof text || Array.isArray(other) !== Array.isArray(text)) return true;
      if (Array.isArray(text)) return (other as unknown[]).length !== text.length;
      return !differs.has(path) && told(other).join() !== told(text).join();
    });
    expect(wrong.map(([path]) => path)).toEqual([]);
  });

  it('leave no sentence in English [UI-0.texts]', async () => {
    const english = new Map(leaves(allTexts));
    const left = leaves(await translationOf(language)).filter(
      ([path, text]) => / [a-z]+ [a-z]+/.test(said(text)) && said(text) === said(english.get(path)),
    );
    expect(left.map(([path]) => path)).toEqual([]);
  });
});

describe('a language', () => {
  it('has all texts to fill, those too that are imported from their own file [UI-0.texts]', async () => {
    const groups = new Set<unknown>();
    const gather = (group: unknown): void => {
      if (typeof group !== 'object' || group === null || groups.has(group)) return;
      groups.add(group);
      for (const part of Object.values(group)) gather(part);
    };
    gather(allTexts);
    const folder = join(import.meta.dirname, 'en');
    const missing = [];
    for (const file of readdirSync(folder)) {
      const module = (await import(join(folder, file))) as Texts;
      for (const [name, group] of Object.entries(module)) {
        if (typeof group === 'object' && !groups.has(group)) missing.push(`${file}: ${name}`);
      }
    }
    expect(missing).toEqual([]);
  });

  it('fills the texts in place, and English comes back [UI-0.texts]', async () => {
    const texts = copyTexts(allTexts);
    const { chat } = texts;
    const english = copyTexts(texts);
    fillTexts(texts, await translationOf('ja'));
    expect(chat.send).toBe('送信');
    expect(texts.turns.modes.plan.label).toBe('計画のみ');
    fillTexts(texts, await translationOf('ko'));
    expect(chat.send).toBe('보내기');
    fillTexts(texts, english);
    expect(texts).toEqual(allTexts);
  });

  it.each([
    ['ja', ['ko-KR'], 'ja'],
    ['system', ['ko-KR', 'en-US'], 'ko'],
    ['system', ['fr-FR', 'ja_JP', 'en'], 'ja'],
    ['system', ['de-DE', 'en-GB', 'ja'], 'en'],
    ['system', ['C'], 'en'],
    ['system', [], 'en'],
  ] as const)(
    'is what was chosen, else the system’s: %s of %s is %s [UI-0.language]',
    (choice, system, language) => {
      expect(languageOf(choice, system)).toBe(language);
    },
  );
});
