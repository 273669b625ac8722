import { Bot, ChevronDown, CloudOff } from 'lucide-react';
import { useMemo } from 'react';
import type { ModelRef } from '../../../../shared/agent/provider.ts';
import { text } from '../../../../shared/texts/catalogue.ts';
import { useAppData } from '../../../lib/app-data-context.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Menu, MenuChoices } from '../../../ui/menu.tsx';
import { groupsOf, keyOf, modelOfKey, nameOf } from './models.ts';

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
          const chosen = modelOfKey(providers, key);
          if (chosen !== undefined) onChoose(chosen);
        }}
      />
    </Menu>
  );
}
