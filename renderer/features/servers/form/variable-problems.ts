import type { ServerVariable } from '../../../../shared/ipc/routes/server-setup.ts';
import { serverSetup as serverSetupTexts } from '../../../../shared/texts/en/server-setup.ts';
import { variablesIn, type VariableReference } from '../../../../shared/mcp/variables.ts';
import type { FormProblem } from './form-problems.ts';
import type { ServerForm, ValueList } from './server-form.ts';
import type { IsSet } from './use-variables.ts';

const words = serverSetupTexts.variables;

interface FormVariable extends Pick<FormProblem, 'field' | 'row'> {
  readonly reference: VariableReference;
}

/** The variables of everything that is typed, in the order of the fields. */
export function formVariables(form: ServerForm): readonly FormVariable[] {
  const inText = (field: FormProblem['field'], text: string, row?: number): FormVariable[] =>
    variablesIn(text).map((reference) => ({
      field,
      reference,
      ...(row === undefined ? {} : { row }),
    }));
  if (form.transport === 'stdio') {
    return [
      ...inText('command', form.command),
      ...form.args.flatMap(({ id, text }) => inText('args', text, id)),
      ...form.env.flatMap(({ id, value }) => inText('env', value, id)),
      ...inText('cwd', form.cwd),
    ];
  }
  return [
    ...inText('url', form.url),
    ...form.headers.flatMap(({ id, value }) => inText('headers', value, id)),
    ...inText('caFile', form.caFile),
  ];
}

/** Variables that cannot get a value: not set and without a default, or of a kind that is not known. */
export function variableProblems(form: ServerForm, isSet: IsSet): readonly FormProblem[] {
  return formVariables(form).flatMap(({ reference, ...place }): FormProblem[] => {
    const { kind, name, text, fallback } = reference;
    if (kind === 'unknown') {
      return [{ ...place, code: 'variable', missing: false, sentence: words.unknown(text) }];
    }
    if (kind !== 'env' || fallback !== undefined || isSet(reference) !== false) return [];
    return [{ ...place, code: 'variable', missing: false, sentence: words.unset(name) }];
  });
}

/** The variables of one stored value. */
function variablesOf(
  variables: readonly ServerVariable[],
  list: ValueList,
  name: string,
): readonly ServerVariable[] {
  return variables.filter(({ rows }) =>
    rows?.some((place) => place.field === list && place.name === name),
  );
}

/** The same for values that are stored, and whose text is not known here. */
export function storedProblems(
  form: ServerForm,
  variables: readonly ServerVariable[],
): readonly FormProblem[] {
  const list = form.transport === 'stdio' ? 'env' : 'headers';
  return form[list].flatMap(({ id, name, stored }): FormProblem[] => {
    if (!stored) return [];
    return variablesOf(variables, list, name).flatMap(({ kind, name: variable, isSet }) => {
      if (isSet || kind === 'input' || kind === 'secret') return [];
      const sentence = kind === 'env' ? words.unset(variable) : words.unknown(`\${${variable}}`);
      return [{ field: list, row: id, code: 'variable' as const, missing: false, sentence }];
    });
  });
}

/** Whether what the keychain holds for a stored value is there; undefined for one without such variables. */
export function storedMark(
  variables: readonly ServerVariable[],
  list: ValueList,
  name: string,
): VariableMark | undefined {
  const kept = variablesOf(variables, list, name).filter(
    ({ kind }) => kind === 'input' || kind === 'secret',
  );
  if (kept.length === 0) return undefined;
  return kept.every(({ isSet }) => isSet) ? 'stored' : 'asked';
}

/** What stands at the end of a line with variables. */
export type VariableMark = 'stored' | 'asked';

/** Whether what the keychain holds for this text is there; undefined for a text without such variables. */
export function variableMark(text: string, isSet: IsSet): VariableMark | undefined {
  const states = variablesIn(text).flatMap((reference) =>
    reference.kind === 'input' || reference.kind === 'secret' ? [isSet(reference)] : [],
  );
  if (states.length === 0 || states.includes(undefined)) return undefined;
  return states.includes(false) ? 'asked' : 'stored';
}
