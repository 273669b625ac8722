import { randomUUID } from 'node:crypto';
import type { DeclaredDomains } from '../../mcp/hub/bench/app-policy.ts';
import { appPolicy } from '../../mcp/hub/bench/app-policy.ts';
import { APP_ORIGIN, FRAME_SCHEME } from './page-origins.ts';

/** Apps that are shown at the same time. */
const MOST_FRAMES = 20;

/** A page of an MCP app that is shown now. */
export interface AppFrame {
  readonly id: string;
  readonly url: string;
}

/**
 * Pages of MCP apps, each under an address of its own that nobody can guess. They are served from memory under a policy that
 * names only what the app declared, into a frame of opaque origin (SE-13).
 */
export class AppFrames {
  readonly #pages = new Map<string, { readonly html: string; readonly policy: string }>();

  /** Serves a page until it is closed. The oldest is closed where there are too many. */
  show(html: string, domains: DeclaredDomains): AppFrame {
    const id = randomUUID();
    this.#pages.set(id, { html, policy: appPolicy(domains, APP_ORIGIN) });
    const [oldest] = this.#pages.keys();
    if (this.#pages.size > MOST_FRAMES && oldest !== undefined) this.#pages.delete(oldest);
    return { id, url: `${FRAME_SCHEME}://${id}/` };
  }

  close(id: string): void {
    this.#pages.delete(id);
  }

  /** Whether an address is that of a page which is shown now. */
  isOpen(url: string): boolean {
    return this.#pageOf(url) !== undefined;
  }

  /** GET of a page that is shown now; everything else is 404 or 405. */
  answer({ url, method }: Pick<Request, 'url' | 'method'>): Response {
    const page = this.#pageOf(url);
    const headers = {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': page?.policy ?? "default-src 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-store',
    };
    if (method !== 'GET') return new Response(null, { status: 405, headers });
    return page
      ? new Response(page.html, { headers })
      : new Response(null, { status: 404, headers });
  }

  #pageOf(url: string): { readonly html: string; readonly policy: string } | undefined {
    const id = new RegExp(`^${FRAME_SCHEME}://([0-9a-f-]{36})/?$`).exec(url)?.[1];
    return id === undefined ? undefined : this.#pages.get(id);
  }
}
