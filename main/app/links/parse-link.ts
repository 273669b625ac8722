/** What another program may hand to this one by an address with our scheme. */
export type Link =
  /** The answer to a sign-in: the whole address. */
  | { readonly kind: 'sign-in'; readonly url: string }
  /** A server to look at: the whole address. */
  | { readonly kind: 'install'; readonly url: string };

/** Longer ones are not read. */
const MAX_LENGTH = 65_536;

/** Host and path of an address, and what it then is. */
const kinds: Readonly<Record<string, Link['kind']>> = {
  'oauth/callback': 'sign-in',
  'mcp/install': 'install',
};

/** What an address asks for; undefined when it is none of ours or asks for something that is not known. Decides nothing else. */
export function parseLink(address: string): Link | undefined {
  if (!/^parley:\/\//i.test(address) || address.length > MAX_LENGTH) return undefined;
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (url.username !== '' || url.password !== '' || url.port !== '') return undefined;
  const place = `${url.hostname.toLowerCase()}${url.pathname.replace(/\/$/, '')}`;
  const kind = Object.hasOwn(kinds, place) ? kinds[place] : undefined;
  return kind && { kind, url: url.href };
}

/**
 * The links among the arguments of a program. Where an address stands differs between systems, and between a first start and
 * a second; switches and paths around it mean nothing here.
 */
export function linksIn(argv: readonly string[]): readonly Link[] {
  return argv.flatMap((argument) => parseLink(argument) ?? []);
}
