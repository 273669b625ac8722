import { useEffect, useRef, useState } from 'react';
import { languageOf } from './language-names.ts';
import type { HighlightAnswer, TokenLine } from './token-line.ts';

/** Longer code stays plain. */
const MOST_LINES = 3_000;
/** Finished code whose colours are kept, in characters; rows come and go while one scrolls. */
const KEPT_CHARACTERS = 2_000_000;

let worker: Worker | undefined;
let lastBlock = 0;
const waiting = new Map<number, (answer: HighlightAnswer) => void>();
const kept = new Map<string, readonly TokenLine[]>();
let keptCharacters = 0;

function ask(
  block: number,
  language: string,
  code: string,
  onAnswer: (answer: HighlightAnswer) => void,
): void {
  if (worker === undefined) {
    worker = new Worker(new URL('./highlight-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<HighlightAnswer>) => {
      const told = waiting.get(data.block);
      waiting.delete(data.block);
      told?.(data);
    });
  }
  waiting.set(block, onAnswer);
  worker.postMessage({ block, language, code });
}

function keep(key: string, lines: readonly TokenLine[]): void {
  kept.set(key, lines);
  keptCharacters += key.length;
  for (const [oldest] of kept) {
    if (keptCharacters <= KEPT_CHARACTERS) break;
    kept.delete(oldest);
    keptCharacters -= oldest.length;
  }
}

/**
 * The pieces of the lines of code, as far as they are known: the worker is asked for one state of a block at a time, so what
 * streams may be some lines ahead of its colours.
 */
export function useTokenLines(code: string, language: string): readonly TokenLine[] {
  const key = `${language} ${code}`;
  const [lines, setLines] = useState<readonly TokenLine[]>(() => kept.get(key) ?? []);
  const block = useRef(0);
  const newest = useRef(code);
  newest.current = code;
  useEffect(() => {
    if (typeof Worker === 'undefined' || kept.has(key) || waiting.has(block.current)) return;
    if (languageOf(language) === undefined) return;
    let isGone = false;
    if (block.current === 0) block.current = lastBlock += 1;
    const mine = block.current;
    const run = (asked: string) => {
      if (asked.split('\n', MOST_LINES + 1).length > MOST_LINES) return;
      ask(mine, language, asked, (answer) => {
        setLines((before) => {
          const now = [...before.slice(0, answer.from), ...answer.lines];
          if (newest.current === asked) keep(`${language} ${asked}`, now);
          return now;
        });
        if (newest.current !== asked && !isGone) run(newest.current);
      });
    };
    run(code);
    return () => {
      isGone = true;
    };
  }, [key, code, language]);
  return lines;
}
