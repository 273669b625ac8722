import { BlockList, isIP } from 'node:net';
import type { LookupAddress } from 'node:dns';
import { isPrivateHost } from '../../lib/private-address.ts';
import { gateUrl, isLoopbackHost } from '../../lib/url-gate.ts';
import type { UrlRefusal } from '../../lib/url-gate.ts';
import { foreignText } from './foreign-text.ts';
import { OAuthFailure } from './oauth-failure.ts';

/** How near a host is: this computer, its local link, a private network, or the internet. */
export type Reach = 'loopback' | 'link-local' | 'private' | 'public';

/** All addresses of a name, as `dns.promises.lookup` with `all: true` gives them. */
export type ResolveHost = (hostname: string) => Promise<readonly LookupAddress[]>;

const linkLocal = new BlockList();
linkLocal.addSubnet('169.254.0.0', 16, 'ipv4');
linkLocal.addSubnet('::ffff:169.254.0.0', 112, 'ipv6');
linkLocal.addSubnet('fe80::', 10, 'ipv6');
const thisComputer = new BlockList();
thisComputer.addSubnet('127.0.0.0', 8, 'ipv4');
thisComputer.addSubnet('0.0.0.0', 8, 'ipv4');
thisComputer.addSubnet('::ffff:127.0.0.0', 104, 'ipv6');
thisComputer.addSubnet('::ffff:0.0.0.0', 104, 'ipv6');
thisComputer.addAddress('::', 'ipv6');
thisComputer.addAddress('::1', 'ipv6');

/** The reach of a host as `URL.hostname` or DNS gives it. Does not ask DNS. */
export function reachOf(hostname: string): Reach {
  const host = hostname.replace(/^\[|\]$/g, '');
  const family = isIP(host) === 4 ? 'ipv4' : 'ipv6';
  if (isIP(host) === 0) {
    if (isLoopbackHost(hostname)) return 'loopback';
  } else if (thisComputer.check(host, family)) return 'loopback';
  else if (linkLocal.check(host, family)) return 'link-local';
  return isPrivateHost(hostname) ? 'private' : 'public';
}

/**
 * The reach of an MCP server. A name all of whose addresses are private belongs to a private network; a name that leads
 * to this computer is not trusted for it, since whoever owns the name decides where it leads.
 */
export async function serverReach(serverUrl: string, resolve: ResolveHost): Promise<Reach> {
  const { hostname } = new URL(serverUrl);
  const literal = reachOf(hostname);
  if (literal !== 'public' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return literal;
  const addresses = await resolve(hostname).catch(() => []);
  const isPrivate =
    addresses.length > 0 && addresses.every(({ address }) => reachOf(address) === 'private');
  return isPrivate ? 'private' : 'public';
}

/** True when metadata of a server of reach `from` may lead to a host of reach `to`. */
export function mayReach(from: Reach, to: Reach): boolean {
  switch (to) {
    case 'public':
      return true;
    case 'private':
      return from !== 'public';
    case 'loopback':
      return from === 'loopback';
    case 'link-local':
      return from === 'link-local';
  }
}

const refusals: Record<UrlRefusal, string> = {
  'no-address': 'it is no complete address',
  'too-long': 'it is too long',
  'hidden-characters': 'it holds characters that cannot be seen',
  scheme: 'only https addresses are used',
  'plain-http': 'it is not encrypted (http is for this computer only)',
  'user-info': 'it holds a user name or password',
};

/**
 * The one gate for addresses that metadata names (OA-7). Gives the address to use; throws an `OAuthFailure`
 * (`unsafe-address`). `what` names the address in the sentence, such as "token endpoint".
 */
export function checkMetadataUrl(address: string, what: string, from: Reach): URL {
  const verdict = gateUrl(address);
  if (!verdict.ok) {
    throw unsafe(address, what, refusals[verdict.reason]);
  }
  const url = new URL(verdict.url);
  if (!mayReach(from, reachOf(url.hostname))) {
    throw unsafe(address, what, 'it leads from a public server into a private network');
  }
  return url;
}

/** The refusal of an address. */
export function unsafe(address: string, what: string, why: string): OAuthFailure {
  return new OAuthFailure(
    'unsafe-address',
    `The ${what} of this server (${foreignText(address)}) is not used: ${why}.`,
  );
}
