import { useState } from 'react';
import { settings as settingsTexts } from '../../../../shared/texts/en/settings.ts';
import { TextArea, TextField } from '../../../ui/field.tsx';
import { providerProblems, type ProviderForm, type ProviderProblem } from './provider-form.ts';

const words = settingsTexts.providers.form;

function sentence(problem: ProviderProblem): string {
  return problem.code === 'model-duplicate'
    ? words.problems[problem.code](problem.model)
    : words.problems[problem.code];
}

/** The sentence of the first problem, empty when there is none. */
export function firstProblem(form: ProviderForm): string {
  const [first] = providerProblems(form);
  return first === undefined ? '' : sentence(first);
}

export interface ProviderFieldsProps {
  readonly form: ProviderForm;
  readonly onChange: (form: ProviderForm) => void;
  readonly autoFocus?: boolean;
  readonly hasModels?: boolean;
}

/** Name and address, and models where they are wanted, checked as one types. */
export function ProviderFields({
  form,
  onChange,
  autoFocus = false,
  hasModels = false,
}: ProviderFieldsProps) {
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const problems = providerProblems(form);
  const errorOf = (field: ProviderProblem['field']) => {
    const found = problems.find(
      (problem) => problem.field === field && (!problem.missing || touched.has(field)),
    );
    return found === undefined ? undefined : sentence(found);
  };
  const touch = (field: ProviderProblem['field']) => () =>
    setTouched((before) => new Set([...before, field]));
  return (
    <>
      <div className="grid grid-cols-1 gap-x-4 gap-y-3.5 min-[860px]:grid-cols-2">
        <TextField
          label={words.label}
          autoFocus={autoFocus}
          placeholder={
            form.kind === 'openai-compatible' ? words.labelPlaceholder : words.kinds[form.kind]
          }
          optional={form.kind !== 'openai-compatible'}
          value={form.label}
          onValueChange={(label) => onChange({ ...form, label })}
          onBlur={touch('label')}
          error={errorOf('label')}
        />
        <TextField
          label={words.baseUrl}
          mono
          inputMode="url"
          optional={form.kind !== 'openai-compatible'}
          placeholder={words.baseUrlPlaceholder[form.kind]}
          value={form.baseUrl}
          onValueChange={(baseUrl) => onChange({ ...form, baseUrl })}
          onBlur={touch('baseUrl')}
          error={errorOf('baseUrl')}
          help={words.baseUrlHelp[form.kind]}
        />
      </div>
      {hasModels && (
        <TextArea
          label={words.models}
          mono
          optional
          value={form.models}
          onValueChange={(models) => onChange({ ...form, models })}
          onBlur={touch('models')}
          error={errorOf('models')}
          help={words.modelsHelp}
        />
      )}
    </>
  );
}
