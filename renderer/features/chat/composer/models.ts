import type { ModelRef } from '../../../../shared/agent/provider.ts';
import type { ProviderState } from '../../../../shared/ipc/routes/providers.ts';
import { text } from '../../../../shared/texts/catalogue.ts';

/** A model as one text. */
export const keyOf = (model: ModelRef) => JSON.stringify([model.provider_id, model.id]);

function modelsOf(providers: readonly ProviderState[]): ModelRef[] {
  return providers.flatMap((provider) =>
    provider.models.map(({ id }) => ({ provider_id: provider.id, id })),
  );
}

/** The models of the person, by provider. */
export function groupsOf(providers: readonly ProviderState[]) {
  return providers
    .filter((provider) => provider.models.length > 0)
    .map((provider) => ({
      label: provider.kind === 'offline' ? text.chat.offlineGroup : provider.label,
      options: provider.models.map((model) => ({
        value: keyOf({ provider_id: provider.id, id: model.id }),
        label: provider.kind === 'offline' ? text.chat.offlineModel : model.label,
        ...(provider.kind === 'offline' ? { note: text.chat.offlineNote } : {}),
        ...(provider.key === 'missing' ? { note: text.chat.keyMissing } : {}),
      })),
    }));
}

/** What a model is called; one that is gone is named so. */
export function nameOf(model: ModelRef, providers: readonly ProviderState[]): string {
  const provider = providers.find(({ id }) => id === model.provider_id);
  if (provider?.kind === 'offline' || model.provider_id === 'offline')
    return text.chat.offlineModel;
  return (
    provider?.models.find(({ id }) => id === model.id)?.label ?? text.chat.missingModel(model.id)
  );
}

/** The model of a key, as long as it is there. */
export function modelOfKey(providers: readonly ProviderState[], key: string): ModelRef | undefined {
  return modelsOf(providers).find((candidate) => keyOf(candidate) === key);
}

/** A model that its provider does not offer any more, or whose provider was removed. */
export function isGone(model: ModelRef, providers: readonly ProviderState[]): boolean {
  if (model.provider_id === 'offline') return false;
  const known = providers
    .find(({ id }) => id === model.provider_id)
    ?.models.find(({ id }) => id === model.id);
  return known === undefined || ('isGone' in known && known.isGone === true);
}
