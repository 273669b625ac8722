import { settings as settingsTexts } from '../../../../shared/texts/en/settings.ts';
import { useAppData } from '../../../lib/app-data-context.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { SettingError, useSettingChange } from '../setting-change.tsx';

const words = settingsTexts.providers;

/** The model of new sessions. One that has vanished is named and stays until another is chosen. */
export function DefaultModel() {
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
      ...(model.isGone ? { note: words.models.isGone } : {}),
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
