/** What is on a page for programs and not for readers. */
const silent = [
  'script',
  'style',
  'noscript',
  'iframe',
  'template',
  'svg',
  'canvas',
  'object',
  'embed',
] as const;

/** A page as Markdown. What is not for readers is left out. */
export async function markdownOf(html: string): Promise<string> {
  const { default: Turndown } = await import('turndown');
  const service = new Turndown({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
  });
  service.remove(isSilent);
  // Pictures as data would be longer than all text.
  service.addRule('data-pictures', {
    filter: (node: PageElement) =>
      node.nodeName === 'IMG' && /^data:/i.test(node.getAttribute('src') ?? ''),
    replacement: (_content: string, node: unknown) =>
      (node as PageElement).getAttribute('alt') ?? '',
  });
  const title = /<title[^>]*>([^<]*)<\/title>/i.exec(html)?.[1]?.trim() ?? '';
  const text = service.turndown(html).trim();
  return title === '' || text.startsWith(`# ${title}`) ? text : `# ${title}\n\n${text}`;
}

/** What is used of an element; the types of the DOM are not there in Node. */
interface PageElement {
  readonly nodeName: string;
  getAttribute(name: string): string | null;
}

const isSilent = (node: PageElement): boolean =>
  (silent as readonly string[]).includes(node.nodeName.toLowerCase()) || node.nodeName === 'TITLE';

/** The text of bytes in the encoding that the page names. */
export function decodePage(bytes: Uint8Array, charset: string | undefined): string {
  try {
    return new TextDecoder(charset ?? charsetInside(bytes) ?? 'utf-8').decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

function charsetInside(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 2_048)).toString('latin1');
  return /<meta[^>]+charset=["']?([\w-]+)/i.exec(head)?.[1];
}
