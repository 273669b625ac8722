import { BlockList, isIP } from 'node:net';
import type { NetworkSettings } from '../../../shared/lib/network-settings.ts';
import { isLoopbackHost } from '../url-gate.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** What the system says about an address, in the words of proxy scripts: `PROXY host:port; DIRECT`. */
export type SystemProxy = (url: string) => Promise<string>;

/** A proxy that cannot be used. The message is a sentence. */
export class ProxyProblem extends Error {
  override readonly name = 'ProxyProblem';
  readonly code = 'ERR_PROXY';
}

/** The variables that name proxies, in both spellings; lower case wins, as in other programs. */
export const proxyVariables = ['https_proxy', 'http_proxy', 'all_proxy', 'no_proxy'] as const;

function variable(
  environment: Environment,
  name: (typeof proxyVariables)[number],
): string | undefined {
  return environment[name]?.trim() || environment[name.toUpperCase()]?.trim() || undefined;
}

const usualPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/** Brackets of newer addresses are not part of them. */
function bareHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

/** Whether a list as in NO_PROXY names the host: names with what is below them, addresses, ranges, `*`, each with a port or without. */
export function isBypassed(list: string, url: URL): boolean {
  const host = bareHost(url).toLowerCase();
  const port = url.port || usualPorts[url.protocol];
  return list
    .toLowerCase()
    .split(/[\s,;]+/)
    .some((entry) => {
      if (entry === '*') return true;
      const [, name = '', onlyPort] = /^(\[[^\]]*\]|[^:]*|.*:.*:.*?)(?::(\d+))?$/.exec(entry) ?? [];
      if (name === '' || (onlyPort !== undefined && onlyPort !== port)) return false;
      const plain = name.replace(/^\[|\]$/g, '').replace(/^\*?\./, '');
      if (plain.includes('/')) return isInRange(plain, host);
      return host === plain || (isIP(host) === 0 && host.endsWith(`.${plain}`));
    });
}

function isInRange(range: string, host: string): boolean {
  const [net = '', bits = ''] = range.split('/');
  const family = isIP(net);
  const length = Number(bits);
  if (family === 0 || isIP(host) !== family || !/^\d+$/.test(bits)) return false;
  if (length > (family === 4 ? 32 : 128)) return false;
  const list = new BlockList();
  list.addSubnet(net, length, family === 4 ? 'ipv4' : 'ipv6');
  return list.check(host, family === 4 ? 'ipv4' : 'ipv6');
}

/** The address of a proxy as a person writes it: `host:port` is one of http. Throws `ProxyProblem`. */
export function proxyAddress(text: string): URL {
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  if (!URL.canParse(whole) || new URL(whole).hostname === '') {
    // A password before the @ is nothing to be shown or kept.
    throw new ProxyProblem(
      `"${text.replace(/^.*@/s, '')}" is no address of a proxy. Write it as http://host:port in Settings → Network or in HTTPS_PROXY.`,
    );
  }
  const url = new URL(whole);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new ProxyProblem(
      `The proxy ${url.host} is of the kind ${url.protocol.slice(0, -1)}, and only http and https proxies can be used. Name another in Settings → Network or in HTTPS_PROXY.`,
    );
  }
  return url;
}

/** The first usable way of a list such as `PROXY a:1; SOCKS b:2; DIRECT`. */
function fromScript(answer: string): URL | undefined {
  const ways = answer
    .split(';')
    .map((way) => way.trim())
    .filter((way) => way !== '');
  for (const way of ways) {
    const [kind = '', host = ''] = way.split(/\s+/);
    if (kind.toUpperCase() === 'DIRECT') return undefined;
    if (kind.toUpperCase() === 'PROXY') return proxyAddress(`http://${host}`);
    if (kind.toUpperCase() === 'HTTPS') return proxyAddress(`https://${host}`);
  }
  const [first] = ways;
  if (first === undefined) return undefined;
  throw new ProxyProblem(
    `The system's proxy is "${first}", and only http and https proxies can be used. Name another in Settings → Network.`,
  );
}

/**
 * The proxy that leads to an address, or undefined. This computer itself is never reached by one. Rejects with
 * `ProxyProblem`.
 */
export async function proxyFor(
  url: URL,
  settings: NetworkSettings,
  environment: Environment,
  system?: SystemProxy,
): Promise<URL | undefined> {
  if (settings.proxy === 'none' || isLoopbackHost(url.hostname)) return undefined;
  if (settings.proxy === 'address') {
    const isOff = settings.proxyAddress.trim() === '' || isBypassed(settings.bypass, url);
    return isOff ? undefined : proxyAddress(settings.proxyAddress.trim());
  }
  const all = variable(environment, 'all_proxy');
  const secure = variable(environment, 'https_proxy') ?? all;
  const plain = variable(environment, 'http_proxy') ?? all;
  if (secure !== undefined || plain !== undefined) {
    const chosen = url.protocol === 'https:' ? secure : plain;
    const list = `${variable(environment, 'no_proxy') ?? ''},${settings.bypass}`;
    return chosen === undefined || isBypassed(list, url) ? undefined : proxyAddress(chosen);
  }
  if (!system || isBypassed(settings.bypass, url)) return undefined;
  return fromScript(await system(url.href));
}
