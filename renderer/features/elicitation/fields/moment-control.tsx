import clsx from 'clsx';
import { ChevronDown } from 'lucide-react';
import { useMemo } from 'react';
import type { FormField } from '../../../../shared/mcp/elicitation.ts';
import { text } from '../../../../shared/texts/catalogue.ts';
import { inputClass, type FieldControl } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { shownText } from '../form/field-words.ts';
import { allZones, zoneWords, type WallTime } from '../form/zoned-time.ts';

const words = text.elicitation;
const NOON = '12:00';

interface MomentControlProps {
  readonly control: FieldControl;
  readonly field: FormField;
  readonly value: WallTime;
  readonly onValue: (value: WallTime) => void;
}

/** Date, time and zone, with the offset that the zone has then. */
export function MomentControl({ control, field, value, onValue }: MomentControlProps) {
  const { date, time, zone } = value;
  const title = shownText(field.title);
  // The hundreds of other zones are named by the day alone, not anew at each minute that is typed.
  const names = useMemo(() => {
    const zones = allZones();
    return (zones.includes(zone) ? zones : [zone, ...zones]).map(
      (name) => [name, zoneName(name, { date, time: NOON, zone: name })] as const,
    );
  }, [date, zone]);
  const options = names.map(([name, atNoon]) => (
    <option key={name} value={name}>
      {name === zone ? zoneName(zone, { date, time: time === '' ? NOON : time, zone }) : atNoon}
    </option>
  ));
  const line = {
    'aria-describedby': control['aria-describedby'],
    'aria-invalid': control['aria-invalid'],
    'aria-required': field.isRequired,
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <input
        {...line}
        id={control.id}
        type="date"
        max="9999-12-31"
        aria-label={words.date(title)}
        value={date}
        onChange={(event) => onValue({ date: event.target.value, time, zone })}
        className={clsx(inputClass, 'h-(--control-large) !w-auto min-w-36 flex-1')}
      />
      <input
        {...line}
        type="time"
        aria-label={words.time(title)}
        value={time}
        step={time.length > 5 ? 1 : 60}
        onChange={(event) => onValue({ date, time: event.target.value, zone })}
        className={clsx(inputClass, 'h-(--control-large) !w-[120px] flex-none')}
      />
      <span className="relative w-[190px] flex-none">
        <select
          aria-label={words.zone(title)}
          value={zone}
          onChange={(event) => onValue({ date, time, zone: event.target.value })}
          className={clsx(inputClass, 'h-(--control-large) appearance-none truncate !pr-7')}
        >
          {options}
        </select>
        <Icon
          of={ChevronDown}
          size={14}
          className="pointer-events-none absolute top-[9px] right-[9px] text-subtle"
        />
      </span>
    </div>
  );
}

function zoneName(zone: string, wall: WallTime): string {
  const { place, offset } = zoneWords(zone, wall);
  return place === '' || place === offset ? offset : words.zoneLabel(place, offset);
}
