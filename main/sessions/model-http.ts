import { modelListPath, serviceHeaders } from '../../shared/agent/model-listing.ts';
import { providerAddress } from '../../shared/agent/provider-address.ts';
import type { RemoteProviderKind } from '../../shared/agent/provider.ts';

/** Where a model service is and who asks. */
export interface ModelAddress {
  readonly kind: RemoteProviderKind;
  readonly baseUrl?: string | undefined;
  readonly apiKey?: string | undefined;
}

/** The arguments of `fetch` for one question to a model that is answered at once, without a stream. */
export function modelRequest(
  address: ModelAddress,
  model: string,
  body: object,
  signal: AbortSignal,
): [string, RequestInit] {
  return request(address, questionPath(address.kind, model), signal, {
    method: 'POST',
    body: JSON.stringify(body),
  });
}

/** The arguments of `fetch` for a page of the list of models; `after` is what the page before gave. */
export function modelListRequest(
  address: ModelAddress,
  after: string | undefined,
  signal: AbortSignal,
): [string, RequestInit] {
  return request(address, modelListPath(address.kind, after), signal, { method: 'GET' });
}

function questionPath(kind: RemoteProviderKind, model: string): string {
  switch (kind) {
    case 'anthropic':
      return 'messages';
    case 'openai':
      return 'responses';
    case 'google':
      return `models/${encodeURIComponent(model.replace(/^models\//, ''))}:generateContent`;
    case 'openai-compatible':
      return 'chat/completions';
  }
}

function request(
  { kind, baseUrl, apiKey }: ModelAddress,
  path: string,
  signal: AbortSignal,
  init: RequestInit,
): [string, RequestInit] {
  const headers: Record<string, string> = {
    ...(init.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...serviceHeaders(kind, apiKey ?? ''),
  };
  // A key never follows a redirect to another address.
  return [
    `${providerAddress(kind, baseUrl)}/${path}`,
    { ...init, headers, redirect: 'manual', signal },
  ];
}
