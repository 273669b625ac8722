import clsx from 'clsx';
import { CircleAlert } from 'lucide-react';
import { useId, type ComponentProps, type ReactNode } from 'react';
import { text } from '../../shared/texts/catalogue.ts';
import { Icon } from './icon.tsx';

/** What the control inside a field needs to be tied to its label, help and error. */
export interface FieldControl {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

export interface FieldProps {
  readonly label: ReactNode;
  /** Beside the label: limits, or where it comes from. */
  readonly note?: string | undefined;
  readonly optional?: boolean;
  readonly help?: ReactNode;
  /** A sentence that says what to do; takes the place of the help. */
  readonly error?: string | undefined;
  readonly className?: string;
  readonly children: (control: FieldControl) => ReactNode;
}

/** A label, a control and a help or error line. */
export function Field({
  label,
  note,
  optional = false,
  help,
  error,
  className,
  children,
}: FieldProps) {
  const id = useId();
  const lineId = `${id}-line`;
  const hasLine = error !== undefined || help !== undefined;
  return (
    <div className={clsx('flex min-w-0 flex-col gap-[5px]', className)}>
      <div className="flex items-baseline gap-1.5">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {(note !== undefined || optional) && (
          <span className="text-small text-subtle">{note ?? text.ui.optional}</span>
        )}
      </div>
      {children({
        id,
        'aria-describedby': hasLine ? lineId : undefined,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {error !== undefined ? (
        <p id={lineId} className="flex items-start gap-[5px] text-small text-danger-text">
          <Icon of={CircleAlert} size={12} className="mt-0.5" />
          <span className="min-w-0 [overflow-wrap:anywhere]">{error}</span>
        </p>
      ) : (
        help !== undefined && (
          <p id={lineId} className="text-small text-subtle">
            {help}
          </p>
        )
      )}
    </div>
  );
}

/** Classes of an input-like control, for controls of one's own. */
export const inputClass =
  // What takes the focus is scrolled into view with its label above and its line below.
  'w-full min-w-0 scroll-mt-8 scroll-mb-8 rounded-control border border-line-control bg-field px-[9px] text-ui text-text placeholder:text-subtle ' +
  'focus:border-focus focus:outline-2 focus:-outline-offset-1 focus:outline-focus ' +
  'disabled:border-line disabled:bg-hover disabled:text-disabled ' +
  'aria-invalid:border-danger-text aria-invalid:shadow-[inset_0_0_0_1px_var(--danger-text)]';

type FieldParts = Pick<FieldProps, 'label' | 'note' | 'optional' | 'help' | 'error'>;

export interface TextFieldProps
  extends FieldParts, Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'className'> {
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  readonly className?: string;
  /** For commands, paths and addresses. */
  readonly mono?: boolean;
  /** At the end of the line, inside the field's row. */
  readonly end?: ReactNode;
}

/** A field of one line. */
export function TextField({
  label,
  note,
  optional,
  help,
  error,
  value,
  onValueChange,
  className,
  mono = false,
  end,
  ...rest
}: TextFieldProps) {
  return (
    <Field
      {...fieldParts({ label, note, optional, help, error })}
      {...(className === undefined ? {} : { className })}
    >
      {(control) => (
        <div className="flex items-center gap-1.5">
          <input
            type="text"
            autoComplete="off"
            spellCheck={false}
            {...rest}
            {...control}
            value={value}
            onChange={(event) => onValueChange(event.target.value)}
            className={clsx(inputClass, 'h-(--control-large)', mono && 'font-mono !text-code')}
          />
          {end}
        </div>
      )}
    </Field>
  );
}

export interface TextAreaProps
  extends FieldParts, Omit<ComponentProps<'textarea'>, 'onChange' | 'value' | 'className'> {
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  readonly className?: string;
  readonly mono?: boolean;
}

/** A field of several lines. */
export function TextArea({
  label,
  note,
  optional,
  help,
  error,
  value,
  onValueChange,
  className,
  mono = false,
  ...rest
}: TextAreaProps) {
  return (
    <Field
      {...fieldParts({ label, note, optional, help, error })}
      {...(className === undefined ? {} : { className })}
    >
      {(control) => (
        <textarea
          autoComplete="off"
          spellCheck={false}
          rows={3}
          {...rest}
          {...control}
          value={value}
          onChange={(event) => onValueChange(event.target.value)}
          className={clsx(
            inputClass,
            'thin-scroll min-h-15 py-[7px]',
            mono && 'font-mono !text-code',
          )}
        />
      )}
    </Field>
  );
}

type Loose<T> = { [K in keyof T]: T[K] | undefined };

/** Leaves out parts that are not given, as exact optional properties want. */
function fieldParts(parts: Loose<FieldParts> & { label: ReactNode }): FieldParts {
  return Object.fromEntries(
    Object.entries(parts).filter(([, value]) => value !== undefined),
  ) as unknown as FieldParts;
}
