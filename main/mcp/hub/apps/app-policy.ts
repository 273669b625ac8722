import { isJsonObject } from '../../../../shared/lib/json.ts';

/** Domains of one kind that are taken over. */
const MOST_DOMAINS = 50;
/** `https` and `wss` alone, a host with at most one `*.` before it, perhaps a port. Nothing that ends a directive. */
const domain =
  /^(?:https|wss):\/\/(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,62}(?::\d{1,5})?$/i;

/** This computer by name or number, with a port. */
const localOrigin = /^(?:https?|wss?):\/\/(?:localhost|127\.0\.0\.1|\[::1\]):\d{1,5}$/i;

/** What an app declares that it wants to reach (`_meta.ui.csp`), those parts that a policy may name. */
export interface DeclaredDomains {
  readonly connect: readonly string[];
  readonly resource: readonly string[];
  /** Pages that it may show in frames of its own. */
  readonly frame: readonly string[];
}

/** Reads `_meta.ui.csp`. Whatever is no plain secure origin is left out. */
export function declaredDomains(ui: unknown): DeclaredDomains {
  return listed(ui, domain);
}

/** The same for origins on this computer, which only an app of a server on this computer may reach, when the person agreed. */
export function declaredLocal(ui: unknown): DeclaredDomains {
  return listed(ui, localOrigin);
}

/** Both of two declarations. */
export function joinDomains(first: DeclaredDomains, second: DeclaredDomains): DeclaredDomains {
  return {
    connect: [...first.connect, ...second.connect],
    resource: [...first.resource, ...second.resource],
    frame: [...first.frame, ...second.frame],
  };
}

/** Every origin of a declaration, once. */
export function originsOf({ connect, resource, frame }: DeclaredDomains): string[] {
  return [...new Set([...connect, ...resource, ...frame])];
}

function listed(ui: unknown, shape: RegExp): DeclaredDomains {
  const csp = isJsonObject(ui) && isJsonObject(ui['csp']) ? ui['csp'] : {};
  const take = (name: string): string[] => {
    const list = csp[name];
    if (!Array.isArray(list)) return [];
    return list
      .filter((one): one is string => typeof one === 'string' && shape.test(one))
      .slice(0, MOST_DOMAINS);
  };
  return {
    connect: take('connectDomains'),
    resource: take('resourceDomains'),
    // No page is behind a web socket.
    frame: take('frameDomains').filter((origin) => /^http/i.test(origin)),
  };
}

/** Whether a declaration names the origin of an address. `http` and `ws` are named by themselves only. */
export function isDeclared(address: string, domains: DeclaredDomains): boolean {
  return isCovered(address, originsOf(domains));
}

/** Whether an app may show this address in a frame of its own. */
export function isDeclaredFrame(address: string, { frame }: DeclaredDomains): boolean {
  return isCovered(address, frame);
}

function isCovered(address: string, origins: readonly string[]): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return origins.some((origin) => covers(origin, url));
}

function covers(origin: string, url: URL): boolean {
  const [, scheme = '', host = '', port = ''] =
    /^([a-z]+):\/\/(\[[^\]]+\]|[^:]+)(?::(\d+))?$/i.exec(origin.toLowerCase()) ?? [];
  const usual = scheme === 'https' || scheme === 'wss' ? '443' : '80';
  const own = url.protocol === 'https:' || url.protocol === 'wss:' ? '443' : '80';
  if (`${scheme}:` !== url.protocol) return false;
  if ((port === '' ? usual : port) !== (url.port === '' ? own : url.port)) return false;
  return host.startsWith('*.') ? url.hostname.endsWith(host.slice(1)) : url.hostname === host;
}

/**
 * The Content-Security-Policy of an app: its own text and what it declared, nothing else. It is sandboxed once more here, so
 * that it has an opaque origin whatever shows it.
 */
export function appPolicy({ connect, resource, frame }: DeclaredDomains, ancestor: string): string {
  const sources = (...own: string[]): string => [...own, ...resource].join(' ');
  return [
    "default-src 'none'",
    `script-src ${sources("'unsafe-inline'")}`,
    `style-src ${sources("'unsafe-inline'")}`,
    `img-src ${sources('data:', 'blob:')}`,
    `font-src ${sources('data:')}`,
    `media-src ${sources('data:', 'blob:')}`,
    `connect-src ${connect.length === 0 ? "'none'" : connect.join(' ')}`,
    `frame-src ${frame.length === 0 ? "'none'" : frame.join(' ')}`,
    "worker-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${ancestor}`,
    'sandbox allow-scripts',
  ].join('; ');
}
