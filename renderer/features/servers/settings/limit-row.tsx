import { text } from '../../../../shared/texts/catalogue.ts';
import { CardRow } from '../../../ui/card.tsx';
import { Select } from '../../../ui/select.tsx';

const words = text.servers.settings;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

function spanLabel(limit: number): string {
  if (limit >= HOUR && limit % HOUR === 0) return words.hours(limit / HOUR);
  if (limit >= MINUTE && limit % MINUTE === 0) return words.minutes(limit / MINUTE);
  return words.seconds(Math.round(limit / SECOND));
}

export interface LimitRowProps {
  readonly title: string;
  readonly note: string;
  /** In ms. */
  readonly value: number;
  readonly choices: readonly number[];
  /** The one that holds where nothing is chosen. */
  readonly usual?: number;
  readonly disabled: boolean;
  readonly onChange: (limit: number) => void;
}

/** A limit of time as one of several; another one that is stored is one of them. */
export function LimitRow(props: LimitRowProps) {
  const { title, note, value, choices, usual, disabled, onChange } = props;
  const all = [...new Set([...choices, value])].sort((a, b) => a - b);
  return (
    <CardRow title={title} note={note}>
      <Select
        label={title}
        className="!w-44"
        disabled={disabled}
        value={String(value)}
        onValueChange={(next) => onChange(Number(next))}
        options={all.map((limit) => ({
          value: String(limit),
          label: limit === usual ? words.usual(spanLabel(limit)) : spanLabel(limit),
        }))}
      />
    </CardRow>
  );
}
