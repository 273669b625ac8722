import { Plus } from 'lucide-react';
import { useState } from 'react';
import { text } from '../../../shared/texts/catalogue.ts';
import { useAppData } from '../../lib/app-data-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Select } from '../../ui/select.tsx';
import { AddProviderDialog } from './add-provider-dialog.tsx';
import { ModelTitles } from './model-titles.tsx';
import { ProviderRow } from './provider-row.tsx';
import { SettingError, useSettingChange } from './setting-change.tsx';
import { Section } from './section.tsx';

const words = text.settings.providers;

/** Where answers come from: providers, their keys and models, and the model of new sessions. */
export function ProvidersSection() {
  const providers = useAppData((data) => data.providers);
  const secretStorage = useAppData((data) => data.info?.secretStorage ?? 'memory');
  const defaultModel = useAppData((data) => data.settings.defaultModel);
  const [open, setOpen] = useState<string | null>(null);
  const [adding, setAdding] = useState(false);
  return (
    <Section
      title={words.title}
      intro={secretStorage === 'keychain' ? words.introKeychain : words.introMemory}
      actions={
        <Button icon={<Icon of={Plus} size={14} />} onClick={() => setAdding(true)}>
          {words.add}
        </Button>
      }
    >
      <ul
        aria-label={words.list}
        className="rounded-card border border-line bg-raised [&>li+li]:border-t [&>li+li]:border-line"
      >
        {providers.map((provider) => (
          <ProviderRow
            key={provider.id}
            provider={provider}
            isDefault={provider.id === defaultModel.provider_id}
            open={provider.id === open}
            onToggle={() => setOpen(provider.id === open ? null : provider.id)}
            secretStorage={secretStorage}
          />
        ))}
      </ul>
      <DefaultModel />
      <ModelTitles />
      {adding && (
        <AddProviderDialog
          secretStorage={secretStorage}
          onClose={() => setAdding(false)}
          onAdded={(providerId) => {
            setAdding(false);
            setOpen(providerId);
          }}
        />
      )}
    </Section>
  );
}

function DefaultModel() {
  const providers = useAppData((data) => data.providers);
  const current = useAppData((data) => data.settings.defaultModel);
  const change = useSettingChange();
  const valueOf = (providerId: string, model: string) => JSON.stringify([providerId, model]);
  const options = providers.flatMap((provider) =>
    provider.models.map((model) => ({
      value: valueOf(provider.id, model.id),
      label:
        provider.kind === 'offline'
          ? provider.label
          : words.defaultModel.option(provider.label, model.label),
      ref: { provider_id: provider.id, id: model.id },
    })),
  );
  const value = valueOf(current.provider_id, current.id);
  const offered = options.some((option) => option.value === value);
  return (
    <div className="mt-4 max-w-90">
      <Field label={words.defaultModel.label} help={words.defaultModel.note}>
        {(control) => (
          <Select
            {...control}
            disabled={change.busy}
            value={value}
            onValueChange={(next) => {
              const chosen = options.find((option) => option.value === next);
              if (chosen !== undefined) void change.run({ defaultModel: chosen.ref });
            }}
            options={[
              ...options,
              ...(offered
                ? []
                : [{ value, label: words.defaultModel.gone(current.id), disabled: true }]),
            ]}
          />
        )}
      </Field>
      <SettingError change={change} />
    </div>
  );
}
