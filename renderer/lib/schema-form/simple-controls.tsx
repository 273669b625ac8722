import clsx from 'clsx';
import { Calendar } from 'lucide-react';
import { useRef, useState } from 'react';
import { bench as benchTexts } from '../../../shared/texts/en/bench.ts';
import { inputClass, type FieldControl } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Select } from '../../ui/select.tsx';
import type { FieldModel } from '../../../shared/mcp/schema-form/field-model.ts';
import { emptyWords, limitWords } from './field-words.ts';
import { isEqual, typedNumber } from '../../../shared/mcp/schema-form/form-value.ts';

const words = benchTexts.form;
/** Longer texts get a field of several lines. */
const LONG = 60;

interface ControlProps<K extends FieldModel['kind']> {
  readonly control: FieldControl;
  readonly model: Extract<FieldModel, { kind: K }>;
  readonly value: unknown;
  readonly isRequired: boolean;
  readonly onValue: (value: unknown) => void;
}

/** A text. Emptied, an optional one is not sent. */
export function TextControl({
  control,
  model,
  value,
  isRequired,
  onValue,
  isSecret,
}: ControlProps<'text'> & { readonly isSecret: boolean }) {
  const shown = typeof value === 'string' ? value : '';
  const change = (next: string) => onValue(next === '' && !isRequired ? undefined : next);
  const shared = {
    ...control,
    value: shown,
    placeholder: value === undefined ? emptyWords(model) : '',
    autoComplete: 'off',
    spellCheck: false,
  };
  if (!isSecret && (shown.length > LONG || shown.includes('\n'))) {
    return (
      <textarea
        {...shared}
        rows={Math.min(8, Math.max(3, shown.split('\n').length))}
        onChange={(event) => change(event.target.value)}
        className={clsx(inputClass, 'py-[7px] font-mono !text-code')}
      />
    );
  }
  return (
    <div className="relative flex items-center">
      <input
        {...shared}
        type={isSecret ? 'password' : 'text'}
        onChange={(event) => change(event.target.value)}
        className={clsx(inputClass, 'h-(--control-large) pr-9 font-mono !text-code')}
      />
      {model.format === 'date' || model.format === 'date-time' ? (
        <DatePick withTime={model.format === 'date-time'} onPick={change} />
      ) : (
        <Limit of={model} />
      )}
    </div>
  );
}

/** A number. What is typed and is none is sent as text, so that what is seen is what is sent. */
export function NumberControl({ control, model, value, onValue }: ControlProps<'number'>) {
  const [typed, setTyped] = useState('');
  const written = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  const shown = value !== undefined && typedNumber(typed) === value ? typed : written;
  return (
    <div className="relative flex items-center">
      <input
        {...control}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        spellCheck={false}
        value={shown}
        placeholder={emptyWords(model)}
        onChange={(event) => {
          setTyped(event.target.value);
          onValue(typedNumber(event.target.value));
        }}
        className={clsx(inputClass, 'h-(--control-large) font-mono !text-code')}
      />
      <Limit of={model} />
    </div>
  );
}

function Limit({ of: model }: { readonly of: FieldModel }) {
  const limit = limitWords(model);
  if (limit === undefined) return null;
  return (
    <span className="pointer-events-none absolute right-2.5 bg-field pl-2 text-small text-subtle">
      {limit}
    </span>
  );
}

/** Opens the system's calendar; the text beside it stays what is sent. */
function DatePick({
  withTime,
  onPick,
}: {
  readonly withTime: boolean;
  readonly onPick: (text: string) => void;
}) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <span className="absolute right-1">
      <IconButton
        icon={Calendar}
        size="small"
        label={words.pickDate}
        onClick={() => picker.current?.showPicker()}
      />
      <input
        ref={picker}
        type={withTime ? 'datetime-local' : 'date'}
        tabIndex={-1}
        aria-hidden="true"
        className="pointer-events-none absolute right-0 bottom-0 size-px opacity-0"
        onChange={({ target }) => {
          if (target.value !== '') onPick(withTime ? withZone(target.value) : target.value);
        }}
      />
    </span>
  );
}

/** A local time with the offset that this computer has then. */
function withZone(local: string): string {
  const minutes = -new Date(local).getTimezoneOffset();
  const two = (value: number) => String(Math.trunc(Math.abs(value))).padStart(2, '0');
  const sign = minutes < 0 ? '-' : '+';
  const seconds = local.length === 16 ? ':00' : '';
  return `${local}${seconds}${sign}${two(minutes / 60)}:${two(minutes % 60)}`;
}

/** One of the values that the schema names. */
export function ChoiceControl({
  control,
  model,
  value,
  isRequired,
  onValue,
  label,
}: ControlProps<'choice'> & { readonly label?: string }) {
  const at = model.options.findIndex((option) => isEqual(option.value, value));
  const options = model.options.map((option, index) => ({
    value: String(index),
    label:
      option.label ??
      (typeof option.value === 'string' ? option.value : JSON.stringify(option.value)),
  }));
  return (
    <Select
      {...control}
      {...(label === undefined ? {} : { label })}
      value={at >= 0 ? String(at) : ''}
      placeholder={isRequired ? words.choose : emptyWords(model)}
      onValueChange={(index) => onValue(model.options[Number(index)]?.value)}
      options={options}
    />
  );
}
