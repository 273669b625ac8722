import { readFile, realpath } from 'node:fs/promises';
import { sep } from 'node:path';
import type { PageMarks } from './content-policy.ts';
import { pageHeaders, withMarks, withStyleNonce } from './content-policy.ts';
import { pageFile } from './page-file.ts';

export interface PageServerOptions {
  /** Such as `scheme://host`. */
  readonly origin: string;
  /** Folder of the built pages. Only what really lies in it is served. */
  readonly root: string;
  readonly styleNonce: string;
  /** Asked each time a page is loaded; default: English. */
  readonly marks?: () => PageMarks;
  /** What the pages may show in frames; default: nothing. */
  readonly frames?: string;
}

/** Answers requests of our own scheme from files: GET only, everything else is 404 or 405. Never rejects. */
export function createPageServer(
  options: PageServerOptions,
): (request: Pick<Request, 'url' | 'method'>) => Promise<Response> {
  const { origin, root, styleNonce, frames, marks = () => ({ lang: 'en' }) } = options;
  const refuse = (status: number): Response =>
    new Response(null, { status, headers: pageHeaders(styleNonce, 'text/plain; charset=utf-8') });

  return async (request) => {
    if (request.method !== 'GET') return refuse(405);
    const file = pageFile(request.url, origin, root);
    if (!file) return refuse(404);
    const bytes = await readInside(file.path, root);
    if (!bytes) return refuse(404);
    const body = file.contentType.startsWith('text/html')
      ? withMarks(withStyleNonce(bytes.toString('utf8'), styleNonce), marks())
      : new Uint8Array(bytes);
    return new Response(body, { headers: pageHeaders(styleNonce, file.contentType, frames) });
  };
}

/** A symbolic link that leads out of the folder is not followed. */
async function readInside(path: string, root: string): Promise<Buffer | undefined> {
  try {
    const [realRoot, realFile] = await Promise.all([realpath(root), realpath(path)]);
    return realFile.startsWith(realRoot + sep) ? await readFile(realFile) : undefined;
  } catch {
    return undefined;
  }
}
