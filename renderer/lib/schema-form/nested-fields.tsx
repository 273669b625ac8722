import { Plus, Trash2 } from 'lucide-react';
import { Fragment, useContext, useState } from 'react';
import { bench as benchTexts } from '../../../shared/texts/en/bench.ts';
import { isComposing } from '../is-composing.ts';
import { Button } from '../../ui/button.tsx';
import { inputClass } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import type { FieldModel } from '../../../shared/mcp/schema-form/field-model.ts';
import { FormContext, pathTo, type SchemaFieldProps } from './form-context.ts';
import {
  addedValue,
  memberOf,
  otherMembers,
  withMember,
} from '../../../shared/mcp/schema-form/form-value.ts';

const words = benchTexts.form;
/** Optional objects further inside are shown when they are asked for, so that circles end. */
const OPEN_LEVELS = 2;
/** Items of a list that are drawn. */
const MOST_ITEMS = 200;

const inner = 'flex flex-col gap-3 border-l-2 border-line pl-3';

interface ObjectFieldProps extends SchemaFieldProps {
  readonly model: Extract<FieldModel, { kind: 'object' }>;
}

/** The members of an object, one field each. */
export function MembersField(props: ObjectFieldProps) {
  const { model, name, path, schema, value, isRequired, depth, onValue } = props;
  const { root, field } = useContext(FormContext);
  if (value === undefined && (depth >= OPEN_LEVELS || model.members.length === 0)) {
    return <AddButton label={words.add(name)} onClick={() => onValue(addedValue(schema, root))} />;
  }
  const names = model.members.map((member) => member.name);
  const change = (member: string, next: unknown) => {
    const whole = withMember(value, member, next, names);
    // An optional object that lost its last member is not sent.
    const isGone = next === undefined && Object.keys(whole).length === 0 && !isRequired;
    onValue(isGone && depth > 0 ? undefined : whole);
  };
  const others = otherMembers(value, names);
  return (
    <div className={depth === 0 ? 'flex flex-col gap-[13px]' : inner}>
      {model.members.map((member) => (
        <Fragment key={member.name}>
          {field({
            name: member.name,
            path: pathTo(path, member.name),
            schema: member.schema,
            value: memberOf(value, member.name),
            // A member is required once its object is there.
            isRequired: member.isRequired && (isRequired || value !== undefined),
            depth: depth + 1,
            onValue: (next) => change(member.name, next),
          })}
        </Fragment>
      ))}
      {others.map((other) => (
        <Fragment key={other}>
          {field({
            name: other,
            path: pathTo(path, other),
            schema: model.rest ?? true,
            value: memberOf(value, other),
            isRequired: false,
            depth: depth + 1,
            onValue: (next) => change(other, next),
          })}
        </Fragment>
      ))}
      {model.rest !== undefined && (
        <NewMember
          isTaken={(member) => names.includes(member) || others.includes(member)}
          onAdd={(member) => change(member, addedValue(model.rest, root))}
        />
      )}
    </div>
  );
}

interface NewMemberProps {
  readonly isTaken: (name: string) => boolean;
  readonly onAdd: (name: string) => void;
}

function NewMember({ isTaken, onAdd }: NewMemberProps) {
  const [name, setName] = useState('');
  const isUsable = name !== '' && !isTaken(name);
  const add = () => {
    if (!isUsable) return;
    onAdd(name);
    setName('');
  };
  return (
    <div className="flex items-center gap-2">
      <input
        type="text"
        aria-label={words.memberName}
        placeholder={words.memberName}
        autoComplete="off"
        spellCheck={false}
        value={name}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => {
          if (
            event.key !== 'Enter' ||
            event.metaKey ||
            event.ctrlKey ||
            isComposing(event.nativeEvent)
          )
            return;
          event.preventDefault();
          add();
        }}
        className={`${inputClass} h-(--control) max-w-50 font-mono !text-code`}
      />
      <AddButton label={words.addMember} disabled={!isUsable} onClick={add} />
    </div>
  );
}

interface ListFieldProps extends SchemaFieldProps {
  readonly model: Extract<FieldModel, { kind: 'list' }>;
}

/** The items of a list, one field each. */
export function ListField({ model, path, value, isRequired, depth, onValue }: ListFieldProps) {
  const { root, field } = useContext(FormContext);
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  const schemaOf = (index: number) => model.first[index] ?? model.items;
  const canAdd = model.maxItems === undefined || items.length < model.maxItems;
  const remove = (index: number) => {
    const rest = items.filter((_, at) => at !== index);
    onValue(rest.length === 0 && !isRequired ? undefined : rest);
  };
  return (
    <div className={inner}>
      {items.slice(0, MOST_ITEMS).map((item, index) => (
        <div key={index} className="flex items-start gap-1">
          <div className="min-w-0 flex-1">
            {field({
              name: words.item(index),
              path: pathTo(path, index),
              schema: schemaOf(index),
              value: item,
              isRequired: true,
              depth: depth + 1,
              onValue: (next) =>
                onValue(items.map((other, at) => (at === index ? (next ?? null) : other))),
            })}
          </div>
          <IconButton
            icon={Trash2}
            size="small"
            label={words.removeItem(words.item(index))}
            onClick={() => remove(index)}
          />
        </div>
      ))}
      {canAdd && (
        <AddButton
          label={words.addItem}
          onClick={() => onValue([...items, addedValue(schemaOf(items.length), root)])}
        />
      )}
    </div>
  );
}

interface AddButtonProps {
  readonly label: string;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

function AddButton({ label, disabled = false, onClick }: AddButtonProps) {
  return (
    <Button
      size="small"
      className="self-start"
      disabled={disabled}
      icon={<Icon of={Plus} size={14} />}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}
