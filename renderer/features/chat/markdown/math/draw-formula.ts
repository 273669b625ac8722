import katex from 'katex';
import 'katex/dist/katex.min.css';

/** Into the element and not as HTML text: its styles would be against the content security policy. */
export function drawFormula(element: HTMLElement, tex: string, isBlock: boolean): void {
  katex.render(tex, element, {
    displayMode: isBlock,
    throwOnError: false,
    strict: 'ignore',
    trust: false,
    maxExpand: 1_000,
    maxSize: 20,
  });
}
