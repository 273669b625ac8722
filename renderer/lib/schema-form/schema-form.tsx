import { Component, useCallback, useMemo, useRef, type ReactNode } from 'react';
import type { Mismatch } from '../../../shared/mcp/bench.ts';
import { isJsonObject } from '../../../shared/lib/json.ts';
import { bench as benchTexts } from '../../../shared/texts/en/bench.ts';
import { mismatchWords } from './mismatch-words.ts';
import { fieldModel, type Schema } from '../../../shared/mcp/schema-form/field-model.ts';
import { FormContext, type FormContextValue } from './form-context.ts';
import { SchemaField } from './schema-field.tsx';
import { MembersField } from './nested-fields.tsx';

export interface SchemaFormProps {
  readonly schema: Schema;
  readonly value: unknown;
  readonly mismatches: readonly Mismatch[];
  readonly onValue: (value: unknown) => void;
  /** Paths of the fields that hold text which is no JSON. */
  readonly onBroken: (paths: readonly string[]) => void;
}

/** A form for any JSON Schema over any value. What it cannot draw falls back to a field of JSON. */
export function SchemaForm(props: SchemaFormProps) {
  return (
    <FallBack key={JSON.stringify(fieldModel(props.schema, props.schema).kind)}>
      <Fields {...props} />
    </FallBack>
  );
}

function Fields({ schema, value, mismatches, onValue, onBroken }: SchemaFormProps) {
  const broken = useRef(new Set<string>());
  const tell = useCallback(
    (path: string, isBroken: boolean) => {
      if (broken.current.has(path) === isBroken) return;
      if (isBroken) broken.current.add(path);
      else broken.current.delete(path);
      onBroken([...broken.current]);
    },
    [onBroken],
  );
  const context = useMemo<FormContextValue>(
    () => ({
      root: schema,
      problemAt: (path) => problemAt(mismatches, path),
      field: (field) => <SchemaField {...field} />,
      onBroken: tell,
    }),
    [schema, mismatches, tell],
  );
  const model = useMemo(() => fieldModel(schema, schema), [schema]);
  const place = { name: benchTexts.tools.json, path: '', schema, value, isRequired: true, onValue };
  if (model.kind === 'object' && (value === undefined || isJsonObject(value))) {
    const isEmpty = model.members.length === 0 && !namesOthers(schema);
    return (
      <FormContext value={context}>
        {isEmpty && Object.keys(value ?? {}).length === 0 ? (
          <p className="text-muted">{benchTexts.tools.noArguments}</p>
        ) : (
          <MembersField {...place} model={model} depth={0} />
        )}
      </FormContext>
    );
  }
  return (
    <FormContext value={context}>
      <SchemaField {...place} depth={0} />
    </FormContext>
  );
}

/** What does not fit at a place. That something is missing is told under the form: an empty form is no mistake yet. */
function problemAt(mismatches: readonly Mismatch[], path: string): string | undefined {
  const own = mismatches.find(
    (one) => one.path === path && path !== '' && one.keyword !== 'required',
  );
  return own === undefined ? undefined : mismatchWords(own);
}

/** Many tools without arguments leave out what others they take. */
function namesOthers(schema: Schema): boolean {
  return isJsonObject(schema) && isJsonObject(schema['additionalProperties']);
}

/** A fault in a form must not take the page away: the arguments can be written as JSON. */
class FallBack extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return <p className="text-muted">{benchTexts.tools.noForm}</p>;
  }
}
