import clsx from 'clsx';
import { Eye, EyeOff, LockKeyhole } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { text } from '../../shared/texts/catalogue.ts';
import { Field, inputClass } from './field.tsx';
import { Icon } from './icon.tsx';
import { IconButton } from './icon-button.tsx';

export interface SecretFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  readonly help?: ReactNode;
  readonly error?: string | undefined;
  readonly placeholder?: string;
  readonly disabled?: boolean;
  readonly autoFocus?: boolean;
}

/** A masked field with a lock and an eye. */
export function SecretField({
  label,
  value,
  onValueChange,
  help,
  error,
  placeholder,
  disabled,
  autoFocus,
}: SecretFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} error={error} {...(help === undefined ? {} : { help })}>
      {(control) => (
        <div className="relative">
          <Icon
            of={LockKeyhole}
            size={14}
            className="pointer-events-none absolute top-[9px] left-[9px] text-subtle"
          />
          <input
            {...control}
            type={shown ? 'text' : 'password'}
            autoComplete="off"
            spellCheck={false}
            placeholder={placeholder}
            disabled={disabled}
            autoFocus={autoFocus}
            value={value}
            onChange={(event) => onValueChange(event.target.value)}
            className={clsx(
              inputClass,
              'h-(--control-large) !pr-9 !pl-[29px] font-mono !text-code',
            )}
          />
          <IconButton
            icon={shown ? EyeOff : Eye}
            label={shown ? text.ui.hideValue : text.ui.showValue}
            size="small"
            className="absolute top-1 right-1"
            onClick={() => setShown(!shown)}
          />
        </div>
      )}
    </Field>
  );
}
