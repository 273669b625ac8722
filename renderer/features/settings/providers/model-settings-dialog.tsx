import { useState } from 'react';
import { reasoningEfforts } from './reasoning-efforts.ts';
import type { ModelState, ProviderState } from '../../../../shared/ipc/routes/providers.ts';
import { settings as settingsTexts } from '../../../../shared/texts/en/settings.ts';
import { useIpc } from '../../../lib/ipc-context.tsx';
import { useAction } from '../../../lib/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { Field, TextField } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import {
  formFromSettings,
  modelProblems,
  priceNames,
  settingsFromForm,
  type ModelForm,
  type ModelProblem,
  type NumberField,
  type Takes,
} from './model-form.ts';

const words = settingsTexts.providers.model;
const number = new Intl.NumberFormat('en');

function sentence(problem: ModelProblem): string {
  switch (problem.code) {
    case 'number':
      return words.notANumber;
    case 'whole':
      return words.notWhole;
    case 'range':
      return words.outOfRange(number.format(problem.least), number.format(problem.most));
    case 'both-prices':
      return words.priceBoth;
  }
}

export interface ModelSettingsDialogProps {
  readonly provider: ProviderState;
  readonly model: ModelState;
  readonly onClose: () => void;
}

/** What a person says of one model: how it answers, how much fits, what it takes, what it costs. */
export function ModelSettingsDialog({ provider, model, onClose }: ModelSettingsDialogProps) {
  const ipc = useIpc();
  const [form, setForm] = useState(() => formFromSettings(model.settings));
  const problems = modelProblems(form);
  const save = useAction(async () => {
    await ipc.call('providers.setModel', {
      providerId: provider.id,
      model: model.id,
      settings: settingsFromForm(form),
    });
    onClose();
  });
  const isEmpty = JSON.stringify(form) === JSON.stringify(formFromSettings());
  return (
    <Dialog
      open
      keepOnPressOutside
      width="wide"
      onOpenChange={(open) => {
        if (!open && !save.busy) onClose();
      }}
      title={words.title(model.label)}
      description={words.description}
      foot={
        <>
          <Button
            tone="quiet"
            disabled={isEmpty || save.busy}
            onClick={() => setForm(formFromSettings())}
          >
            {words.reset}
          </Button>
          <span className="flex-1" />
          <Button tone="quiet" disabled={save.busy} onClick={onClose}>
            {words.cancel}
          </Button>
          <Button
            tone="primary"
            busy={save.busy}
            disabled={problems.length > 0}
            onClick={() => void save.run()}
          >
            {words.save}
          </Button>
        </>
      }
    >
      {save.error !== undefined && (
        <ErrorBox
          role="alert"
          sentence={words.failed(save.error.sentence)}
          details={save.error.details}
        />
      )}
      <fieldset disabled={save.busy} className="flex min-w-0 flex-col gap-3.5">
        <AnswerFields form={form} problems={problems} model={model} onChange={setForm} />
        <PriceFields form={form} problems={problems} model={model} onChange={setForm} />
      </fieldset>
    </Dialog>
  );
}

interface FieldsProps {
  readonly form: ModelForm;
  readonly problems: readonly ModelProblem[];
  readonly model: ModelState;
  readonly onChange: (form: ModelForm) => void;
}

function errorOf(problems: readonly ModelProblem[], field: NumberField): string | undefined {
  const found = problems.find((problem) => problem.field === field);
  return found && sentence(found);
}

function AnswerFields({ form, problems, model, onChange }: FieldsProps) {
  return (
    <div className="grid grid-cols-1 gap-x-4 gap-y-3.5 min-[720px]:grid-cols-2">
      <TextField
        label={words.temperature}
        inputMode="decimal"
        autoFocus
        value={form.temperature}
        onValueChange={(temperature) => onChange({ ...form, temperature })}
        error={errorOf(problems, 'temperature')}
        help={words.temperatureHelp}
      />
      <Field label={words.effort}>
        {(control) => (
          <Select<ModelForm['effort']>
            {...control}
            value={form.effort}
            onValueChange={(effort) => onChange({ ...form, effort })}
            options={reasoningEfforts.map((value) => ({ value, label: words.efforts[value] }))}
          />
        )}
      </Field>
      <TextField
        label={words.maxOutput}
        note={words.tokens}
        inputMode="numeric"
        value={form.maxOutput}
        onValueChange={(maxOutput) => onChange({ ...form, maxOutput })}
        error={errorOf(problems, 'maxOutput')}
      />
      <TextField
        label={words.contextWindow}
        note={words.tokens}
        inputMode="numeric"
        value={form.contextWindow}
        onValueChange={(contextWindow) => onChange({ ...form, contextWindow })}
        error={errorOf(problems, 'contextWindow')}
        help={
          model.contextWindow === undefined ? undefined : words.contextHelp(model.contextWindow)
        }
      />
      <TakesField
        label={words.images}
        value={form.images}
        now={model.takesImages}
        onValueChange={(images) => onChange({ ...form, images })}
      />
      <TakesField
        label={words.pdf}
        value={form.pdf}
        now={model.takesPdf}
        onValueChange={(pdf) => onChange({ ...form, pdf })}
      />
    </div>
  );
}

function TakesField({
  label,
  value,
  now,
  onValueChange,
}: {
  readonly label: string;
  readonly value: Takes;
  readonly now: boolean | undefined;
  readonly onValueChange: (value: Takes) => void;
}) {
  return (
    <Field label={label} help={words.takesNow[now === true ? 'yes' : 'no']}>
      {(control) => (
        <Select<Takes>
          {...control}
          value={value}
          onValueChange={onValueChange}
          options={(['default', 'yes', 'no'] as const).map((option) => ({
            value: option,
            label: words.takes[option],
          }))}
        />
      )}
    </Field>
  );
}

function PriceFields({ form, problems, model, onChange }: FieldsProps) {
  const { listedPrices, pricesOf } = model;
  return (
    <div role="group" aria-label={words.prices} className="flex flex-col gap-2">
      <div>
        <p className="font-medium">{words.prices}</p>
        <p className="text-small text-subtle">{words.pricesNote}</p>
        <p className="text-small text-subtle">
          {listedPrices === undefined ? words.unknown : words.listed(pricesOf ?? '')}
        </p>
      </div>
      <div className="grid grid-cols-2 gap-x-4 gap-y-3.5 min-[720px]:grid-cols-4">
        {priceNames.map((name) => (
          <TextField
            key={name}
            label={words.price[name]}
            inputMode="decimal"
            placeholder={shownPrice(listedPrices?.[name])}
            value={form.prices[name]}
            onValueChange={(typed) =>
              onChange({ ...form, prices: { ...form.prices, [name]: typed } })
            }
            error={errorOf(problems, name)}
          />
        ))}
      </div>
    </div>
  );
}

function shownPrice(value: number | undefined): string | undefined {
  return value === undefined ? undefined : String(Number(value.toFixed(4)));
}
