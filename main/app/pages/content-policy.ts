import type { Language } from '../../../shared/texts/language.ts';

/**
 * The Content-Security-Policy of our pages (SE-2). Nothing but ourselves: no inline script, no eval, no foreign
 * connection, no frame but those of `frames`. `styleNonce` admits the few style elements that UI libraries add.
 */
function contentPolicy(styleNonce: string, frames: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${styleNonce}'`,
    "img-src 'self' data: blob:",
    // Sounds of results, from their own data.
    'media-src data:',
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "object-src 'none'",
    `frame-src ${frames}`,
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Headers of every answer, whatever its status. */
export function pageHeaders(
  styleNonce: string,
  contentType: string,
  frames = "'none'",
): Record<string, string> {
  return {
    'Content-Type': contentType,
    'Content-Security-Policy': contentPolicy(styleNonce, frames),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'no-cache',
  };
}

/** Puts the nonce where the page's own script finds it before it renders. */
export function withStyleNonce(html: string, styleNonce: string): string {
  return html.replace('<head>', `<head>\n    <meta name="style-nonce" content="${styleNonce}" />`);
}

/** What a page is told about itself before its script runs: its language, and how it is to look. */
export type PageMarks = { readonly lang: Language } & Readonly<Record<`data-${string}`, string>>;

/** Puts marks on the root of a page. Their values are words of ours. */
export function withMarks(html: string, marks: PageMarks): string {
  const attributes = Object.entries(marks).map(([name, value]) => ` ${name}="${value}"`);
  return html.replace('<html lang="en">', `<html${attributes.join('')}>`);
}
