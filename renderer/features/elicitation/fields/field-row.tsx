import type { FormField } from '../../../../shared/mcp/elicitation.ts';
import { ExactText } from '../../../ui/exact-text.tsx';
import { Field, type FieldControl } from '../../../ui/field.tsx';
import type { Entry } from '../form/form-draft.ts';
import { flagWords, noteWords } from '../form/field-words.ts';
import { BooleanControl, ChoiceControl, ManyControl } from './choice-controls.tsx';
import { MomentControl } from './moment-control.tsx';
import { SecretNote, TextControl } from './text-control.tsx';

export interface FieldRowProps {
  readonly field: FormField;
  readonly entry: Entry;
  /** False while it shows what the server proposes. */
  readonly isTouched: boolean;
  readonly error: string | undefined;
  readonly serverName: string;
  readonly onEntry: (entry: Entry) => void;
  /** The person has left the field. */
  readonly onLeave: () => void;
  /** Leads to the sign-in of the server, where there is one. */
  readonly onSignIn: (() => void) | undefined;
}

/** Fields that fill both columns of the form. */
const wide = new Set(['text', 'raw', 'date-time', 'multi-select']);

/** One field of a form: label, note, control, help or error. */
export function FieldRow(props: FieldRowProps) {
  const { field, error, serverName, onLeave, onSignIn } = props;
  const flag = flagWords(field);
  const hasHelp = field.description !== undefined || flag !== undefined;
  return (
    <div
      data-field={field.name}
      className={wide.has(field.kind) ? 'col-span-full' : 'col-span-full min-[560px]:col-span-1'}
      onBlur={onLeave}
    >
      <Field
        label={<ExactText value={field.title} />}
        note={noteWords(field)}
        error={error}
        {...(hasHelp
          ? {
              help: (
                <>
                  {field.description !== undefined && (
                    <span className="block">
                      <ExactText value={field.description} />
                    </span>
                  )}
                  {flag !== undefined && <span className="block">{flag}</span>}
                </>
              ),
            }
          : {})}
      >
        {(control) => <Control {...props} control={control} />}
      </Field>
      {field.isSecret && <SecretNote serverName={serverName} onSignIn={onSignIn} />}
    </div>
  );
}

function Control(props: FieldRowProps & { readonly control: FieldControl }) {
  const { field, entry, isTouched, onEntry, control } = props;
  switch (entry.kind) {
    case 'text':
      return (
        <TextControl
          control={control}
          field={field}
          value={entry.text}
          onValue={(value) => onEntry({ kind: 'text', text: value })}
        />
      );
    case 'flag':
      return (
        <BooleanControl
          control={control}
          field={field}
          isOn={entry.isOn}
          isTouched={isTouched}
          onValue={(isOn) => onEntry({ kind: 'flag', isOn })}
        />
      );
    case 'choice':
      return (
        <ChoiceControl
          control={control}
          field={field}
          index={entry.index}
          isTouched={isTouched}
          onValue={(index) => onEntry({ kind: 'choice', index })}
        />
      );
    case 'many':
      return (
        <ManyControl
          control={control}
          field={field}
          indexes={entry.indexes}
          onValue={(indexes) => onEntry({ kind: 'many', indexes })}
        />
      );
    case 'moment':
      return (
        <MomentControl
          control={control}
          field={field}
          value={entry}
          onValue={(value) => onEntry({ kind: 'moment', ...value })}
        />
      );
  }
}
