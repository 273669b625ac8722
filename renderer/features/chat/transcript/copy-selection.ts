import type { ClipboardEvent } from 'react';

const kept = new Set(
  'p h3 h4 h5 h6 ul ol li blockquote pre code strong em s br hr table thead tbody tr th td'.split(
    ' ',
  ),
);
/** They say what can be done, not what was said. */
const leftOut = 'button, figcaption, input, svg, [aria-hidden="true"], [data-not-copied]';

/** What is selected goes out as text and as plain HTML, without our classes and controls. */
export function copySelection(event: ClipboardEvent): void {
  const selection = document.getSelection();
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return;
  if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement)
    return;
  const content = selection.getRangeAt(0).cloneContents();
  event.clipboardData.setData('text/plain', selection.toString());
  event.clipboardData.setData('text/html', plainHtml(content));
  event.preventDefault();
}

/** Puts a message on the clipboard: its own text, and what is drawn of it as plain HTML. */
export async function copyMessage(text: string, drawn: Element): Promise<void> {
  await navigator.clipboard.write([
    new ClipboardItem({
      'text/plain': new Blob([text], { type: 'text/plain' }),
      'text/html': new Blob([plainHtml(drawn)], { type: 'text/html' }),
    }),
  ]);
}

/** HTML with the meaning alone: known elements without attributes, links with their address. */
export function plainHtml(node: Node): string {
  return [...node.childNodes].map(htmlOf).join('');
}

function htmlOf(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return escaped(node.textContent ?? '');
  if (!(node instanceof HTMLElement) || node.matches(leftOut)) return '';
  const inside = plainHtml(node);
  const name = node.localName;
  if (name === 'a') {
    const url = node.dataset['url'];
    return url === undefined ? inside : `<a href="${escaped(url)}">${inside}</a>`;
  }
  if (!kept.has(name)) return inside;
  if (name === 'br' || name === 'hr') return `<${name}>`;
  const start = name === 'ol' ? node.getAttribute('start') : null;
  const attributes = start === null || !/^\d+$/.test(start) ? '' : ` start="${start}"`;
  return `<${name}${attributes}>${inside}</${name}>`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
