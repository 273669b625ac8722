import type { ProviderKind } from './provider.ts';

const ownAddresses: Readonly<Record<Exclude<ProviderKind, 'offline'>, string>> = {
  anthropic: 'https://api.anthropic.com/v1',
  'openai-compatible': 'https://api.openai.com/v1',
};

/**
 * The address that a provider's requests are put behind, without a slash at its end. An Anthropic address without a path
 * gets `/v1`, as its users write it without; an OpenAI-compatible one is taken as it is.
 */
export function providerAddress(
  kind: Exclude<ProviderKind, 'offline'>,
  baseUrl: string | undefined,
): string {
  const address = (baseUrl ?? ownAddresses[kind]).replace(/\/+$/, '');
  return kind === 'anthropic' && /^https?:\/\/[^/]+$/i.test(address) ? `${address}/v1` : address;
}
