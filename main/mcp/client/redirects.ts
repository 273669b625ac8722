import type { FetchLike } from '@modelcontextprotocol/client';
import { McpError } from './mcp-error.ts';

/** error: every redirect is refused · follow: those within the origin that keep the method are followed. */
export type RedirectPolicy = 'error' | 'follow';

const STATUSES = new Set([301, 302, 303, 307, 308]);
const MAX_HOPS = 5;

function refused(from: URL, response: Response, why: string): McpError {
  const location = response.headers.get('location');
  const target = location === null ? 'nowhere' : shownTarget(location, from);
  return new McpError(
    'http',
    `The server redirected to ${target} (HTTP ${response.status}), ${why}. Use that address if it is the intended server.`,
    { status: response.status },
  );
}

function shownTarget(location: string, base: URL): string {
  if (!URL.canParse(location, base.href)) return 'an address that cannot be read';
  const target = new URL(location, base);
  return `${target.origin}${target.pathname}`;
}

/** Sends a request and treats redirects by the policy. Rejects with an `McpError` that names the target of a refused one. */
export async function fetchByPolicy(
  fetchLike: FetchLike,
  policy: RedirectPolicy,
  start: string | URL,
  init: RequestInit & { readonly method: string },
): Promise<Response> {
  let url = new URL(start);
  for (let hop = 0; ; hop += 1) {
    const response = await fetchLike(url, { ...init, redirect: 'manual' });
    if (!STATUSES.has(response.status)) return response;
    await response.body?.cancel().catch(() => undefined);
    if (policy === 'error') throw refused(url, response, 'and redirects are not followed');
    const location = response.headers.get('location') ?? '';
    if (!URL.canParse(location, url.href)) throw refused(url, response, 'which is no address');
    const target = new URL(location, url);
    const keepsMethod = init.method === 'GET' || response.status >= 307;
    if (target.origin !== url.origin || target.username !== '' || target.password !== '')
      throw refused(url, response, 'which is another origin');
    if (!keepsMethod) throw refused(url, response, `which would lose the ${init.method} request`);
    if (hop === MAX_HOPS) throw refused(url, response, 'which is one redirect too many');
    url = target;
  }
}
