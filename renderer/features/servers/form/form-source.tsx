import { useState } from 'react';
import { serverSetup as serverSetupTexts } from '../../../../shared/texts/en/server-setup.ts';
import { TextArea } from '../../../ui/field.tsx';
import { formText, readFormText, type StoredNames } from './form-json.ts';
import type { ServerForm } from './server-form.ts';

const words = serverSetupTexts.json;

export interface FormSourceProps {
  readonly form: ServerForm;
  readonly stored: StoredNames;
  readonly mistake: string | undefined;
  readonly onForm: (form: ServerForm) => void;
  readonly onMistake: (mistake: string | undefined) => void;
}

/** The form as JSON: what is typed here is the form at once, as soon as it can be read. */
export function FormSource({ form, stored, mistake, onForm, onMistake }: FormSourceProps) {
  const [source, setSource] = useState(() => formText(form));
  const extras = Object.keys(form.extras);
  const type = (next: string) => {
    setSource(next);
    const read = readFormText(next, form, stored);
    onMistake('mistake' in read ? read.mistake : undefined);
    if ('form' in read) onForm(read.form);
  };
  return (
    <TextArea
      mono
      autoFocus
      rows={Math.min(18, Math.max(10, source.split('\n').length))}
      label={words.label}
      value={source}
      onValueChange={type}
      error={mistake}
      help={extras.length > 0 ? `${words.masked} ${words.extras(extras)}` : words.masked}
    />
  );
}
