import { Bot, ChevronDown, CloudOff } from 'lucide-react';
import { useMemo } from 'react';
import type { ModelRef } from '../../../../shared/agent/provider.ts';
import type { ProviderState } from '../../../../shared/ipc/routes/providers.ts';
import { text } from '../../../../shared/texts/catalogue.ts';
import { useAppData } from '../../../lib/app-data-context.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Menu, MenuChoices } from '../../../ui/menu.tsx';

export interface ModelPickerProps {
  readonly model: ModelRef;
  readonly onChoose: (model: ModelRef) => void;
  readonly disabled?: boolean;
}

/** The model of the next turns. A model that is gone is named and stays until the person chooses another. */
export function ModelPicker({ model, onChoose, disabled = false }: ModelPickerProps) {
  const providers = useAppData((data) => data.providers);
  const groups = useMemo(() => groupsOf(providers), [providers]);
  const offline =
    providers.find(({ id }) => id === model.provider_id)?.kind === 'offline' ||
    model.provider_id === 'offline';
  const name = nameOf(model, providers);
  return (
    <Menu
      side="top"
      label={text.chat.model}
      trigger={
        <button
          type="button"
          disabled={disabled}
          aria-label={text.chat.modelOf(name)}
          className="inline-flex h-(--control) min-w-0 items-center gap-1.5 rounded-control px-2 text-small font-medium text-muted enabled:hover:bg-hover enabled:hover:text-text disabled:text-disabled"
        >
          <Icon of={offline ? CloudOff : Bot} size={14} />
          <span className="truncate">{name}</span>
          <Icon of={ChevronDown} size={14} />
        </button>
      }
    >
      <MenuChoices
        value={keyOf(model)}
        groups={groups}
        onValueChange={(key) => {
          const chosen = modelsOf(providers).find((candidate) => keyOf(candidate) === key);
          if (chosen !== undefined) onChoose(chosen);
        }}
      />
    </Menu>
  );
}

const keyOf = (model: ModelRef) => JSON.stringify([model.provider_id, model.id]);

function modelsOf(providers: readonly ProviderState[]): ModelRef[] {
  return providers.flatMap((provider) =>
    provider.models.map(({ id }) => ({ provider_id: provider.id, id })),
  );
}

function groupsOf(providers: readonly ProviderState[]) {
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

function nameOf(model: ModelRef, providers: readonly ProviderState[]): string {
  const provider = providers.find(({ id }) => id === model.provider_id);
  if (provider?.kind === 'offline' || model.provider_id === 'offline')
    return text.chat.offlineModel;
  return (
    provider?.models.find(({ id }) => id === model.id)?.label ?? text.chat.missingModel(model.id)
  );
}
