import clsx from 'clsx';
import type { FormField } from '../../../../shared/mcp/elicitation.ts';
import { text } from '../../../../shared/texts/catalogue.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import type { FieldControl } from '../../../ui/field.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { Select } from '../../../ui/select.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { shownText } from '../form/field-words.ts';

const words = text.elicitation;
/** More choices than this stand in a list of their own that scrolls. */
const IN_PLACE = 12;

interface BooleanControlProps {
  readonly control: FieldControl;
  readonly field: FormField;
  /** null: not chosen. */
  readonly isOn: boolean | null;
  readonly isTouched: boolean;
  readonly onValue: (isOn: boolean | null) => void;
}

/** A switch where the server proposes a value; where it does not, nothing is chosen until the person chooses. */
export function BooleanControl({ control, field, isOn, isTouched, onValue }: BooleanControlProps) {
  const label = shownText(field.title);
  if (field.default !== undefined && isOn !== null) {
    return (
      <div className="flex h-(--control-large) items-center gap-2">
        <Switch id={control.id} label={label} checked={isOn} onCheckedChange={onValue} />
        <span>{isOn ? words.on : words.off}</span>
        {!isTouched && <span className="text-small text-subtle">{words.serverDefault}</span>}
      </div>
    );
  }
  const options = [
    ...(field.isRequired ? [] : [{ value: 'none', label: words.leaveOut }]),
    { value: 'on', label: words.on },
    { value: 'off', label: words.off },
  ];
  return (
    <div className="flex h-(--control-large) items-center">
      <SegmentedControl
        label={label}
        value={isOn === null ? (field.isRequired ? '' : 'none') : isOn ? 'on' : 'off'}
        onValueChange={(value) => onValue(value === 'none' ? null : value === 'on')}
        options={options}
      />
    </div>
  );
}

interface ChoiceControlProps {
  readonly control: FieldControl;
  readonly field: FormField;
  readonly index: number;
  readonly isTouched: boolean;
  readonly onValue: (index: number) => void;
}

/** One of what the server offers; an optional one can be left out. */
export function ChoiceControl({ control, field, index, isTouched, onValue }: ChoiceControlProps) {
  const choices = field.choices.map((choice, position) => ({
    value: String(position),
    label: shownText(choice.label),
  }));
  const isEmpty = index === -1;
  return (
    <Select
      {...control}
      value={isEmpty ? (field.isRequired || !isTouched ? '' : '-1') : String(index)}
      onValueChange={(value) => onValue(Number(value))}
      placeholder={words.choose}
      options={field.isRequired ? choices : [{ value: '-1', label: words.leaveOut }, ...choices]}
    />
  );
}

interface ManyControlProps {
  readonly control: FieldControl;
  readonly field: FormField;
  readonly indexes: readonly number[];
  readonly onValue: (indexes: readonly number[]) => void;
}

/** Any of what the server offers. */
export function ManyControl({ control, field, indexes, onValue }: ManyControlProps) {
  const isLong = field.choices.length > IN_PLACE;
  const change = (index: number, isChosen: boolean) => {
    const chosen = new Set(indexes);
    if (isChosen) chosen.add(index);
    else chosen.delete(index);
    onValue([...chosen].sort((one, other) => one - other));
  };
  return (
    <div
      role="group"
      id={control.id}
      aria-label={shownText(field.title)}
      aria-describedby={control['aria-describedby']}
      className={clsx(
        isLong
          ? 'thin-scroll flex max-h-44 flex-col overflow-y-auto rounded-control border border-line-control bg-field px-[9px] py-1.5'
          : 'flex flex-wrap gap-x-[18px] gap-y-1',
      )}
    >
      {field.choices.map((choice, index) => (
        <label key={index} className="flex min-h-6 max-w-full items-center gap-[7px]">
          <Checkbox
            label={shownText(choice.label)}
            checked={indexes.includes(index)}
            onCheckedChange={(isChosen) => change(index, isChosen)}
          />
          <span aria-hidden="true" className="min-w-0 [overflow-wrap:anywhere]">
            {shownText(choice.label)}
          </span>
        </label>
      ))}
    </div>
  );
}
