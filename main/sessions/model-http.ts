import { providerAddress } from '../../shared/agent/provider-address.ts';
import type { ProviderKind } from '../../shared/agent/provider.ts';

/** Where a model service is and who asks. */
export interface ModelAddress {
  readonly kind: Exclude<ProviderKind, 'offline'>;
  readonly baseUrl?: string | undefined;
  readonly apiKey?: string | undefined;
}

/** The arguments of `fetch` for one request to a model service that answers at once, without a stream. */
export function modelRequest(
  { kind, baseUrl, apiKey }: ModelAddress,
  body: object,
  signal: AbortSignal,
): [string, RequestInit] {
  const address = providerAddress(kind, baseUrl);
  const isAnthropic = kind === 'anthropic';
  const keyHeader: Record<string, string> =
    apiKey === undefined || apiKey === ''
      ? {}
      : isAnthropic
        ? { 'x-api-key': apiKey }
        : { authorization: `Bearer ${apiKey}` };
  const version: Record<string, string> = isAnthropic ? { 'anthropic-version': '2023-06-01' } : {};
  const init: RequestInit = {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...version, ...keyHeader },
    body: JSON.stringify(body),
    // A key never follows a redirect to another address.
    redirect: 'manual',
    signal,
  };
  return [`${address}/${isAnthropic ? 'messages' : 'chat/completions'}`, init];
}
