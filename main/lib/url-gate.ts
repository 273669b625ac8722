import { isHiddenCharacter } from '../../shared/lib/hidden-characters.ts';

/** Why an address may not be opened. */
export type UrlRefusal =
  'no-address' | 'too-long' | 'hidden-characters' | 'scheme' | 'plain-http' | 'user-info';

export type UrlVerdict =
  /** `url` is the parsed address written out again, which is what must be opened; `host` is as it will be connected to. */
  | { readonly ok: true; readonly url: string; readonly host: string }
  | { readonly ok: false; readonly reason: UrlRefusal };

const MAX_LENGTH = 8192;
/** Legal in an address, but read as syntax by some shell or launcher on the way to the browser. */
const launcherSyntax = /['`|^{}<>"\\$]/g;

/**
 * Decides whether an address from outside may be opened in the browser (SE-10): https, or http on this computer; spelled out,
 * without user name or password, without any character that is not seen. Pure; asks nobody.
 */
export function gateUrl(address: string): UrlVerdict {
  if (address.length > MAX_LENGTH) return refuse('too-long');
  for (const character of address) {
    if (/\s/u.test(character) || isHiddenCharacter(character)) return refuse('hidden-characters');
  }
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(address)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== 'https' && scheme !== 'http') return refuse('scheme');
  // The parser would also take "https:host" and "https:\\host"; people do not read those as addresses.
  const url = /^https?:\/\/[^/\\]/i.test(address) ? parsed(address) : undefined;
  if (url === undefined) return refuse('no-address');
  if (url.username !== '' || url.password !== '' || hasUserInfo(address)) {
    return refuse('user-info');
  }
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname)) return refuse('plain-http');
  const written = url.href.replace(
    launcherSyntax,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
  return { ok: true, url: written, host: url.host };
}

/** Not by `URL.canParse`: once compiled, that of Node 20 says no to every address with a letter like "ü". */
function parsed(address: string): URL | undefined {
  try {
    return new URL(address);
  } catch {
    return undefined;
  }
}

/** True for names and addresses that always mean this computer, in every notation that the URL parser has normalised. */
export function isLoopbackHost(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/\.$/, '');
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    host === '[::1]' ||
    /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host)
  );
}

/** Also the empty user info of "https://@host", which the parser drops. */
function hasUserInfo(address: string): boolean {
  const authority = /^https?:\/\/([^/\\?#]*)/i.exec(address)?.[1] ?? '';
  return authority.includes('@');
}

function refuse(reason: UrlRefusal): UrlVerdict {
  return { ok: false, reason };
}
