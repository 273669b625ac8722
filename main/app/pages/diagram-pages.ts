import { readFile } from 'node:fs/promises';
import { pageFile } from './page-file.ts';

/** Scheme and host of the page that draws diagrams, in a frame of the app's page. */
export const DIAGRAM_SCHEME = 'parley-diagram';
const ORIGIN = `${DIAGRAM_SCHEME}://diagram`;
const PAGE = `${ORIGIN}/diagram.html`;

/**
 * What the frame may do: run our scripts and style what it draws. Its sandbox gives it no origin, so that its own scripts come
 * from elsewhere for it and are admitted by name (SE-20).
 */
const policy = [
  "default-src 'none'",
  `script-src ${DIAGRAM_SCHEME}:`,
  "style-src 'unsafe-inline'",
  'img-src data:',
  'font-src data:',
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  'sandbox allow-scripts',
].join('; ');

/** Whether an address is that of the page which draws diagrams. */
export function isDiagramPage(url: string): boolean {
  return url === PAGE;
}

/** Answers the frame's requests: its page and the scripts beside it, GET only. Never rejects. */
export function createDiagramServer(
  root: string,
): (request: Pick<Request, 'url' | 'method'>) => Promise<Response> {
  return async ({ url, method }) => {
    const headers = {
      'Content-Security-Policy': policy,
      'Access-Control-Allow-Origin': '*',
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-cache',
    };
    if (method !== 'GET') return new Response(null, { status: 405, headers });
    const file = pageFile(url, ORIGIN, root);
    const isOurs = file !== undefined && (isDiagramPage(url) || file.path.endsWith('.js'));
    const bytes = isOurs ? await readFile(file.path).catch(() => undefined) : undefined;
    if (bytes === undefined || file === undefined)
      return new Response(null, { status: 404, headers });
    return new Response(new Uint8Array(bytes), {
      headers: { ...headers, 'Content-Type': file.contentType },
    });
  };
}
