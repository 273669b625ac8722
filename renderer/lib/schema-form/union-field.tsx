import { useContext, useId, useState } from 'react';
import { bench as benchTexts } from '../../../shared/texts/en/bench.ts';
import { Select } from '../../ui/select.tsx';
import { fieldModel, type Schema } from '../../../shared/mcp/schema-form/field-model.ts';
import { variantNames } from './field-words.ts';
import { FormContext, type SchemaFieldProps } from './form-context.ts';
import { addedValue, isShowable, variantOf } from '../../../shared/mcp/schema-form/form-value.ts';
import { ListField, MembersField } from './nested-fields.tsx';
import { ChoiceControl, NumberControl, TextControl } from './simple-controls.tsx';

const words = benchTexts.form;

export interface UnionFieldProps extends SchemaFieldProps {
  readonly variants: readonly Schema[];
}

/** First which of several shapes, then the field of that shape. */
export function UnionField({ variants, ...props }: UnionFieldProps) {
  const { name, value, isRequired, onValue } = props;
  const { root } = useContext(FormContext);
  const [chosen, setChosen] = useState(-1);
  const found = variantOf(variants, root, value);
  const held = variants[chosen];
  // What was chosen counts while the value can be shown by it: texts of two shapes look alike.
  const keepsChoice = held !== undefined && isShowable(fieldModel(held, root), value);
  const at = keepsChoice && value !== undefined ? chosen : value === undefined ? -1 : found;
  const options = variantNames(variants, root).map((label, index) => ({
    value: String(index),
    label,
  }));
  const select = (
    <Select
      label={words.kindOf(name)}
      value={at < 0 ? '' : String(at)}
      placeholder={isRequired ? words.choose : words.notSent}
      onValueChange={(index) => {
        setChosen(Number(index));
        onValue(addedValue(variants[Number(index)], root));
      }}
      options={options}
      className="max-w-60"
    />
  );
  const variant = variants[at];
  if (variant === undefined) return select;
  return <Variant {...props} schema={variant} select={select} />;
}

interface VariantProps extends SchemaFieldProps {
  readonly select: React.ReactNode;
}

/** Small controls stand beside the choice of the shape, larger ones under it. */
function Variant({ select, ...props }: VariantProps) {
  const { root, field } = useContext(FormContext);
  const { schema, value, name, onValue } = props;
  const model = fieldModel(schema, root);
  const id = useId();
  const control = { id, 'aria-describedby': undefined, 'aria-invalid': undefined };
  const shared = { control: { ...control, 'aria-label': name }, value, isRequired: true, onValue };
  switch (model.kind) {
    case 'null':
      return select;
    case 'text':
    case 'number':
    case 'choice':
      return (
        <div className="grid grid-cols-[112px_minmax(0,1fr)] gap-2">
          {select}
          {model.kind === 'text' ? (
            <TextControl {...shared} model={model} isSecret={false} />
          ) : model.kind === 'number' ? (
            <NumberControl {...shared} model={model} />
          ) : (
            <ChoiceControl {...shared} model={model} label={name} />
          )}
        </div>
      );
    case 'object':
    case 'list':
      return (
        <div className="flex flex-col gap-2">
          {select}
          {model.kind === 'object' ? (
            <MembersField {...props} isRequired model={model} />
          ) : (
            <ListField {...props} isRequired model={model} />
          )}
        </div>
      );
    default:
      return (
        <div className="flex flex-col gap-2">
          {select}
          {field({ ...props, isRequired: true, depth: props.depth + 1 })}
        </div>
      );
  }
}
