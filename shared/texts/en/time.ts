import { englishPlural } from '../plural.ts';

const clock = new Intl.DateTimeFormat('en', {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const weekday = new Intl.DateTimeFormat('en', { weekday: 'short' });
const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' });
const dayOfYear = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});
const exact = new Intl.DateTimeFormat('en', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  hourCycle: 'h23',
});

/** Times and durations. */
export const time = {
  now: 'now',
  seconds: (seconds: number) => `${String(seconds)} s`,
  tenths: (seconds: number) => `${seconds.toFixed(1)} s`,
  milliseconds: (milliseconds: number) => `${String(milliseconds)} ms`,
  minutes: (minutes: number) => `${String(minutes)} min`,
  hours: (hours: number) => `${String(hours)} h`,
  hoursMinutes: (hours: number, minutes: number) => `${String(hours)} h ${String(minutes)} min`,
  days: (days: number) => `${String(days)} ${englishPlural(days, 'day', 'days')}`,
  yesterday: 'Yest.',
  clock: (at: number) => clock.format(at),
  weekday: (at: number) => weekday.format(at),
  day: (at: number) => day.format(at),
  dayOfYear: (at: number) => dayOfYear.format(at),
  exact: (at: number) => exact.format(at),
};
