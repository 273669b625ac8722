import { isJsonObject } from '../../../../shared/lib/json.ts';

/** Domains of one kind that are taken over. */
const MOST_DOMAINS = 50;
/** `https` and `wss` alone, a host with at most one `*.` before it, perhaps a port. Nothing that ends a directive. */
const domain =
  /^(?:https|wss):\/\/(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,62}(?::\d{1,5})?$/i;

/** What an app declares that it wants to reach (`_meta.ui.csp`), those parts that a policy may name. */
export interface DeclaredDomains {
  readonly connect: readonly string[];
  readonly resource: readonly string[];
}

/** Reads `_meta.ui.csp`. Whatever is no plain secure origin is left out. */
export function declaredDomains(ui: unknown): DeclaredDomains {
  const csp = isJsonObject(ui) && isJsonObject(ui['csp']) ? ui['csp'] : {};
  const listed = (name: string): string[] => {
    const list = csp[name];
    if (!Array.isArray(list)) return [];
    return list
      .filter((one): one is string => typeof one === 'string' && domain.test(one))
      .slice(0, MOST_DOMAINS);
  };
  return { connect: listed('connectDomains'), resource: listed('resourceDomains') };
}

/**
 * The Content-Security-Policy of an app: its own text and what it declared, nothing else. It is sandboxed once more here, so
 * that it has an opaque origin whatever shows it.
 */
export function appPolicy({ connect, resource }: DeclaredDomains, ancestor: string): string {
  const sources = (...own: string[]): string => [...own, ...resource].join(' ');
  return [
    "default-src 'none'",
    `script-src ${sources("'unsafe-inline'")}`,
    `style-src ${sources("'unsafe-inline'")}`,
    `img-src ${sources('data:', 'blob:')}`,
    `font-src ${sources('data:')}`,
    `media-src ${sources('data:', 'blob:')}`,
    `connect-src ${connect.length === 0 ? "'none'" : connect.join(' ')}`,
    "frame-src 'none'",
    "worker-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${ancestor}`,
    'sandbox allow-scripts',
  ].join('; ');
}
