import { useEffect } from 'react';

const NAME = 'found';

/** Marks words in the rows that are mounted, without touching them. */
export function useHighlight(...words: readonly string[]): void {
  const all = JSON.stringify(words.map((one) => one.trim().toLowerCase()));
  useEffect(() => {
    const rows = '[data-region="transcript"]';
    // What holds the list: a jump to another page draws a new one in it.
    const root = document.querySelector(rows)?.parentElement ?? null;
    const wanted = (JSON.parse(all) as string[]).filter((one) => one !== '');
    if (root === null || wanted.length === 0 || !('highlights' in CSS)) return;
    let frame = 0;
    const mark = () => {
      frame = 0;
      const list = root.querySelector(rows) ?? root;
      CSS.highlights.set(NAME, new Highlight(...wanted.flatMap((one) => placesOf(list, one))));
    };
    const observer = new MutationObserver(() => {
      if (frame === 0) frame = requestAnimationFrame(mark);
    });
    observer.observe(root, { childList: true, subtree: true, characterData: true });
    mark();
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      CSS.highlights.delete(NAME);
    };
  }, [all]);
}

function placesOf(root: Element, wanted: string): Range[] {
  const places: Range[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const content = node.textContent?.toLowerCase() ?? '';
    for (let at = content.indexOf(wanted); at !== -1; at = content.indexOf(wanted, at + 1)) {
      const range = new Range();
      range.setStart(node, at);
      range.setEnd(node, at + wanted.length);
      places.push(range);
    }
  }
  return places;
}
