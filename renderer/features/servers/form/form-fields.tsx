import { Plus } from 'lucide-react';
import { text } from '../../../../shared/texts/catalogue.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { Select } from '../../../ui/select.tsx';
import { startTimeouts } from './server-form.ts';
import type { ServerForm, ServerFormAction, Transport } from './server-form.ts';

const words = text.servers.form;

interface PartProps {
  readonly form: ServerForm;
  readonly dispatch: (action: ServerFormAction) => void;
}

/** Command, HTTP or SSE. */
export function TransportField({ form, dispatch }: PartProps) {
  return (
    <div className="flex flex-col gap-[5px]">
      <span aria-hidden="true" className="font-medium">
        {words.transport}
      </span>
      <SegmentedControl<Transport>
        label={words.transport}
        value={form.transport}
        onValueChange={(transport) => dispatch({ type: 'transport', transport })}
        options={(['stdio', 'http', 'sse'] as const).map((value) => ({
          value,
          label: words.transports[value],
        }))}
        className="self-start"
      />
      <p className="text-small text-subtle">{words.transportNotes[form.transport]}</p>
    </div>
  );
}

/** How long the first start may take. */
export function TimeoutField({
  form,
  dispatch,
  disabled,
}: PartProps & { readonly disabled: boolean }) {
  const choices = [...new Set([...startTimeouts, form.startTimeoutMs])].sort((a, b) => a - b);
  return (
    <Field label={words.startTimeout}>
      {(control) => (
        <Select
          {...control}
          disabled={disabled}
          value={String(form.startTimeoutMs)}
          onValueChange={(value) => dispatch({ type: 'timeout', startTimeoutMs: Number(value) })}
          options={choices.map((limit) => ({ value: String(limit), label: timeoutLabel(limit) }))}
        />
      )}
    </Field>
  );
}

function timeoutLabel(limit: number): string {
  return limit % 60_000 === 0 && limit > 60_000
    ? words.minutes(limit / 60_000)
    : words.seconds(Math.round(limit / 1_000));
}

/** Adds a row to a list of the form. */
export function AddRow({ label, onAdd }: { readonly label: string; readonly onAdd: () => void }) {
  return (
    <LinkButton className="inline-flex items-center gap-1" onClick={onAdd}>
      <Icon of={Plus} size={14} />
      {label}
    </LinkButton>
  );
}
