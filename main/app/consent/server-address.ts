import { randomUUID } from 'node:crypto';
import { domainToUnicode } from 'node:url';
import { getDomain } from 'tldts';
import type { ConsentRequest } from '../../../shared/ipc/consent.ts';
import { characterCode } from '../../../shared/lib/hidden-characters.ts';
import { exact, urlWarnings } from './consent-questions.ts';
import { spellingFaults } from './lookalikes.ts';

/** An address that a server wants opened; it has passed the gate. */
export interface ServerAddress {
  readonly serverName: string;
  readonly message: string;
  readonly url: string;
  /** Where the server itself is; undefined for one that runs on this computer. */
  readonly serverUrl: string | undefined;
}

/** The part of a host that somebody has registered, or the whole host where nobody can. */
export function registrableDomain(hostname: string): string {
  return getDomain(hostname, { allowPrivateDomains: true }) ?? hostname;
}

/** What the consent view shows before an address of a server is opened (UI-41). */
export function serverAddressRequest(address: ServerAddress): ConsentRequest {
  const url = new URL(address.url);
  const domain = registrableDomain(url.hostname);
  const spelled = domainToUnicode(domain) || domain;
  const faults = spellingFaults(spelled);
  const server =
    address.serverUrl !== undefined && URL.canParse(address.serverUrl)
      ? new URL(address.serverUrl)
      : undefined;
  return {
    kind: 'open-server-url',
    requestId: randomUUID(),
    serverName: address.serverName,
    message: exact(address.message),
    url: exact(address.url),
    domain,
    port: url.port,
    scheme: url.protocol === 'https:' ? 'https' : 'http',
    serverHost: server?.host ?? null,
    serverDomain: server === undefined ? null : registrableDomain(server.hostname),
    ...(spelled === domain ? {} : { spelled: exact(spelled) }),
    ...(faults.readsAs === undefined ? {} : { readsAs: faults.readsAs }),
    isMixed: faults.isMixed,
    lookalikes: faults.lookalikes.slice(0, 3).map(({ position, letter, alphabet, looksLike }) => ({
      position,
      code: characterCode(letter),
      alphabet,
      looksLike,
    })),
    warnings: urlWarnings(address.url),
  };
}
