import { randomUUID } from 'node:crypto';
import { providerAddress } from '../../../shared/agent/provider-address.ts';
import type { ConsentRequest } from '../../../shared/ipc/consent.ts';
import type { ProviderDraft, ProviderState } from '../../../shared/ipc/routes/providers.ts';
import { exact, urlWarnings } from './consent-questions.ts';

/** What the consent view shows before conversations go to a provider, or another way to one that is there. */
export function providerRequest(
  { kind, label, baseUrl }: ProviderDraft,
  previous: ProviderState | undefined,
): ConsentRequest {
  const url = providerAddress(kind, baseUrl);
  const before =
    previous && previous.kind !== 'offline'
      ? providerAddress(previous.kind, previous.baseUrl)
      : undefined;
  const hasKey =
    previous?.key === 'stored' || previous?.key === 'in-memory' || previous?.key === 'locked';
  return {
    kind: 'use-provider',
    requestId: randomUUID(),
    occasion: previous ? 'moved' : 'new',
    name: exact(label),
    protocol: kind,
    url: exact(url),
    host: new URL(url).host,
    ...(before === undefined ? {} : { previousUrl: exact(before) }),
    dropsKey: hasKey && originOf(baseUrl) !== originOf(previous.baseUrl),
    warnings: urlWarnings(url),
  };
}

/** As the key is bound: the provider's own address is a place of its own. */
function originOf(baseUrl: string | undefined): string {
  return baseUrl === undefined ? '' : new URL(baseUrl).origin;
}
