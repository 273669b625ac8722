import clsx from 'clsx';
import { useContext, useEffect, useState } from 'react';
import { messageOf } from '../../../shared/lib/errors.ts';
import { bench as benchTexts } from '../../../shared/texts/en/bench.ts';
import { inputClass, type FieldControl } from '../../ui/field.tsx';
import { FormContext } from './form-context.ts';
import { isEqual } from '../../../shared/mcp/schema-form/form-value.ts';

export interface RawControlProps {
  readonly control: FieldControl;
  readonly path: string;
  readonly value: unknown;
  readonly isRequired: boolean;
  readonly onValue: (value: unknown) => void;
}

type Reading = { readonly value: unknown } | { readonly why: string };

function read(typed: string): Reading {
  if (typed.trim() === '') return { value: undefined };
  try {
    return { value: JSON.parse(typed) as unknown };
  } catch (failure) {
    return { why: messageOf(failure) };
  }
}

/** Any JSON, for what no other control fits. */
export function RawControl({ control, path, value, onValue }: RawControlProps) {
  const { onBroken } = useContext(FormContext);
  const [typed, setTyped] = useState(() => written(value));
  const reading = read(typed);
  const isBroken = 'why' in reading;
  // What was typed stays while it means the value; another value replaces it.
  const shown = isBroken || isEqual(reading.value, value) ? typed : written(value);
  useEffect(() => {
    onBroken(path, isBroken);
    return () => onBroken(path, false);
  }, [onBroken, path, isBroken]);
  return (
    <>
      <textarea
        {...control}
        rows={Math.min(10, Math.max(2, shown.split('\n').length))}
        autoComplete="off"
        spellCheck={false}
        value={shown}
        placeholder={benchTexts.form.notSent}
        onChange={(event) => {
          const next = event.target.value;
          setTyped(next);
          const parsed = read(next);
          if (!('why' in parsed)) onValue(parsed.value);
        }}
        className={clsx(inputClass, 'py-[7px] font-mono !text-code')}
        {...(isBroken ? { 'aria-invalid': true } : {})}
      />
      {isBroken && (
        <p role="alert" className="text-small text-danger-text [overflow-wrap:anywhere]">
          {benchTexts.form.rawInvalid(reading.why)}
        </p>
      )}
    </>
  );
}

function written(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value, undefined, 2);
}
