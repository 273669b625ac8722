import { useContext, useMemo, type ReactNode } from 'react';
import { bench as benchTexts } from '../../../shared/texts/en/bench.ts';
import { ExactText } from '../../ui/exact-text.tsx';
import type { FieldControl } from '../../ui/field.tsx';
import { Switch } from '../../ui/switch.tsx';
import { FieldFrame } from './field-frame.tsx';
import {
  fieldModel,
  isSecretField,
  type FieldModel,
} from '../../../shared/mcp/schema-form/field-model.ts';
import { kindWords, noteWords } from './field-words.ts';
import { FormContext, type SchemaFieldProps } from './form-context.ts';
import { isShowable } from '../../../shared/mcp/schema-form/form-value.ts';
import { ListField, MembersField } from './nested-fields.tsx';
import { RawControl } from './raw-control.tsx';
import { ChoiceControl, NumberControl, TextControl } from './simple-controls.tsx';
import { UnionField } from './union-field.tsx';

const words = benchTexts.form;

/** The field of one place of a schema, whatever the schema says. */
export function SchemaField(props: SchemaFieldProps) {
  const { schema, value, isRequired, name, path, onValue } = props;
  const { root, problemAt } = useContext(FormContext);
  const model = useMemo(() => fieldModel(schema, root), [schema, root]);
  const isFit = isShowable(model, value);
  const isNested = model.kind === 'object' || model.kind === 'list' || model.kind === 'union';
  const why = isFit ? rawWords(model) : words.why.unfit;
  const frame = {
    name,
    note: noteWords(model, root, isRequired),
    description: model.description ?? (why === undefined ? undefined : why),
    problem: problemAt(path),
    onClear: isRequired || value === undefined ? undefined : () => onValue(undefined),
  };
  if (model.kind === 'boolean' && isFit) return <BooleanField {...props} model={model} />;
  if (isNested && isFit) {
    return (
      <FieldFrame {...frame} isGroup>
        {() => <NestedControl {...props} model={model} />}
      </FieldFrame>
    );
  }
  return (
    <FieldFrame {...frame}>
      {(control) =>
        isFit ? (
          <PlainControl {...props} model={model} control={control} />
        ) : (
          <RawControl {...{ control, path, value, isRequired, onValue }} />
        )
      }
    </FieldFrame>
  );
}

function rawWords(model: FieldModel): string | undefined {
  return model.kind === 'raw' && model.why !== 'anything' ? words.why[model.why] : undefined;
}

interface WithModel extends SchemaFieldProps {
  readonly model: FieldModel;
}

function PlainControl(props: WithModel & { readonly control: FieldControl }): ReactNode {
  const { model, control, path, value, isRequired, onValue, name } = props;
  const shared = { control, value, isRequired, onValue };
  switch (model.kind) {
    case 'text':
      return <TextControl {...shared} model={model} isSecret={isSecretField(name, model)} />;
    case 'number':
      return <NumberControl {...shared} model={model} />;
    case 'choice':
      return <ChoiceControl {...shared} model={model} />;
    case 'null':
    case 'constant':
      return <FixedControl {...props} fixed={model.kind === 'null' ? null : model.value} />;
    default:
      return <RawControl {...shared} path={path} />;
  }
}

function NestedControl({ model, ...props }: WithModel): ReactNode {
  switch (model.kind) {
    case 'object':
      return <MembersField {...props} model={model} />;
    case 'list':
      return <ListField {...props} model={model} />;
    case 'union':
      return <UnionField {...props} variants={model.variants} />;
    default:
      return null;
  }
}

/** The only value that fits: sent or not. */
function FixedControl({
  fixed,
  control,
  value,
  isRequired,
  name,
  onValue,
}: WithModel & { readonly control: FieldControl; readonly fixed: unknown }) {
  return (
    <div className="flex h-(--control-large) items-center gap-2">
      {(!isRequired || value === undefined) && (
        <Switch
          id={control.id}
          label={name}
          checked={value !== undefined}
          onCheckedChange={(isOn) => onValue(isOn ? fixed : undefined)}
        />
      )}
      <ExactText value={JSON.stringify(fixed)} className="font-mono text-code" />
    </div>
  );
}

/** A switch in one line with its name. Untouched, an optional one is not sent and shows its default. */
function BooleanField({ model, name, path, value, isRequired, onValue }: WithModel) {
  const { root, problemAt } = useContext(FormContext);
  const fallback = model.default?.value;
  const parts = [
    kindWords(model, root),
    ...(isRequired ? [words.required] : []),
    ...(fallback === undefined ? [] : [words.default(JSON.stringify(fallback))]),
    ...(value === undefined && !isRequired ? [words.notSent.toLowerCase()] : []),
  ];
  return (
    <FieldFrame
      name={name}
      note={parts.join(', ')}
      description={model.description}
      problem={problemAt(path)}
      onClear={isRequired || value === undefined ? undefined : () => onValue(undefined)}
    >
      {(control) => (
        <div className="flex h-6 items-center gap-2">
          <Switch
            id={control.id}
            label={name}
            checked={value === undefined ? fallback === true : value === true}
            onCheckedChange={onValue}
          />
        </div>
      )}
    </FieldFrame>
  );
}
