import type { ProviderKind, RemoteProviderKind } from './provider.ts';

const ownAddresses: Readonly<Record<RemoteProviderKind, string>> = {
  anthropic: 'https://api.anthropic.com/v1',
  openai: 'https://api.openai.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
  'openai-compatible': 'https://api.openai.com/v1',
};

/** What the users of a service leave out of its address. */
const usualPaths: Readonly<Record<RemoteProviderKind, string>> = {
  anthropic: '/v1',
  openai: '/v1',
  google: '/v1beta',
  'openai-compatible': '',
};

/**
 * The address that a provider's requests are put behind, without a slash at its end. One without a path gets the path that
 * the service has everywhere; an OpenAI-compatible one is taken as it is.
 */
export function providerAddress(kind: RemoteProviderKind, baseUrl: string | undefined): string {
  const address = (baseUrl ?? ownAddresses[kind]).replace(/\/+$/, '');
  return /^https?:\/\/[^/]+$/i.test(address) ? `${address}${usualPaths[kind]}` : address;
}

/** Whether a provider of this kind can do nothing without a key. */
export function needsKey(kind: ProviderKind): boolean {
  return kind === 'anthropic' || kind === 'openai' || kind === 'google';
}
