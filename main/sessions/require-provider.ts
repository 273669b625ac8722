import { needsKey } from '../../shared/agent/provider-address.ts';
import type { ModelRef } from '../../shared/agent/provider.ts';
import { ParleyError } from '../../shared/lib/errors.ts';
import type { ProviderDirectory, ResolvedProvider } from './session-service-contract.ts';

/** The provider of a model, ready to be asked. Rejects with `provider.not-found` or `provider.no-key`. */
export async function requireProvider(
  directory: ProviderDirectory,
  model: ModelRef,
): Promise<ResolvedProvider> {
  const provider = await directory.resolve(model.provider_id);
  if (!provider) {
    throw new ParleyError(
      'provider.not-found',
      `The provider of "${model.id}" was removed. Choose another model.`,
    );
  }
  if (needsKey(provider.config.kind) && provider.apiKey === undefined) {
    throw new ParleyError(
      'provider.no-key',
      `${provider.config.label} needs a key. Enter it in Settings, or choose another model.`,
    );
  }
  return provider;
}

/** Rejects with `provider.not-found`; a missing key is no hindrance yet. */
export async function requireKnown(directory: ProviderDirectory, model: ModelRef): Promise<void> {
  if (await directory.resolve(model.provider_id)) return;
  throw new ParleyError(
    'provider.not-found',
    `There is no provider "${model.provider_id}". Choose another model.`,
  );
}
