import { extname, join, normalize, sep } from 'node:path';

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

export interface PageFile {
  readonly path: string;
  readonly contentType: string;
}

/**
 * The file that a page address names below `root`, or undefined when it names none: another host, a path that leaves
 * the folder in any spelling, NUL, a backslash, a kind of file that is not ours. Looks at the text only, not at the disk.
 */
export function pageFile(address: string, origin: string, root: string): PageFile | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (`${url.protocol}//${url.host}` !== origin || url.username || url.password) return undefined;
  const decoded = decodeOnce(url.pathname);
  // A remaining "%" is a second layer of encoding: none of our files has one in its name.
  if (decoded === undefined || /[\\\0%]/.test(decoded)) return undefined;
  if (decoded.split('/').some((part) => part === '..' || part === '.')) return undefined;
  const path = normalize(join(root, decoded));
  if (!path.startsWith(root + sep)) return undefined;
  const contentType = contentTypes[extname(path).toLowerCase()];
  return contentType === undefined ? undefined : { path, contentType };
}

function decodeOnce(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
}
