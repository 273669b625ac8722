import clsx from 'clsx';
import { Eye, EyeOff, Link, LockKeyhole, ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import type { FormField } from '../../../../shared/mcp/elicitation.ts';
import { text } from '../../../../shared/texts/catalogue.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { inputClass, type FieldControl } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { rangeWords } from '../form/field-words.ts';

interface TextControlProps {
  readonly control: FieldControl;
  readonly field: FormField;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

/** From this allowed length on a text gets several lines. */
const SEVERAL_LINES = 400;

/** One line, several lines, or a masked line: whatever is typed as a text. */
export function TextControl({ control, field, value, onValue }: TextControlProps) {
  if (field.isSecret) return <SecretControl {...{ control, field, value, onValue }} />;
  const isLong =
    field.kind === 'raw' ||
    (field.kind === 'text' && (value.includes('\n') || (field.maxLength ?? 0) >= SEVERAL_LINES));
  const shared = {
    ...control,
    autoComplete: 'off',
    spellCheck: false,
    'aria-required': field.isRequired,
    value,
  };
  if (isLong) {
    return (
      <textarea
        {...shared}
        rows={field.kind === 'raw' ? 2 : 4}
        onChange={(event) => onValue(event.target.value)}
        className={clsx(inputClass, 'py-[7px]', field.kind === 'raw' && 'font-mono !text-code')}
      />
    );
  }
  if (field.kind === 'date') {
    return (
      <input
        {...shared}
        type="date"
        max="9999-12-31"
        onChange={(event) => onValue(event.target.value)}
        className={clsx(inputClass, 'h-(--control-large)')}
      />
    );
  }
  const isNumber = field.kind === 'number' || field.kind === 'integer';
  const range = isNumber ? rangeWords(field) : undefined;
  return (
    <div className="relative">
      {field.kind === 'uri' && (
        <Icon
          of={Link}
          size={14}
          className="pointer-events-none absolute top-[9px] left-[9px] text-subtle"
        />
      )}
      <input
        {...shared}
        type="text"
        inputMode={inputMode(field)}
        placeholder={field.kind === 'uri' ? 'https://' : undefined}
        onChange={(event) => onValue(event.target.value)}
        className={clsx(
          inputClass,
          'h-(--control-large)',
          field.kind === 'uri' && '!pl-[29px]',
          range !== undefined && '!pr-[45%]',
        )}
      />
      {range !== undefined && (
        <span className="pointer-events-none absolute top-2 right-[9px] max-w-[42%] truncate text-small text-subtle">
          {range}
        </span>
      )}
    </div>
  );
}

function inputMode({ kind }: FormField) {
  if (kind === 'email') return 'email';
  if (kind === 'uri') return 'url';
  if (kind === 'integer') return 'numeric';
  return kind === 'number' ? 'decimal' : 'text';
}

function SecretControl({ control, field, value, onValue }: TextControlProps) {
  const [isShown, setShown] = useState(false);
  return (
    <div className="relative">
      <Icon
        of={LockKeyhole}
        size={14}
        className="pointer-events-none absolute top-[9px] left-[9px] text-subtle"
      />
      <input
        {...control}
        type={isShown ? 'text' : 'password'}
        autoComplete="off"
        spellCheck={false}
        aria-required={field.isRequired}
        value={value}
        onChange={(event) => onValue(event.target.value)}
        className={clsx(inputClass, 'h-(--control-large) !pr-9 !pl-[29px] font-mono !text-code')}
      />
      <IconButton
        icon={isShown ? EyeOff : Eye}
        label={isShown ? text.ui.hideValue : text.ui.showValue}
        size="small"
        className="absolute top-1 right-1"
        onClick={() => setShown(!isShown)}
      />
    </div>
  );
}

/** Says where a secret goes, and how to do without it. */
export function SecretNote({
  serverName,
  onSignIn,
}: {
  readonly serverName: string;
  readonly onSignIn: (() => void) | undefined;
}) {
  return (
    <div className="mt-2.5 flex items-start gap-2 rounded-control bg-warning-soft px-2.5 py-2">
      <Icon of={ShieldAlert} size={14} className="mt-[3px] text-warning-text" />
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        {text.elicitation.secret(serverName)}
      </span>
      {onSignIn !== undefined && (
        <LinkButton onClick={onSignIn}>{text.elicitation.signInInstead}</LinkButton>
      )}
    </div>
  );
}
